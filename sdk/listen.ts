import { createParser } from 'eventsource-parser'
import { backoff, pause } from './pauses.ts'
import type { Client, Failure, ListenOptions, ListenTo, Result } from './result.ts'
import type { FeedEvent } from './types.ts'

/** Why listening ended for good: the session is over, the board is gone, or it was never allowed. */
export class ListenError extends Error {
  override name = 'ListenError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The service sends something every 15 s, so a stream that is silent for this long is lost. */
const SILENCE_MS = 45_000

/**
 * Yields events as they happen. A stream that breaks off is opened again where it stopped, so each event comes once and
 * in order. Ends when the signal is aborted.
 *
 * @throws ListenError if opening the stream again cannot help.
 */
export async function* listen(
  client: Pick<Client, 'call'>,
  to: ListenTo = {},
  { after, signal }: ListenOptions = {},
): AsyncGenerator<FeedEvent> {
  let last = after
  let leastMs = 0
  for (let lost = 0; !signal?.aborted; lost++) {
    if (lost > 0) {
      await pause(Math.max(backoff(Math.min(lost, 6)), leastMs), signal).catch(() => {})
    }
    const opened = await open(client, to, last, signal)
    if (!opened) return
    if (!opened.ok) {
      if (!passing.includes(opened.code)) throw new ListenError(opened.code, opened.message)
      continue
    }
    const { response } = opened as unknown as { response: Response }
    for await (const { id, retryMs, type, data } of frames(response, signal)) {
      if (id) last = id
      if (retryMs !== undefined) leastMs = retryMs
      if (data === undefined) continue
      const message = JSON.parse(data)
      if (type === 'stream.ended') {
        if (!passing.includes(message.code)) throw new ListenError(message.code, message.message)
        break
      }
      lost = 0
      yield message as FeedEvent
    }
  }
}

/** Codes after which opening the stream again may work. */
const passing: (Failure['code'] | string)[] = [
  'overloaded',
  'rate_limited',
  'unreachable',
  'unexpected',
]

async function open(
  client: Pick<Client, 'call'>,
  { board, definition }: ListenTo,
  after: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Result<object> | undefined> {
  const input = { ...(after ? { query: { after } } : {}), ...(signal ? { signal } : {}) }
  try {
    if (board) return await client.call('feeds.streamBoard', { params: { id: board }, ...input })
    if (!definition) return await client.call('feeds.stream', input)
    return await client.call('feeds.streamDefinition', { params: { key: definition }, ...input })
  } catch (error) {
    if (signal?.aborted) return undefined
    throw error
  }
}

/** What a stream says: an event, where to continue after it, or how long to wait before it is opened again. */
interface Frame {
  id?: string
  retryMs?: number
  type?: string | undefined
  data?: string
}

/** The frames of a stream until it ends, breaks off or falls silent. */
async function* frames(response: Response, signal: AbortSignal | undefined): AsyncGenerator<Frame> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  const heard: Frame[] = []
  const parser = createParser({
    // A sign of life has an id, too, but no event.
    onId: (id) => heard.push({ id }),
    onRetry: (retryMs) => heard.push({ retryMs }),
    onEvent: ({ event, data }) => heard.push({ type: event, data }),
  })
  try {
    for (;;) {
      const chunk = await next(reader)
      if (!chunk) return
      parser.feed(decoder.decode(chunk, { stream: true }))
      yield* heard.splice(0)
    }
  } catch (error) {
    if (signal?.aborted || isLost(error)) return
    throw error
  } finally {
    reader.cancel().catch(() => {})
  }
}

async function next(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), SILENCE_MS)
  })
  try {
    return (await Promise.race([reader.read(), silence]))?.value
  } finally {
    clearTimeout(timer)
  }
}

/** Whether an error is that of a broken connection, in any engine. */
const isLost = (error: unknown): boolean => error instanceof Error && error.name !== 'SyntaxError'
