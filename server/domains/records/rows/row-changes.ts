import type { Tx } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { RowError } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { isFormula, withFormulas } from '../columns/formulas.rules.ts'
import type { Definition, StoredCells } from '../definitions/definition.rules.ts'
import { uniqueHash } from '../uniques/uniques.rules.ts'
import { releaseUniqueValues } from '../uniques/uniques.sql.ts'
import { claimUniques } from '../uniques/uniques.ts'
import { saveDerived } from './derived.ts'
import { type ChangedCells, changedCells, isEmpty, linksToItself } from './row-changes.rules.ts'
import * as sql from './rows.sql.ts'

/** A row that is there, its cells as they are stored and as they shall be. */
export interface RowChange {
  id: string
  before: StoredCells
  after: StoredCells
  /** In the trash, where it claims nothing in unique columns. */
  trashed?: boolean
  /** Which one of its request it is, for errors; its place in the list by default. */
  index?: number
}

export interface ChangeOrigin {
  /** As `actorRef` writes it. */
  by: string
  /** What the history calls it: `updated`, `reverted`, `imported`. */
  action: string
  runId?: string | undefined
}

/**
 * Stores new cells of rows, with all that follows: versions, history, unique values, what is derived from cells, and
 * one event. Formulas are computed anew. Rows whose cells stay the same are left alone. The definition's lock is held.
 *
 * @returns the ids of the rows that changed; or, as `twins` (by the index of the change), those whose value in a unique
 *   column another row has, or that link to themselves: the transaction must then not keep any of them.
 */
export async function changeRows(
  tx: Tx,
  definition: Definition,
  changes: readonly RowChange[],
  { by, action, runId }: ChangeOrigin,
): Promise<{ changed: string[]; twins: RowError[] }> {
  const changed = withoutIdle(definition, changes)
  const circles = changed.flatMap(({ id, after, index }) =>
    linksToItself(definition, id, after, index),
  )
  if (circles.length > 0) return { changed: [], twins: circles }
  if (changed.length === 0) return { changed: [], twins: [] }
  // All of them before any is claimed: rows may swap their values.
  releaseMoved(tx, definition, changed)
  sql.updateRowCells(
    tx,
    changed.map(({ id, after }) => ({ id, cells: after })),
    by,
  )
  sql.insertRowHistory(
    tx,
    changed.map(({ id, entryId, cells }) => ({ id: entryId, rowId: id, cells })),
    { actor: by, action, runId: runId ?? null },
  )
  saveDerived(tx, definition, changed)
  const uniques = definition.columns.filter(({ unique }) => unique)
  const twins = await claimUniques(
    tx,
    changed.map(({ id, cells, after, index, trashed }) => ({
      id,
      index,
      plan: {
        uniques: (trashed ? [] : uniques).flatMap((column) => {
          const value = after[column.slot]
          return column.slot in cells && value !== undefined
            ? [{ column, hash: uniqueHash(column, value) }]
            : []
        }),
      },
    })),
  )
  if (twins.length === 0) {
    appendEvent(tx, {
      type: 'rows.updated',
      actor: by,
      subject: `${definition.kind}:${definition.id}`,
      data: {
        rowIds: changed.map(({ id }) => id),
        entryIds: changed.map(({ entryId }) => entryId),
      },
    })
  }
  return { changed: changed.map(({ id }) => id), twins }
}

/**
 * Gives up the values of unique columns that changes take away from rows, ahead of `changeRows`, so that rows which are
 * made before it may have them.
 */
export function releaseUniques(
  tx: Tx,
  definition: Definition,
  changes: readonly RowChange[],
): void {
  releaseMoved(tx, definition, withoutIdle(definition, changes))
}

/** The changes that change something, with their formulas computed anew. */
function withoutIdle(definition: Definition, changes: readonly RowChange[]) {
  const formulas = definition.columns.filter(isFormula)
  return changes.flatMap((change, place) => {
    const { before, index = place } = change
    const after = withFormulas(definition, change.after)
    const cells = changedCells(before, after)
    for (const { slot } of formulas) delete cells[slot]
    return isEmpty(cells) ? [] : [{ ...change, after, cells, index, entryId: newId() }]
  })
}

function releaseMoved(
  tx: Tx,
  { columns }: Definition,
  changed: readonly { id: string; cells: ChangedCells }[],
): void {
  const uniques = columns.filter(({ unique }) => unique)
  const moved = changed.flatMap(({ id, cells }) =>
    uniques
      .filter(({ slot }) => slot in cells)
      .map(({ id: columnId }) => ({ columnId, rowId: id })),
  )
  if (moved.length > 0) releaseUniqueValues(tx, moved)
}
