import { on } from 'node:events'
import { startThread } from '../../../platform/jobs/threads.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { Turns } from '../../../platform/sharing/turns.ts'
import { FileProblem } from './file-problem.ts'
import type { Table } from './tally.ts'

export interface Job {
  /** The path of a local file. */
  path: string
  /** The name of the sheet to read; the default is the one that looks most like a table. */
  wanted: string | undefined
  /** Where the header is, or 0 for none; the default is to look for it. */
  headerRow: number | undefined
}
export interface Sheet extends Table {
  sheets: string[]
  /** The name of the sheet that was read. */
  sheet: string
  since1904: boolean
}
/** What the thread sends: rows as they are stored, and in the end what it found, or what is wrong with the file. */
export type Message =
  | { lines: Uint8Array<ArrayBuffer> }
  | { found: Sheet }
  | { problem: string; sheets: readonly string[] | undefined }

const THREAD = new URL('./workbook-thread.ts', import.meta.url)
/** The largest allowed texts take half of it. The young generation is extra. */
const HEAP_MIB = 384
/** A safety net: what is read is bounded, and takes a minute or two at most. */
const MOST_MS = 15 * 60_000

/** Few threads at once, since other requests need the processor too: two for a workspace, and one more for others. */
export const workbookTurns = new Turns({
  atOnce: 3,
  mostWaiting: 32,
  mostWaitMs: 30_000,
  refuse: () => new Refusal('overloaded', 'too_many_workbooks', {}, { retryAfter: 10 }),
})

/**
 * Reads a sheet in a separate thread with its own memory, so that a bad file cannot harm this thread. The other thread
 * pauses until somebody takes the next lines, and ends when the reading ends.
 *
 * @param onFound is called at the end, with what was read.
 * @throws FileProblem; the signal's reason.
 */
export async function* workbookLines(
  job: Job,
  onFound: (found: Sheet) => void,
  signal: AbortSignal,
  { heapMib = HEAP_MIB, mostMs = MOST_MS } = {},
): AsyncGenerator<Uint8Array, void, void> {
  const late = AbortSignal.timeout(mostMs)
  const thread = startThread(THREAD, 'workbook', job, heapMib)
  try {
    const until = AbortSignal.any([signal, late])
    for await (const [posted] of on(thread, 'message', { close: ['exit'], signal: until })) {
      const message = posted as Message
      if ('problem' in message) {
        throw Object.assign(new FileProblem(message.problem), { sheets: message.sheets })
      }
      if ('found' in message) return onFound(message.found)
      yield message.lines
      thread.postMessage('taken')
    }
    throw new Error('the thread ended before the workbook did')
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) {
      throw new FileProblem(
        `takes more than ${mostMs / 60_000} minutes to be read; save the sheet as CSV`,
      )
    }
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new FileProblem(
        `takes more than ${heapMib} MiB of memory to be read; save the sheet as CSV`,
      )
    }
    throw error
  } finally {
    await thread.terminate()
  }
}
