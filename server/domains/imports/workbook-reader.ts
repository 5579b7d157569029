import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Turns } from '../../platform/jobs/turns.ts'
import { FileProblem } from './file-problem.ts'
import type { Table } from './tally.ts'

export interface Job {
  /** Of a file of this machine. */
  path: string
  /** The sheet that is wanted, where it is not the first. */
  wanted: string | undefined
}
export interface Sheet extends Table {
  sheets: string[]
  /** The name of the one that was read. */
  sheet: string
}
/** What the thread says: rows as they are kept, and in the end what they were, or what is wrong with the file. */
export type Message = { lines: Uint8Array<ArrayBuffer> } | { found: Sheet } | { problem: string }

const THREAD = new URL('./workbook-thread.ts', import.meta.url)
/** The largest texts that are read take half of it. The young generation comes on top. */
const HEAP_MIB = 384
/** A net: what is read is bounded, and takes a minute or two at most. */
const MOST_MS = 15 * 60_000

/** A thread for each, on two cores: the requests of others need the rest. */
export const workbookTurns = new Turns({
  atOnce: 2,
  mostWaiting: 16,
  mostWaitMs: 30_000,
  refusal: {
    message: 'Too many workbooks are being read right now; try again in 10 seconds.',
    retryAfter: 10,
  },
})

/**
 * Reads a sheet in a thread of its own, with memory of its own: whatever the file does there, this one keeps running. The
 * thread pauses while nobody takes the next lines, and ends with the reading.
 *
 * @param tell is called at the end.
 * @throws FileProblem; the signal's reason.
 */
export async function* workbookLines(
  job: Job,
  tell: (found: Sheet) => void,
  signal: AbortSignal,
  { heapMib = HEAP_MIB, mostMs = MOST_MS } = {},
): AsyncGenerator<Uint8Array, void, void> {
  const late = AbortSignal.timeout(mostMs)
  const thread = new Worker(THREAD, {
    name: 'workbook',
    workerData: job,
    env: {},
    resourceLimits: {
      maxOldGenerationSizeMb: heapMib,
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    },
  })
  thread.on('error', () => {}) // an error while it is being ended concerns nobody
  try {
    const until = AbortSignal.any([signal, late])
    for await (const [said] of on(thread, 'message', { close: ['exit'], signal: until })) {
      const message = said as Message
      if ('problem' in message) throw new FileProblem(message.problem)
      if ('found' in message) return tell(message.found)
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
