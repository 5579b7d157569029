import { type Problem, valueWords } from '../../../../service/failures/refused-value.rules.ts'

/** What a paste is called among the edits that can be undone. */
export const PASTE = 'Paste'

/** The outcome of a paste that did not go in unchanged. */
export interface PasteReport {
  /** `29 rows added, 7 cells refused` */
  summary: string
  notes: readonly ReportNote[]
  /** Whether all of it is shown. */
  open: boolean
  /** The rows that refused links name, if they can be added. */
  missing?: MissingRows
  /** The columns that pasted cells lack, if they can be added. */
  beyond?: Offer & { count: number }
}

interface Offer {
  add: () => Promise<void>
}

export interface MissingRows extends Offer {
  /** How many; `null` if that is not known. */
  count: number | null
}

export interface ReportNote {
  kind: 'coerced' | 'ignored' | 'refused'
  /** The row that has the cell; `null` if there is none. */
  rowId: string | null
  /** The cell's column, by its key. */
  key: string | null
  /** The line of the paste, from 1, if it became no row. */
  line: number | null
  says: string
  /** The typed text, if it is kept. */
  typed?: unknown
}

interface Counts {
  added: number
  changed: number
  notes: readonly ReportNote[]
}

/** `29 rows added, 7 cells refused` */
export function summaryOf({ added, changed, notes }: Counts): string {
  const refused = notes.filter(({ kind }) => kind === 'refused')
  const lines = refused.filter(({ line }) => line !== null).length
  const parts = [
    counted(added, 'row', 'added'),
    counted(changed, 'cell', 'changed'),
    counted(lines, 'row', 'not added'),
    counted(refused.length - lines, 'cell', 'refused'),
  ].filter((part) => part !== '')
  return parts.join(', ') || 'Nothing changed'
}

export interface WentBack {
  verb: 'Undone' | 'Redone'
  /** What it was called when it was done. */
  label: string
  /** How many cells and rows it changed. */
  done: number
  /** How many cells it left as they are. */
  left: number
  /** Of those, which somebody else has changed since. */
  theirs: number
  /** Why the service refused the first of the others. */
  refused: Problem | undefined
}

/** What an undo or redo did that left nothing as it was. */
export const allWentBack = ({ verb, label }: Pick<WentBack, 'verb' | 'label'>): string =>
  `${verb}: ${label.toLowerCase()}.`

/** What an undo or redo did, and what it left as it is, and why. */
export function wentBackWords({ verb, label, done, left, theirs, refused }: WentBack): string {
  if (left === 0) return allWentBack({ verb, label })
  const [it, was] = left === 1 ? ['it', 'was'] : ['they', 'were']
  const [theCells, them] = left === 1 ? ['the cell', 'it'] : ['the cells', 'them']
  const [subject, object] = done > 0 ? [it, them] : [theCells, theCells]
  const why =
    theirs === left
      ? `somebody else has changed ${object} since`
      : theirs > 0
        ? `somebody else has changed some of ${object} since, and the rest ${was} refused`
        : `${subject} ${was} refused`
  const because = refused ? ` ${valueWords(refused).replace(/\.$/, '')}.` : ''
  if (done === 0) return `Nothing was ${verb.toLowerCase()}: ${why}.${because}`
  const cells = left === 1 ? '1 cell is' : `${left.toLocaleString()} cells are`
  return `${allWentBack({ verb, label })} ${cells} unchanged: ${why}.${because}`
}

const counted = (count: number, what: string, how: string): string =>
  count === 0 ? '' : `${count.toLocaleString()} ${count === 1 ? what : `${what}s`} ${how}`

export type Marks = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Why cells were refused, by row and column. */
export function marksOf(report: PasteReport | null): Marks {
  const marks = new Map<string, Map<string, string>>()
  for (const { kind, rowId, key, says } of report?.notes ?? []) {
    if (kind !== 'refused' || rowId === null || key === null) continue
    const cells = marks.get(rowId) ?? new Map<string, string>()
    cells.set(key, says)
    marks.set(rowId, cells)
  }
  return marks
}

/** The report without a cell that has been changed since; `null` if there is nothing left to report. */
export const without = (
  report: PasteReport | null,
  rowId: string,
  key: string,
): PasteReport | null => withoutNotes(report, (note) => note.rowId === rowId && note.key === key)

export function withoutNotes(
  report: PasteReport | null,
  isDone: (note: ReportNote) => boolean,
): PasteReport | null {
  if (!report) return null
  const notes = report.notes.filter((note) => !isDone(note))
  if (notes.length === report.notes.length) return report
  return notes.length > 0 ? { ...report, notes } : null
}

/** The refused cells whose typed text is kept. */
export const unsavedIn = (report: PasteReport | null): ReportNote[] =>
  report?.notes.filter(({ typed }) => typed !== undefined) ?? []

/** The report with more of them; a later one of the same cell takes the place of an earlier one. */
export function withUnsaved(
  report: PasteReport | null,
  unsaved: readonly ReportNote[],
): PasteReport {
  const isAgain = ({ rowId, key, typed }: ReportNote): boolean =>
    typed !== undefined && unsaved.some((one) => one.rowId === rowId && one.key === key)
  const notes = [...(report?.notes.filter((note) => !isAgain(note)) ?? []), ...unsaved]
  const summary = summaryOf({ added: 0, changed: 0, notes })
  return { ...report, summary, notes, open: report?.open ?? false }
}

interface Place {
  row: number
  column: number
}

/** The nearest place after another one in reading order, or before it; from the other end on after the last one. */
export function nextOf<P extends Place>(places: readonly P[], from: Place, by: -1 | 1): P | null {
  const inOrder = places.toSorted((a, b) => by * compare(a, b))
  return inOrder.find((place) => by * compare(place, from) > 0) ?? inOrder[0] ?? null
}

const compare = (a: Place, b: Place): number => a.row - b.row || a.column - b.column
