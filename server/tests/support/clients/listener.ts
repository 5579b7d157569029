import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENCE_MS } from '../machine/patience.ts'

/** An event of a stream, as it was sent. */
export interface Heard {
  id: string
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it listens to
  data: any
}

export interface Listener {
  status: number
  headers: Headers
  events: Heard[]
  /** The last `id:` that came, with or without an event. */
  lastId(): string
  /** Whether the stream has ended, from either side. */
  ended: Promise<void>
  close(): void
}

/** Listens to a stream of events like a browser, but does not reconnect. */
export async function listen(
  origin: string,
  path: string,
  { token, lastEventId }: { token: string; lastEventId?: string },
): Promise<Listener> {
  const stopping = new AbortController()
  const answer = await fetch(origin + path, {
    signal: stopping.signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
  })
  const events: Heard[] = []
  let last = ''
  const ended = read().catch(() => {})
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    lastId: () => last,
    ended,
    close: () => stopping.abort(),
  }

  async function read(): Promise<void> {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body!) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) take(block)
    }
  }

  function take(block: string): void {
    const fields = new Map(
      block
        .split('\n')
        .filter((line) => !line.startsWith(':'))
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    last = fields.get('id') ?? last
    const data = fields.get('data')
    if (data === undefined) return
    events.push({ id: fields.get('id') ?? '', type: fields.get('event')!, data: JSON.parse(data) })
  }
}

/** Waits for a condition. @throws Error after patience runs out */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${PATIENCE_MS} ms: ${what}`)
    await sleep(25)
  }
}
