import type { CallOptions, Client, Failure, Result } from './client.ts'
import { backoff, pause } from './pauses.ts'
import type { FeedEvent } from './types.ts'

/** What to listen to: a board by its id, a board or page by its key, or the whole workspace if neither is given. */
export interface ListenTo {
  board?: string
  definition?: string
}

export interface ListenOptions extends Pick<CallOptions, 'signal'> {
  /** The `cursor` of the last event you have seen, to continue after it. By default, listening starts now. */
  after?: string
}

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
  client: Client,
  to: ListenTo = {},
  { after, signal }: ListenOptions = {},
): AsyncGenerator<FeedEvent> {
  let last = after
  for (let lost = 0; !signal?.aborted; lost++) {
    if (lost > 0) await pause(backoff(Math.min(lost, 6)), signal).catch(() => {})
    const opened = await open(client, to, last, signal)
    if (!opened) return
    if (!opened.ok) {
      if (!passing.includes(opened.code)) throw new ListenError(opened.code, opened.message)
      continue
    }
    const { response } = opened as unknown as { response: Response }
    for await (const { id, type, data } of frames(response, signal)) {
      if (id) last = id
      if (data === undefined) continue
      const told = JSON.parse(data)
      if (type === 'stream.ended') {
        if (!passing.includes(told.code)) throw new ListenError(told.code, told.message)
        break
      }
      lost = 0
      yield told as FeedEvent
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
  client: Client,
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

interface Frame {
  id: string | undefined
  type: string | undefined
  data: string | undefined
}

/** The frames of a stream until it ends, breaks off or falls silent. */
async function* frames(response: Response, signal: AbortSignal | undefined): AsyncGenerator<Frame> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const chunk = await next(reader)
      if (!chunk) return
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield frameOf(block)
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

function frameOf(block: string): Frame {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  return { id: field('id'), type: field('event'), data: field('data') }
}
