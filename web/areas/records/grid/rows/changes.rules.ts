import type { Failure } from '../../../../../sdk/client.ts'
import type { Problem } from '../../../../service/failures/refused-value.rules.ts'
import type { Cells } from '../../list/types.ts'
import { isSame } from './live.rules.ts'

/** One cell that somebody changes. */
export interface CellChange {
  rowId: string
  key: string
  /** Its value when the change was made. */
  from: unknown
  /** The value that is sent. */
  to: unknown
  /** Whether names that lead nowhere go too, where the cell holds nothing else. */
  empties?: true
}

/** A cell that two people changed to different values. */
export interface Conflict {
  change: CellChange
  theirs: unknown
}

/** A cell that was not written, and why; `row` is its number in the grid, if known. */
export interface Refusal extends Problem {
  rowId: string | null
  key: string | null
  /** Why a row as a whole was not written. */
  code?: Failure['code']
}

/** A cell as one text, to find it by. */
export const cellName = ({ rowId, key }: { rowId: string | null; key: string | null }): string =>
  `${rowId} ${key}`

/** The changes grouped by row, in the order the rows first appear. */
export function byRow(changes: readonly CellChange[]): Map<string, Map<string, CellChange>> {
  const rows = new Map<string, Map<string, CellChange>>()
  for (const change of changes) {
    const row = rows.get(change.rowId) ?? new Map<string, CellChange>()
    row.set(change.key, change)
    rows.set(change.rowId, row)
  }
  return rows
}

export const cellsAfter = (changes: ReadonlyMap<string, CellChange>): Cells =>
  Object.fromEntries([...changes].map(([key, { to }]) => [key, to]))

export function chunks<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size))
  return parts
}

/** Where an issue of a write is: `body.rows[3].cells.amount`, `body.cells.amount`, `body.rows[3].id`. */
export function placeOfIssue(path: string): { index: number; key: string | null } | null {
  const match = /^body\.(?:rows\[(\d+)\])?\.?(?:cells(?:\.(.+))?|id|version)?$/.exec(path)
  return match && { index: Number(match[1] ?? 0), key: match[2] ?? null }
}

/** The changes of a row that conflict with somebody else's; the others can be sent again. */
export const inConflict = (changes: Iterable<CellChange>, now: Cells): Conflict[] =>
  [...changes]
    .filter(({ key, from, to }) => !isSame(now[key], from) && !isSame(now[key], to))
    .map((change) => ({ change, theirs: now[change.key] ?? null }))
