import { type CellRefusal, cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { messageOf, type Why } from '../../../../contract/refusals/reasons.ts'
import { inputOf, isLink } from '../../../../shared/column-types.ts'
import { MOST_OPTIONS } from '../../../../shared/limits.ts'
import { bareNumber } from '../../../../shared/phone-extension.ts'
import type { CellError } from '../../../platform/refusal.ts'
import type { CellContext } from '../cells/column.ts'
import { named } from '../cells/words.ts'
import type {
  Column,
  Definition,
  DefinitionView,
  StoredCells,
} from '../definitions/definition.rules.ts'
import { type UniqueValue, uniqueHash } from '../uniques/uniques.rules.ts'
import { ownIdColumn, ownIdIn, withoutOwnId } from './own-id-column.rules.ts'
import { editedCells } from './row-changes.rules.ts'
import type { PlannedRow } from './row-creation.ts'
import { type NewOptions, planRows, type RowPlan, type SentCells } from './rows.rules.ts'

/** Why a row of a file is refused. It has the column's id, so that only people who see the column are shown it. */
export interface ImportFault extends Partial<Why> {
  column: string | null
  message: string
  /** The id of the column that keeps the value as text, if the row is imported without it. */
  keptIn?: string
}

/** A row's error with the column's id in place of its key. */
export const importFault = (
  view: DefinitionView,
  { index: _, column, ...why }: CellError,
): ImportFault => ({
  column: (column !== undefined && view.find(column)?.id) || null,
  ...why,
})

/** The fault as a reader sees it, with the column's key; empty if the column is hidden from them. */
export function shownFault(view: DefinitionView, fault: ImportFault): ImportFault[] {
  if (fault.column === null) return [fault]
  const keyOf = (of: string) => view.columns.find(({ id }) => id === of)?.key
  const column = keyOf(fault.column)
  if (column === undefined) return []
  const { keptIn: keeper, ...others } = fault
  const keptIn = keeper === undefined ? undefined : keyOf(keeper)
  return [{ ...others, column, ...(keptIn !== undefined && { keptIn }) }]
}

/** Why a row is refused, if a value of one of its columns is the cause. */
export const faultIn = (column: Column, refusal: CellRefusal): ImportFault => ({
  column: column.id,
  message: `${column.key}: ${messageOf(refusal)}`,
  ...refusal,
})

/** Rows of a file, planned with one version of the definition; the refused ones have faults. */
export interface ImportPlan {
  sent: readonly SentCells[]
  rows: readonly RowPlan[]
  newOptions: NewOptions
  faults: ImportFault[][]
}

/**
 * Plans each row by itself: a fault in one does not affect the others. Pure.
 *
 * @param known new labels of earlier rows; those of these rows are added.
 */
export function planImport(
  view: DefinitionView,
  context: CellContext,
  sent: readonly SentCells[],
  matchOn: Column | undefined,
  known: NewOptions = new Map(),
): ImportPlan {
  const faults: ImportFault[][] = sent.map(() => [])
  const options = { misfits: 'refuse', update: matchOn !== undefined, newOptions: known } as const
  const plan = planRows(view, context, sent, options)
  // The last errors, for too many options, belong to no row: `acceptNewOptions` finds the rows that add the options.
  const ofRows = plan.errors.slice(0, plan.errors.length - overfull(plan.newOptions))
  for (const error of ofRows) faults[error.index]!.push(importFault(view, error))
  return { sent, rows: plan.rows, newOptions: plan.newOptions, faults }
}

const overfull = (newOptions: NewOptions): number =>
  [...newOptions].filter(
    ([{ settings }, labels]) => (settings.options?.length ?? 0) + labels.size > MOST_OPTIONS,
  ).length

/**
 * The labels that the accepted rows add; rows that would add more than a column can have get a fault instead.
 *
 * @returns `rows`: the accepted rows planned again, if some were refused: labels may then be spelled differently.
 */
export function acceptNewOptions(
  view: DefinitionView,
  context: CellContext,
  plan: ImportPlan,
  update: boolean,
): { rows?: RowPlan[]; newOptions: NewOptions } {
  const { newOptions } = plan
  const isWhole = overfull(newOptions) === 0 && plan.faults.every((faults) => faults.length === 0)
  if (newOptions.size === 0 || isWhole) return { newOptions }
  for (;;) {
    const accepted = plan.sent.filter((_, at) => plan.faults[at]!.length === 0)
    const again = planRows(view, context, accepted, { misfits: 'refuse', update })
    if (again.errors.length === 0) return again
    const error = again.errors[0]!
    const fault = importFault(view, error)
    for (const [at, cells] of plan.sent.entries()) {
      const { newOptions } = planRows(view, context, [cells], { misfits: 'refuse', update })
      const brings = [...newOptions.keys()].some(({ key }) => key === error.column)
      if (brings && plan.faults[at]!.length === 0) {
        plan.faults[at]!.push(fault)
      }
    }
    // If no row is found to be the cause, all are refused: the next turn then has no rows.
    if (plan.sent.filter((_, at) => plan.faults[at]!.length === 0).length === accepted.length) {
      for (const found of plan.faults) found.push(fault)
    }
  }
}

/** An existing row, found by the column that rows are matched on. */
export interface Found {
  id: string
  version: number
  before: StoredCells
  /** Whether it has the stamp of the current run. */
  stamped: boolean
}

/** A row that the block makes or changes, and the file's rows that it comes from. */
export interface Entry {
  found: Found | undefined
  /** The id of the row; undefined for a new one that nothing links to yet. */
  id: string | undefined
  cells: StoredCells
  rows: number[]
  uniques: UniqueValue[]
}

/** What earlier blocks would have stored, for a dry run. */
export interface Memory {
  uniques: Map<string, number>
  /** The own ids among them, by line. */
  ownIds: Map<number, string>
  matches: Set<string>
}

/**
 * Decides for each row of the file without a fault whether it makes a row or changes one. Two with the same value in
 * the matched column mean the same row: the later updates the earlier. Pure; adds to the plan's faults.
 *
 * @param found rows of the board by the hash of the matched value.
 * @param taken values of unique columns, as `claimOf`, that rows of the board have, with the rows' ids.
 * @param trashed those of them that rows in the trash keep.
 * @param lines where the rows are in the file, for messages.
 * @param ids the ids that the rows get if they are new, if they can link to each other.
 */
export function decideImport(
  view: DefinitionView,
  plan: ImportPlan,
  matchOn: Column | undefined,
  {
    found,
    taken,
    lines,
    ids = [],
    memory,
  }: {
    found: ReadonlyMap<string, readonly Found[]>
    taken: ReadonlyMap<string, string>
    lines: readonly number[]
    ids?: readonly string[] | undefined
    memory?: Memory | undefined
  },
): Entry[] {
  const entries: Entry[] = []
  const byMatch = new Map<string, Entry>()
  const claims = new Map<string, { entry: Entry; line: number }>()
  for (const [at, row] of plan.rows.entries()) {
    const faults = plan.faults[at]!
    if (faults.length > 0) continue
    const match = matchOn && matchOf(matchOn, row)
    const rows = match === undefined ? [] : (found.get(match) ?? [])
    if (rows.length > 1) {
      faults.push(faultIn(matchOn!, cellRefusal('several_matches', {})))
      continue
    }
    const known = match === undefined ? undefined : byMatch.get(match)
    const remembered = match !== undefined && memory?.matches.has(match)
    const isNew = !known && rows.length === 0 && !remembered
    if (isNew && matchOn) faults.push(...missingIn(view, row))
    const entry = known ?? {
      found: rows[0],
      id: rows[0]?.id ?? ids[at],
      cells: rows[0]?.before ?? {},
      rows: [],
      uniques: [],
    }
    for (const { column, hash } of row.uniques) {
      const claim = claimOf(column, hash)
      const holder = taken.get(claim)
      const twin = claims.get(claim)
      const before = memory?.uniques.get(claim)
      if (holder !== undefined && holder !== entry.found?.id) {
        faults.push(faultIn(column, cellRefusal('not_unique', {})))
      } else if ((twin && twin.entry !== entry) || (before !== undefined && !remembered)) {
        const line = twin?.line ?? before!
        faults.push(faultIn(column, cellRefusal('twin_in_file', { line })))
      }
    }
    if (faults.length > 0) continue
    for (const { column, hash } of row.uniques) {
      claims.set(claimOf(column, hash), { entry, line: lines[at]! })
      memory?.uniques.set(claimOf(column, hash), lines[at]!)
    }
    const ownId = ownIdIn(row.cells)
    if (ownId !== undefined) memory?.ownIds.set(lines[at]!, ownId)
    if (match !== undefined) {
      byMatch.set(match, entry)
      memory?.matches.add(match)
    }
    const isOnly = !entry.found && entry.rows.length === 0
    entry.cells = isOnly
      ? row.cells
      : editedCells(entry.cells, { cells: withKnown(matchOn, entry.cells, row.cells), cleared: [] })
    entry.uniques = isOnly
      ? row.uniques
      : [
          ...entry.uniques.filter(({ column }) => !row.uniques.some((u) => u.column === column)),
          ...row.uniques,
        ]
    if (!known) entries.push(entry)
    entry.rows.push(at)
  }
  return entries
}

/** A file without the extension of the number that a row was found by does not take it away. */
function withKnown(
  matchOn: Column | undefined,
  before: StoredCells,
  cells: StoredCells,
): StoredCells {
  if (!matchOn || inputOf(matchOn.type) !== 'phone') return cells
  const { slot } = matchOn
  const known = String(before[slot] ?? '')
  return bareNumber(known) === cells[slot] ? { ...cells, [slot]: known } : cells
}

/**
 * Adds a fault to each row of the file that links to another one that is not written.
 *
 * @param ids the ids that the rows get if they are new.
 * @returns whether there was such a row.
 */
export function refuseDangling(
  { definition }: DefinitionView,
  plan: ImportPlan,
  entries: readonly Entry[],
  ids: readonly string[],
): boolean {
  const written = new Set(entries.map(({ id }) => id))
  const missing = new Set(ids.filter((id) => !written.has(id)))
  const columns = ownLinkColumns(definition)
  let isFound = false
  for (const at of entries.flatMap(({ rows }) => rows)) {
    for (const column of columns) {
      const linked = (plan.rows[at]!.cells[column.slot] ?? []) as string[]
      if (!linked.some((id) => missing.has(id))) continue
      isFound = true
      const sent = named(plan.sent[at]![column.key])
      const { name: board } = definition
      plan.faults[at]!.push(faultIn(column, cellRefusal('no_such_row', { sent, board })))
    }
  }
  return isFound
}

/** The columns that link to rows of the same board. */
const ownLinkColumns = ({ id, columns }: Definition): Column[] =>
  columns.filter(({ type, settings }) => isLink(type) && settings.definitionId === id)

/** Whether a row of a file was refused only for links to rows of its board, which later rows of the file may make. */
export function isEarly({ definition }: DefinitionView, faults: readonly ImportFault[]): boolean {
  const ids = new Set(ownLinkColumns(definition).map(({ id }) => id))
  return (
    faults.length > 0 &&
    faults.every(({ column, reason }) => reason === 'no_such_row' && column && ids.has(column))
  )
}

export const claimOf = (column: Column, hash: Buffer): string =>
  `${column.id} ${hash.toString('hex')}`

/** An entry as it is stored: an own id is no cell. A row that is there already keeps the own id that it has. */
export function storedEntry<E extends Entry>(entry: E): E & PlannedRow {
  const externalId = ownIdIn(entry.cells)
  if (externalId === undefined) return entry
  const uniques = entry.uniques.filter(({ column }) => column !== ownIdColumn)
  return { ...entry, cells: withoutOwnId(entry.cells), uniques, externalId }
}

/** What a row of the file is matched by: its value in the matched column, if it has one. */
export function matchOf(column: Column, row: Pick<RowPlan, 'cells'>): string | undefined {
  const value = row.cells[column.slot]
  return value === undefined ? undefined : uniqueHash(column, value).toString('hex')
}

/** The required cells that a row lacks, which matters only once it is known to be new. */
const missingIn = (view: DefinitionView, row: RowPlan): ImportFault[] =>
  view.definition.columns.flatMap((column) =>
    column.required && !column.readOnly && view.mayWrite(column) && !(column.slot in row.cells)
      ? [faultIn(column, cellRefusal('required', {}))]
      : [],
  )

/** What a row would hold in columns that the reader can see, by key. */
export const plannedCells = (
  columns: readonly Column[],
  { cells }: Pick<RowPlan, 'cells'>,
): Record<string, unknown> =>
  Object.fromEntries(
    columns.flatMap(({ key, slot }) => (cells[slot] === undefined ? [] : [[key, cells[slot]]])),
  )
