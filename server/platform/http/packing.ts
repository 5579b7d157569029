import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encodingFor, isPackable } from './packing.rules.ts'

/** Below this, compressing costs more than it saves. */
const LEAST_BYTES = 1024

// Answers are made once and read once, so that speed counts for more than the last tenth of the size.
const GZIP = { level: 3 }
const BROTLI_QUALITY = 3

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

const packers: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  gzip: (body) => gzipped(body, GZIP),
  br: (body) =>
    brotlied(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
}

/** The compressed forms of bytes that go out more than once: kept pages, and shared reads. */
const packed = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>()

/**
 * Compresses an answer, if it is a text of some length and the client accepts it. Streams go out as they are: exports,
 * files and events.
 *
 * @returns the body to send; at once, if nothing has to be done
 */
export function pack(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<Buffer> | undefined {
  if (!isLong(payload) || !mayPack(request, reply)) return undefined
  // Also without compression: a cache must not give a compressed answer to somebody who cannot read it.
  addVary(reply)
  const accepted = request.headers['accept-encoding']
  const encoding = accepted === undefined ? undefined : encodingFor(String(accepted))
  if (encoding === undefined) return undefined
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return typeof payload === 'string'
    ? packers[encoding](Buffer.from(payload))
    : packedOnce(payload, encoding)
}

const isLong = (payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= LEAST_BYTES

function mayPack({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  // An answer with a credential is short, and its cookie is still to be set.
  if (routeOptions.config?.operation?.session) return false
  const has = (name: string) => reply.getHeader(name) !== undefined
  if (has('content-encoding') || has('content-range') || has('content-disposition')) return false
  return isPackable(String(reply.getHeader('content-type') ?? ''))
}

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  if (vary === undefined) reply.header('vary', 'Accept-Encoding')
  else if (!/accept-encoding/i.test(String(vary))) reply.header('vary', `${vary}, Accept-Encoding`)
}

function packedOnce(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const kept = packed.get(body) ?? {}
  kept[encoding] ??= packers[encoding](body)
  packed.set(body, kept)
  return kept[encoding]
}
