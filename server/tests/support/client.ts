import { compare, type Position, positionOf, START } from '../../domains/feeds/positions.ts'
import { PATIENCE_MS } from './patience.ts'

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

/** One request from an outside client. */
export async function callApi(
  origin: string,
  method: string,
  path: string,
  { token, body, headers, from }: ApiOptions = {},
): Promise<Answer> {
  const isForm = body instanceof FormData
  const raw = typeof body === 'string' || body instanceof Uint8Array || isForm
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  })
  const endless = answer.headers.get('content-type') === 'text/event-stream'
  const bytes = endless
    ? await beginningOf(answer.body!, await endOf(origin, { token, headers }))
    : new Uint8Array(await answer.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  const json = answer.headers.get('content-type')?.includes('json') ?? false
  return {
    status: answer.status,
    headers: answer.headers,
    body: json && text !== '' ? JSON.parse(text) : undefined,
    text,
    bytes,
  }
}

/** The newest event that the caller can get: streams reach it or a later one. */
async function endOf(origin: string, asker: ApiOptions): Promise<Position> {
  const { body } = await callApi(origin, 'GET', '/v1/events?order=newest&limit=1', asker)
  return body.data.length === 0 ? START : positionOf(body.data[0].cursor)
}

/** For a stream that does not end: everything until its heartbeats show that it has reached `end`. */
async function beginningOf(stream: ReadableStream<Uint8Array>, end: Position): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  const isTold = (): boolean => {
    const places = [
      ...Buffer.concat(chunks)
        .toString()
        .matchAll(/^id: (\S+)\n/gm),
    ]
    return places.length > 0 && compare(positionOf(places.at(-1)![1]!), end) >= 0
  }
  while (!isTold()) {
    const quiet = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => quiet.resolve(undefined), PATIENCE_MS)
    const next = await Promise.race([reader.read(), quiet.promise])
    clearTimeout(timer)
    if (!next || next.done) break
    chunks.push(next.value)
  }
  await reader.cancel()
  return Buffer.concat(chunks)
}
