// The thread that reads a workbook. It knows only a path, reads that file and ends. It sends rows as they are stored.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { standBack } from '../../../platform/jobs/stand-back.ts'
import { FileProblem } from './file-problem.ts'
import { jsonLine } from './file-values.rules.ts'
import { Tally } from './tally.ts'
import type { Job, Message } from './workbook-reader.ts'
import { openWorkbook } from './workbooks.ts'

standBack()

const BATCH_CHARS = 256 * 1024
const port = parentPort!
const post = (message: Message, transferred: ArrayBuffer[] = []) =>
  port.postMessage(message, transferred)
let taken: Promise<unknown> = Promise.resolve()

/** Only one batch is under way while the next is read, so the receiver sets the pace. */
async function send(text: string): Promise<void> {
  await taken
  taken = once(port, 'message')
  const lines = new TextEncoder().encode(text)
  post({ lines }, [lines.buffer])
}

let sheets: string[] | undefined

async function read({ path, wanted, headerRow }: Job): Promise<void> {
  const { sheet, since1904, rows, ...book } = await openWorkbook(path, wanted)
  sheets = book.sheets
  const tally = new Tally({ headerRow, isRagged: true })
  let text = ''
  for await (const records of rows) {
    tally.add(records)
    for (const record of records) {
      text += jsonLine(record)
      if (text.length < BATCH_CHARS) continue
      await send(text)
      text = ''
    }
  }
  if (text !== '') await send(text)
  post({ found: { sheets, sheet, since1904, ...tally.result() } })
}

try {
  await read(workerData as Job)
} catch (error) {
  if (!(error instanceof FileProblem)) throw error
  post({ problem: error.message, sheets: error.sheets ?? sheets })
}
