import type { Tx } from '../../../platform/database/db.ts'
import { appendEvents } from '../../events/events.ts'
import type { CellValue } from '../cells/column.ts'
import type { Column, Definition } from '../definitions/definition.rules.ts'
import { changeStanding } from '../rows/runs.ts'
import { uniqueHash } from '../uniques/uniques.rules.ts'
import { claimUniqueValues } from '../uniques/uniques.sql.ts'
import { cutStretches } from './trash.rules.ts'
import * as sql from './trash.sql.ts'

/**
 * Which rows: by id, or by the run that they are stamped with and a range of positions, both ends included. A range of
 * some 20,000 keeps a statement within a second or two; callers go from block to block.
 */
export type Selection = { ids: readonly string[] } | { runId: string; from: number; to: number }

export interface TrashOrigin {
  /** As `actorRef` writes it. */
  by: string
  /** The import run whose undo or redo it is: the history names it. */
  runId?: string
}

/** A value of a unique column that a restored row brings back, and that another row has meanwhile. */
export interface TakenValue {
  column: Column
  rowId: string
}

/**
 * Moves rows to the trash, with all that follows: versions, history, unique values, the count, how many rows of an
 * import stand (`import_runs.standing`), events. Rows that are there already, or of another definition, are left alone.
 * The definition's lock is held (`locateForChange`).
 *
 * @param selection with `runId`: the rows that are stamped with that run, but for those that bear posted money.
 * @returns how many rows went, and which, by position.
 */
export async function trashRows(
  tx: Tx,
  definition: Definition,
  selection: Selection,
  { by, runId }: TrashOrigin,
): Promise<{ count: number; stretches: sql.Stretch[] }> {
  const origin = { by, runId: runId ?? null }
  const { stretches, runs } =
    'ids' in selection
      ? await sql.trashByIds(tx, definition.id, selection.ids, origin)
      : await sql.trashOfRun(tx, definition.id, selection, origin)
  changeStanding(
    tx,
    runs.map(({ runId, count }) => ({ runId, by: -count })),
  )
  tell(tx, definition, 'rows.deleted', selection, stretches, by)
  return { count: countOf(stretches), stretches }
}

/**
 * Takes rows out of the trash, with all that follows. Rows that are not in it are left alone. The definition's lock is
 * held.
 *
 * @param selection with `runId`: the rows that `trashRows` put there with this run as its origin, and that nobody took
 *   out since.
 * @returns how many rows came back; or, as `taken`, values of unique columns that other rows have by now: the
 *   transaction must then not keep any of it.
 */
export async function restoreRows(
  tx: Tx,
  definition: Definition,
  selection: Selection,
  { by, runId }: TrashOrigin,
): Promise<{ count: number; stretches: sql.Stretch[]; taken: TakenValue[] }> {
  const origin = { by, runId: runId ?? null }
  // Read before they come back: afterwards nothing tells them from the others.
  const values = await uniqueValuesOf(tx, definition, selection)
  const { stretches, runs } =
    'ids' in selection
      ? await sql.restoreByIds(tx, definition.id, selection.ids, origin)
      : await sql.restoreOfRun(tx, definition.id, selection, origin)
  changeStanding(
    tx,
    runs.map(({ runId, count }) => ({ runId, by: count })),
  )
  const taken = await claimAgain(tx, values)
  if (taken.length === 0) tell(tx, definition, 'rows.restored', selection, stretches, by)
  return { count: countOf(stretches), stretches, taken }
}

interface Claim extends TakenValue {
  columnId: string
  hash: Buffer
}

/** What rows in the trash will hold in unique columns. */
async function uniqueValuesOf(
  tx: Tx,
  definition: Definition,
  selection: Selection,
): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const column of definition.columns.filter(({ unique }) => unique)) {
    const cells =
      'ids' in selection
        ? await sql.listSlotByIds(tx, definition.id, column.slot, selection.ids)
        : await sql.listSlotOfRun(tx, definition.id, column.slot, selection)
    for (const { id, value } of cells) {
      const hash = uniqueHash(column, value as CellValue)
      claims.push({ column, columnId: column.id, hash, rowId: id })
    }
  }
  return claims
}

/** @returns those that other rows have. */
async function claimAgain(tx: Tx, claims: readonly Claim[]): Promise<TakenValue[]> {
  const taken: TakenValue[] = []
  for (let from = 0; from < claims.length; from += BLOCK) {
    const block = claims.slice(from, from + BLOCK)
    const claimed = await claimUniqueValues(tx, block)
    for (const { column, columnId, hash, rowId } of block) {
      if (!claimed.delete(`${columnId} ${hash.toString('hex')}`)) taken.push({ column, rowId })
    }
  }
  return taken
}

const BLOCK = 5000
/** How many rows one event names at most. */
const NAMED = 500

function tell(
  tx: Tx,
  { kind, id }: Definition,
  type: 'rows.deleted' | 'rows.restored',
  selection: Selection,
  stretches: readonly sql.Stretch[],
  by: string,
): void {
  if (stretches.length === 0) return
  const named =
    'ids' in selection && selection.ids.length <= NAMED
      ? [{ rowIds: selection.ids }]
      : cutStretches(stretches, NAMED).map((part) => ({
          runs: part.map(({ first, count }) => [first, count] as const),
        }))
  appendEvents(
    tx,
    named.map((data) => ({ type, actor: by, subject: `${kind}:${id}`, data })),
  )
}

const countOf = (stretches: readonly sql.Stretch[]): number =>
  stretches.reduce((sum, { count }) => sum + count, 0)
