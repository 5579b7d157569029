import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../files/file-store.ts'
import { Refusal } from '../refusal.ts'
import { SENT, type Sent } from './call.ts'
import { rangeOf } from './ranges.rules.ts'

/** A reader that takes nothing for this long is cut off. */
const STALLED_MS = 60_000

/** A file that somebody uploaded or sent. */
export interface StoredContent {
  type: string
  /** The value of Content-Disposition. */
  disposition: string
  size: number
  sha256: string
  open: (range?: ByteRange) => Promise<Readable>
}

/**
 * Sends a stored file, or the part that the request asks for, so that a download that broke off can go on.
 *
 * @throws Refusal range_not_satisfiable
 */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, disposition, size, sha256, open }: StoredContent,
): Promise<Sent> {
  const etag = `"${sha256}"`
  const range = request.method === 'GET' ? rangeOf(request.headers, size, etag) : undefined
  if (range === 'none') {
    const headers = { 'content-range': `bytes */${size}` }
    throw new Refusal('range_not_satisfiable', 'range_past_end', { size }, { headers })
  }
  const bytes = await open(range)
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${size}`)
  }
  reply
    .headers({
      'accept-ranges': 'bytes',
      etag,
      'content-disposition': disposition,
      'content-length': range ? range.end - range.start : size,
      // An uploaded file never runs as a page of this origin, whatever is in it.
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .type(type)
    .send(bytes)
  return SENT
}
