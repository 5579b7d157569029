/** What a paste is called among the edits that can be undone. */
export const PASTE = 'Paste'

/** What became of a paste that did not go in unchanged. */
export interface PasteReport {
  /** `29 rows added, 7 cells refused` */
  summary: string
  notes: readonly ReportNote[]
  /** Whether all of it is shown. */
  open: boolean
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
export function without(
  report: PasteReport | null,
  rowId: string,
  key: string,
): PasteReport | null {
  if (!report) return null
  const notes = report.notes.filter((note) => note.rowId !== rowId || note.key !== key)
  if (notes.length === report.notes.length) return report
  return notes.length > 0 ? { ...report, notes } : null
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
