import { isFormula } from '../../../../shared/column-types.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import type { CellError } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { withFormulas } from '../columns/formulas.rules.ts'
import type { Definition, StoredCells } from '../definitions/definition.rules.ts'
import { uniqueHash } from '../uniques/uniques.rules.ts'
import { releaseUniqueValues } from '../uniques/uniques.sql.ts'
import { claimUniques } from '../uniques/uniques.ts'
import { saveDerived } from './derived.ts'
import { type ChangedCells, changedCells, isEmpty, linksToItself } from './row-changes.rules.ts'
import * as sql from './rows.sql.ts'

/** An existing row with its stored cells and its new ones. */
export interface RowChange {
  id: string
  /** Its version before. */
  version: number
  before: StoredCells
  after: StoredCells
  /** Whether it is in the trash, where it claims no unique values. */
  trashed?: boolean
  /** Its index in the request, for errors; the default is its place in the list. */
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
 * Stores new cells of rows and everything that follows: versions, history, unique values, what is derived from cells,
 * and one event. Computes formulas again. Rows whose cells stay the same are left alone. The caller holds the
 * definition's lock.
 *
 * @returns the ids of the rows that changed. `twins` has an error, with the index of the change, for each row whose
 *   unique value another row has or that links to itself; if there are any, the transaction must be rolled back.
 */
export async function changeRows(
  tx: Tx,
  definition: Definition,
  changes: readonly RowChange[],
  { by, action, runId }: ChangeOrigin,
): Promise<{ changed: string[]; twins: CellError[] }> {
  const changed = withoutIdle(definition, changes)
  const circles = changed.flatMap(({ id, after, index }) =>
    linksToItself(definition, id, after, index),
  )
  if (circles.length > 0) return { changed: [], twins: circles }
  if (changed.length === 0) return { changed: [], twins: [] }
  // Releases all values before claiming any, because rows may swap values.
  releaseMoved(tx, definition, changed)
  sql.updateRowCells(
    tx,
    changed.map(({ id, after }) => ({ id, cells: after })),
    by,
  )
  const entries = changed.map(({ id, version, entryId, cells }) => ({
    id: entryId,
    rowId: id,
    cells,
    version: version + 1,
  }))
  sql.insertRowHistory(tx, entries, { actor: by, action, runId: runId ?? null })
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
 * Releases the unique values that changes remove from rows, before `changeRows`, so that rows that are made in between
 * can claim them.
 */
export function releaseUniques(
  tx: Tx,
  definition: Definition,
  changes: readonly RowChange[],
): void {
  releaseMoved(tx, definition, withoutIdle(definition, changes))
}

/** The changes with formulas computed again, without those that change nothing. */
function withoutIdle(definition: Definition, changes: readonly RowChange[]) {
  const formulas = definition.columns.filter(({ type }) => isFormula(type))
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
