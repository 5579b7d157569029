import type { Tx } from '../../../platform/database/tx.ts'
import { appendEvents } from '../../events/events.ts'
import type { CellValue } from '../cells/column.ts'
import type { Column, Definition } from '../definitions/definition.rules.ts'
import { findOwnIds } from '../rows/own-ids.ts'
import { changeLiveCount } from '../rows/runs.ts'
import { uniqueHash } from '../uniques/uniques.rules.ts'
import { claimUniqueValues } from '../uniques/uniques.sql.ts'
import { listMoneyRows, type Stamp } from './money-rows.ts'
import { cutStretches } from './trash.rules.ts'
import * as sql from './trash.sql.ts'

/**
 * Which rows: by id, or by the run that they are stamped with and a range of positions, including both ends. A range of
 * about 20,000 keeps a statement within a second or two; callers go from block to block.
 */
export type Selection = { ids: readonly string[] } | Stamp

export interface TrashOrigin {
  /** As `actorRef` writes it. */
  by: string
  /** The import run that is being undone or redone; the history names it. */
  runId?: string
}

/** A restored row's unique value, or own id, that another row now has. */
export type TakenValue = { column: Column; rowId: string } | TakenOwnId

interface TakenOwnId {
  ownId: string
  rowId: string
  /** The row that has it. */
  holder: string
}

/**
 * Moves rows to the trash and does everything that follows: versions, history, unique values, counts (also
 * `import_runs.standing`), events. Rows that are there already or belong to another definition are left alone. The
 * caller holds the definition's lock (`locateForChange`).
 *
 * @param selection with `runId`: the rows that are stamped with that run, except those with posted money.
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
      : await trashOfRun(tx, definition, selection, origin)
  changeLiveCount(
    tx,
    runs.map(({ runId, count }) => ({ runId, by: -count })),
  )
  appendRowEvents(tx, definition, 'rows.deleted', selection, stretches, by)
  return { count: countOf(stretches), stretches }
}

async function trashOfRun(tx: Tx, { id }: Definition, stamp: Stamp, origin: sql.Origin) {
  return sql.trashOfRun(tx, id, stamp, await listMoneyRows(tx, id, stamp), origin)
}

/**
 * Restores rows from the trash and does everything that follows. Rows that are not in it are left alone. The caller
 * holds the definition's lock.
 *
 * @param selection with `runId`: the rows that `trashRows` put there with this run as its origin and that nobody has
 *   restored since.
 * @returns how many rows came back. `taken` has the unique values and own ids that other rows now have; if there are any, the
 *   transaction must be rolled back.
 */
export async function restoreRows(
  tx: Tx,
  definition: Definition,
  selection: Selection,
  { by, runId }: TrashOrigin,
): Promise<{ count: number; stretches: sql.Stretch[]; taken: TakenValue[] }> {
  const origin = { by, runId: runId ?? null }
  // Read before the rows come back, because afterwards they look like any others.
  const values = await uniqueValuesOf(tx, definition, selection)
  const takenOwnIds = await findTakenOwnIds(tx, definition, selection)
  const { stretches, runs } =
    'ids' in selection
      ? await sql.restoreByIds(tx, definition.id, selection.ids, origin)
      : await sql.restoreOfRun(tx, definition.id, selection, origin)
  changeLiveCount(
    tx,
    runs.map(({ runId, count }) => ({ runId, by: count })),
  )
  const taken = [...takenOwnIds, ...(await claimAgain(tx, values))]
  if (taken.length === 0) appendRowEvents(tx, definition, 'rows.restored', selection, stretches, by)
  return { count: countOf(stretches), stretches, taken }
}

/** The own ids of rows in the trash that rows outside it have, or two of the selected rows. */
async function findTakenOwnIds(
  tx: Tx,
  { id, kind }: Definition,
  selection: Selection,
): Promise<TakenOwnId[]> {
  if (kind !== 'page') return []
  const all =
    'ids' in selection
      ? await sql.listOwnIdsByIds(tx, id, selection.ids)
      : await sql.listOwnIdsOfRun(tx, id, selection)
  const holders = new Map<string, string>()
  for (let from = 0; from < all.length; from += BLOCK) {
    const block = all.slice(from, from + BLOCK).map(({ externalId }) => externalId)
    for (const { externalId, rowId, trashed } of await findOwnIds(tx, id, block)) {
      if (!trashed) holders.set(externalId, rowId)
    }
  }
  const taken: TakenOwnId[] = []
  for (const { id: rowId, externalId: ownId } of all) {
    const holder = holders.get(ownId)
    if (holder === undefined) holders.set(ownId, rowId)
    else taken.push({ ownId, rowId, holder })
  }
  return taken
}

interface Claim {
  column: Column
  rowId: string
  columnId: string
  hash: Buffer
}

/** The unique values that rows in the trash will claim. */
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

/** @returns the values that other rows have. */
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
/** The most rows that one event names. */
const NAMED = 500

function appendRowEvents(
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
