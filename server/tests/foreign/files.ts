import { type Api, makeBoard } from '../support/desks/fixtures.ts'
import { importerOf } from '../support/desks/imports.ts'
import { discard, temporaryDirectory } from '../support/machine/temporary.ts'
import { Compared, keep, runPython } from './comparing.ts'
import {
  EXPLAINED_CELLS,
  EXPLAINED_FILES,
  isHeld,
  isMeant,
  isRead,
} from './file-differences.rules.ts'
import type { ForeignFile, Kind, Value } from './tables.rules.ts'

/** As many as the widest file can use. */
const COLUMNS: Record<Kind, number> = { text: 10, number: 4, currency: 3, date: 3, checkbox: 3 }
const FILES_A_BOARD = 40

/** A file after its import. */
interface Imported {
  header: string[]
  /** What the board holds: a row for each of the file. */
  rows: Value[][]
  faults: string[]
}

/**
 * Imports files as a person would who maps each column, and compares what the boards hold with what was meant.
 *
 * @param lanes at once, each with boards of its own.
 * @param directory keeps the files that are faulty.
 */
export async function importedFaults(
  service: Api,
  token: string,
  files: readonly ForeignFile[],
  { directory, lanes = 3 }: { directory: string; lanes?: number },
): Promise<Compared> {
  const found = new Compared()
  const groups = Array.from({ length: Math.ceil(files.length / FILES_A_BOARD) }, (_, at) =>
    files.slice(at * FILES_A_BOARD, (at + 1) * FILES_A_BOARD),
  )
  const work = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      const imported = await importedInto(service, token, group)
      for (const [at, file] of group.entries()) {
        const faults = faultsOf(file, imported[at]!)
        found.cells += file.rows.length * file.header.length
        if (faults.length === 0) continue
        found.add(await keep(directory, nameOf(file), file.bytes), file.what, faults)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return found
}

const nameOf = ({ seed, reading }: ForeignFile): string =>
  `${seed}.${'sheet' in reading ? 'xlsx' : 'csv'}`

/** Imports files into one new board, one after the other, so that the rows of each are together. */
async function importedInto(
  service: Api,
  token: string,
  files: readonly ForeignFile[],
): Promise<Imported[]> {
  const columns = Object.entries(COLUMNS).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => ({
      name: `${kind} ${at + 1}`,
      key: `${kind}_${at + 1}`,
      type: kind === 'text' ? 'long_text' : kind,
    })),
  )
  const { id } = await makeBoard(service, token, columns)
  const importer = importerOf(service.api, token, { boardId: id })
  const done: (Imported & { keys: string[]; count: number })[] = []
  for (const { bytes, name, choices, kinds } of files) {
    const form = { file: bytes, name, ...choices }
    const preview = await importer.preview(form)
    if (preview.status !== 201) {
      done.push({ ...NOTHING, faults: [`the preview answered ${preview.status}: ${preview.text}`] })
      continue
    }
    const { header, rows: shown } = preview.body.data
    const keys = keysFor(kinds, header.length)
    const mapping = header.map((_: string, at: number) => keys[at] ?? null)
    const run = await importer.run({ ...form, mapping, onBad: { '*': 'leave_empty' } })
    const faults: string[] = []
    if (run.failed > 0 || run.error) {
      const failures = await importer.get(`/${run.id}/failures`)
      const refused = failures.body.data.map(
        ({ line, errors }: { line: number; errors: { message: string }[] }) =>
          `row ${line} is refused: ${errors[0]?.message}`,
      )
      faults.push(...refused, ...(run.error ? [`the run ended with ${run.error}`] : []))
    }
    if (shown.length !== run.total) faults.push(`${shown.length} rows shown of ${run.total}`)
    done.push({ header, rows: [], faults, keys, count: run.imported })
  }
  const rows = await importer.rows()
  let at = 0
  return done.map(({ keys, count, ...rest }) => {
    const own = rows.slice(at, at + count)
    at += count
    return { ...rest, rows: own.map(({ cells }) => keys.map((key) => cells[key] ?? null)) }
  })
}

