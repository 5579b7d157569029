import { Agent, type IncomingMessage, request } from 'node:http'
import { compare, type Position, positionOf, START } from '../../../domains/feeds/positions.ts'
import { PATIENCE_MS } from '../machine/patience.ts'

export interface Answer {
  status: number
  headers: Headers
  /** The parsed body; undefined if there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  body: any
  /** The exact text of the body. */
  text: string
  bytes: Uint8Array
}

export interface ApiOptions {
  /** An access token or a key, sent as `Authorization: Bearer`. */
  token?: string | undefined
  /** Sent as JSON; a string, bytes or a form as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** The client's address, as a proxy in front sends it. */
  from?: string
}

/** What `fetch` sends along. */
const USUAL = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
}

const agent = new Agent({ keepAlive: true })

/** One request from an outside client. The suite makes so many that `fetch`, with three times the work, would be felt. */
export async function callApi(
  origin: string,
  method: string,
  path: string,
  { token, body, headers, from }: ApiOptions = {},
): Promise<Answer> {
  const { bytes: sent, type } = await bodyOf(body)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(new URL(origin + path), {
      method,
      agent,
      headers: {
        ...USUAL,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(type ? { 'content-type': type } : {}),
        ...(from ? { 'x-forwarded-for': from } : {}),
        ...(sent ? { 'content-length': sent.byteLength } : {}),
        ...headers,
      },
    })
    asked.once('response', resolve).on('error', reject).end(sent)
  })
  const received = headersOf(answer)
  const endless = received.get('content-type') === 'text/event-stream'
  const bytes = endless
    ? await beginningOf(answer, await endOf(origin, { token, headers }))
    : Buffer.concat(await Array.fromAsync(answer))
  const text = new TextDecoder().decode(bytes)
  const json = received.get('content-type')?.includes('json') ?? false
  return {
    status: answer.statusCode!,
    headers: received,
    body: json && text !== '' ? JSON.parse(text) : undefined,
    text,
    bytes,
  }
}

/** A body as it is sent, and its type. */
async function bodyOf(body: unknown): Promise<{ bytes?: Uint8Array; type?: string }> {
  if (body === undefined) return {}
  if (body instanceof FormData) {
    const form = new Response(body)
    return { bytes: await form.bytes(), type: form.headers.get('content-type')! }
  }
  const raw = typeof body === 'string' || body instanceof Uint8Array
  return { bytes: Buffer.from(raw ? body : JSON.stringify(body)), type: 'application/json' }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!)
  return headers
}

/** The newest event that the caller can get: streams reach it or a later one. */
async function endOf(origin: string, asker: ApiOptions): Promise<Position> {
  const { body } = await callApi(origin, 'GET', '/v1/events?order=newest&limit=1', asker)
  return body.data.length === 0 ? START : positionOf(body.data[0].cursor)
}

/** For a stream that does not end: everything until its heartbeats show that it has reached `end`. */
async function beginningOf(stream: IncomingMessage, end: Position): Promise<Buffer> {
  const chunks: Buffer[] = []
  const isTold = (): boolean => {
    const places = [
      ...Buffer.concat(chunks)
        .toString()
        .matchAll(/^id: (\S+)\n/gm),
    ]
    return places.length > 0 && compare(positionOf(places.at(-1)![1]!), end) >= 0
  }
  let isQuiet = false
  const timer = setTimeout(() => {
    isQuiet = true
    stream.destroy()
  }, PATIENCE_MS)
  try {
    for await (const chunk of stream) {
      timer.refresh()
      chunks.push(chunk)
      if (isTold()) break // which closes the connection
    }
  } catch (error) {
    if (!isQuiet) throw error
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks)
}
