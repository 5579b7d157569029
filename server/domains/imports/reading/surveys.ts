import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Encoding } from '../../../../shared/table-files.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { giveWay } from '../../../platform/http/courtesy.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { Turns } from '../../../platform/sharing/turns.ts'
import { quirksOf } from './dialects.ts'
import { type OddBytes, Utf8Weights } from './encodings.rules.ts'
import { FileProblem } from './file-problem.ts'
import { compoundProblem, markupProblem, streamsIn } from './other-files.rules.ts'
import type { ReadingChoices } from './reading-choices.rules.ts'
import { type FileReading, recordsOf } from './records.ts'
import { type Table, Tally } from './tally.ts'
import { delimiterOf, formatOf, utf16Of } from './text-files.rules.ts'
import { textsOf, wholeCharacters } from './texts.ts'
import type { Upload } from './uploads.ts'
import { type Sheet, workbookLines, workbookTurns } from './workbook-reader.ts'

/** What one reading of a file found: its table, its sheets, and how to read the stored file. */
export interface Survey extends Table {
  file: FileReading
  /** What of a file in UTF-8 is not UTF-8. */
  odd: OddBytes | undefined
  sheets: string[]
  sheet: string | null
}

/** What the header itself says: a note beside a table does not make it another. */
export const namesIn = ({ header, named }: Survey): string[] => header.slice(0, named)

/** Few files of text at once, since other requests need the processor too: two for a workspace. */
const textTurns = new Turns({
  atOnce: 4,
  mostWaiting: 64,
  mostWaitMs: 30_000,
  refuse: () => new Refusal('overloaded', 'too_many_files', {}, { retryAfter: 10 }),
})

/** The most that the stored rows of a workbook can take. */
const MOST_KEPT_BYTES = 1024 * 1024 * 1024

/**
 * Reads an upload to its end, so that a file that cannot be read as a table is refused before anything is written.
 * Stores a workbook again, in the order of its rows, and then deletes the upload.
 *
 * @throws FileProblem, the signal's reason, and Refusal overloaded if too many files are being read; the upload is
 *   then still there.
 */
export async function surveyUpload(
  files: FileStore,
  { file }: Upload,
  choices: ReadingChoices,
  workspaceId: string,
  signal: AbortSignal,
): Promise<Survey> {
  const format = formatOf(file.head)
  if (format === 'xls') throw new FileProblem(compoundProblem((stream) => stream === 'Workbook'))
  if (format === 'compound') {
    const streams = await streamsOf(await files.get(file.key))
    throw new FileProblem(compoundProblem((stream) => streams.has(stream)))
  }
  if (format === 'binary' && choices.encoding === undefined)
    throw new FileProblem('is neither CSV nor XLSX')
  if (format === 'xlsx') {
    const { encoding, delimiter, quirks } = choices
    if (encoding !== undefined || delimiter !== undefined || quirks !== undefined) {
      throw new FileProblem('is a workbook; leave `encoding`, `delimiter` and `quirks` out')
    }
    const survey = () => surveyWorkbook(files, file.key, choices, signal)
    return workbookTurns.take(workspaceId, survey, signal)
  }
  return textTurns.take(workspaceId, () => surveyText(files, file, choices), signal)
}

/** Reads a file of text as CSV. @throws FileProblem */
async function surveyText(
  files: FileStore,
  file: Upload['file'],
  choices: ReadingChoices,
): Promise<Survey> {
  const { sheet, headerRow } = choices
  const { encoding, odd } = await encodingIn(files, file, choices.encoding)
  let head = ''
  for await (const text of textsOf(once(file.head), encoding)) head += text
  const markup = markupProblem(head)
  if (markup !== undefined) throw new FileProblem(markup)
  if (/\.xls[xm]$/i.test(file.name)) {
    throw new FileProblem('is named like a workbook but is not one; save it as XLSX or CSV')
  }
  if (sheet !== undefined) throw new FileProblem('is CSV, which has no sheets; leave `sheet` out')
  const delimiter = choices.delimiter ?? delimiterOf(head)
  const quirks = choices.quirks ?? quirksOf(head, delimiter, file.head.length === file.size)
  const reading: FileReading = { key: file.key, format: 'csv', encoding, delimiter, quirks }
  const tally = new Tally({ headerRow, isRagged: false })
  for await (const records of recordsOf(files, reading)) tally.add(records)
  const table = tally.result()
  const read = { ...reading, headerRow: table.headerRow }
  return { ...table, file: read, odd, sheets: [], sheet: null }
}

/** The encoding of a text file, as chosen or else as its bytes suggest, and which of them are not UTF-8 if it is that. */
async function encodingIn(
  files: FileStore,
  { key, head, isUtf8 }: Upload['file'],
  chosen: Encoding | undefined,
): Promise<{ encoding: Encoding; odd: OddBytes | undefined }> {
  const known = chosen ?? utf16Of(head) ?? (isUtf8 ? 'utf-8' : undefined)
  if (known && (known !== 'utf-8' || isUtf8)) return { encoding: known, odd: undefined }
  const weights = new Utf8Weights()
  for await (const { bytes } of wholeCharacters(await files.get(key))) {
    weights.add(bytes)
    await giveWay()
  }
  const encoding = known ?? weights.encoding()
  return { encoding, odd: encoding === 'utf-8' ? weights.odd : undefined }
}

/** The telling streams of a compound file. */
async function streamsOf(source: AsyncIterable<Uint8Array>): Promise<Set<string>> {
  const streams = new Set<string>()
  let rest = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = Buffer.concat([rest, chunk])
    for (const name of streamsIn(bytes)) streams.add(name)
    rest = bytes.subarray(bytes.length - (bytes.length % 128))
    await giveWay()
  }
  return streams
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function surveyWorkbook(
  files: FileStore,
  key: string,
  { sheet: wanted, headerRow }: ReadingChoices,
  signal: AbortSignal,
): Promise<Survey> {
  const folder = await mkdtemp(join(tmpdir(), `sourcebook-import-${process.pid}-`))
  try {
    const path = join(folder, 'upload.xlsx')
    await pipeline(await files.get(key), createWriteStream(path))
    let found: Sheet | undefined
    const onFound = (sheet: Sheet) => {
      found = sheet
    }
    const kept = await files.put(
      workbookLines({ path, wanted, headerRow }, onFound, signal),
      MOST_KEPT_BYTES,
    )
    await files.delete(key).catch(async (error) => {
      await files.delete(kept.key)
      throw error
    })
    const file: FileReading = {
      key: kept.key,
      format: 'xlsx',
      encoding: 'utf-8',
      delimiter: ',',
      headerRow: found!.headerRow,
      since1904: found!.since1904,
    }
    return { ...found!, file, odd: undefined }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