const NOTHING = { header: [], rows: [], keys: [], count: 0 }

/** The columns of the board for a file’s columns, and for as many more as were found. */
function keysFor(kinds: readonly Kind[], count: number): string[] {
  const used: Record<Kind, number> = { text: 0, number: 0, currency: 0, date: 0, checkbox: 0 }
  const all = Array.from({ length: Math.max(count, kinds.length) }, (_, at) => kinds[at] ?? 'text')
  return all.map((kind) => `${kind}_${++used[kind]}`)
}

/** Where the board differs from what the file’s author meant. */
function faultsOf({ header, kinds, rows }: ForeignFile, imported: Imported): string[] {
  const faults = [...imported.faults]
  if (faults.length > 0) return faults
  const isEmpty = (at: number) => rows.every((row) => row[at]!.stored === null)
  for (const [at, name] of header.entries()) {
    const found = imported.header[at]
    if (found === undefined && name === '' && isEmpty(at)) continue
    if (name === '' ? found === undefined : found?.trim() !== name) {
      faults.push(`column ${at + 1} is ${JSON.stringify(found)}, not ${JSON.stringify(name)}`)
    }
  }
  if (imported.rows.length !== rows.length) {
    return [...faults, `${imported.rows.length} rows, not ${rows.length}`]
  }
  for (const [at, row] of rows.entries()) {
    for (const [place, cell] of row.entries()) {
      const held = imported.rows[at]![place]
      if (isMeant(kinds[place]!, cell, held)) continue
      faults.push(
        `row ${at + 1}, ${JSON.stringify(header[place])} (${kinds[place]}): holds ${JSON.stringify(held)}, meant was ${JSON.stringify(cell.stored)}`,
      )
    }
    const more = imported.rows[at]!.slice(row.length).find((value) => value !== null)
    if (more !== undefined) faults.push(`row ${at + 1} also holds ${JSON.stringify(more)}`)
  }
  return faults
}

const SCRIPT = new URL('./read-files.py', import.meta.url).pathname

/**
 * Has Python read files, and compares with what was meant. The boards hold that, or `importedFaults` says so.
 *
 * @param directory keeps the files that are faulty.
 */
export async function readFaults(
  python: string,
  files: readonly ForeignFile[],
  directory: string,
): Promise<Compared> {
  const found = new Compared()
  const scratch = await temporaryDirectory()
  const asked = []
  for (const file of files) {
    asked.push({ path: await keep(scratch, nameOf(file), file.bytes), reading: file.reading })
  }
  const answers = await runPython<{ rows?: Value[][]; error?: string }>(python, SCRIPT, asked)
  await discard(scratch)
  for (const [at, file] of files.entries()) {
    const { rows, error } = answers[at]!
    const faults = rows ? readDifferences(file, rows.slice(1), found) : unread(file, error!, found)
    if (faults.length === 0) continue
    found.add(await keep(directory, nameOf(file), file.bytes), file.what, faults)
  }
  return found
}

function unread(file: ForeignFile, error: string, found: Compared): string[] {
  const known = EXPLAINED_FILES.find(({ explains }) => explains(file, error))
  if (known) found.explain(known.reason)
  return known ? [] : [`Python says ${error}`]
}

function readDifferences(file: ForeignFile, rows: readonly Value[][], found: Compared): string[] {
  if (rows.length !== file.rows.length) {
    return [`Python reads ${rows.length} rows, not ${file.rows.length}`]
  }
  const faults: string[] = []
  for (const [at, row] of file.rows.entries()) {
    for (const [place, cell] of row.entries()) {
      const read = rows[at]![place] ?? null
      found.cells++
      if (isRead(cell, read) && isHeld(file.kinds[place]!, cell, read)) continue
      const known = EXPLAINED_CELLS.find(({ explains }) => explains({ file, cell, read }))
      if (known) found.explain(known.reason)
      else {
        faults.push(
          `row ${at + 1}, column ${place + 1}: Python reads ${JSON.stringify(read)}, meant was ${JSON.stringify(cell.raw)}, held is ${JSON.stringify(cell.stored)}`,
        )
      }
    }
  }
  return faults
}
