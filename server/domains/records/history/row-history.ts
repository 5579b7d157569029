import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import {
  type CellError,
  invalid,
  issueAt,
  notFound,
  Refusal,
  refusalWith,
} from '../../../platform/refusal.ts'
import type { CellValue } from '../cells/column.ts'
import { addOptions } from '../columns/new-options.ts'
import { type DefinitionView, noSuchColumn, viewOf } from '../definitions/definition.rules.ts'
import { locateToRead, locateToWrite } from '../definitions/locate.ts'
import { type ChangedCells, changedCells, editedCells } from '../rows/row-changes.rules.ts'
import { changeRows } from '../rows/row-changes.ts'
import { contextOf } from '../rows/row-context.ts'
import { planRows } from '../rows/rows.rules.ts'
import { findRow, type RowRecord } from '../rows/rows.sql.ts'
import { rowOut } from '../rows/rows.ts'
import { besideSlot, namesOthers } from '../rows/unresolved.rules.ts'
import { announceUnresolved } from '../rows/unresolved.ts'
import { changeIn, firstCells, projectChanges, visibleSlots } from './row-history.rules.ts'
import * as sql from './row-history.sql.ts'

/**
 * What happened to a row, newest first, as this reader can see it; the last entry is its creation.
 *
 * @throws Refusal not_found, invalid_cursor.
 */
export async function listHistory(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { rowId: string },
  query: { limit?: number; cursor?: string; trashed?: boolean },
) {
  const { definition } = await locateToRead(tx, address)
  const before = query.cursor ? decodeCursor(query.cursor, ['number', 'uuid']) : null
  const row = await findRow(tx, definition.id, address.rowId, query.trashed)
  if (!row) throw notFound()
  const view = viewOf(definition, actor)
  const limit = query.limit ?? DEFAULT_LIMIT
  const place = before && { version: versionIn(before[0]), id: before[1] }
  const entries = await sql.listEntries(tx, row.id, visibleSlots(view), place, limit + 1)
  if (entries.length <= limit) entries.push(await creationOf(tx, view, row))
  const { items, nextCursor } = page(entries, limit, ({ version, id }) => [version, id])
  return { data: items.map((entry) => entryOut(view, entry)), nextCursor }
}

/**
 * Sets a cell back to what it held before an entry.
 *
 * @throws Refusal not_found, unknown_column, invalid_request (the entry did not change it), column_locked, invalid_rows
 *   (the value does not fit the column any more).
 */
export async function revertCell(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { rowId: string; entryId: string },
  ref: string,
) {
  const definition = await locateToWrite(tx, address)
  const row = await findRow(tx, definition.id, address.rowId)
  if (!row) throw notFound()
  const view = viewOf(definition, actor)
  const entry = await findEntry(tx, view, row, address.entryId.toLowerCase())
  const column = view.find(ref)
  if (!column) {
    throw refusalWith('unknown_column', [issueAt('body.column', noSuchColumn(view, ref))])
  }
  const beside = besideSlot(column.slot)
  const names = namesOthers(column) ? entry.cells[beside] : undefined
  const change = changeIn(column, entry.cells) ?? (names && [row.cells[column.slot] ?? null])
  if (!change) throw invalid('body.column', why('not_in_entry', { column: column.key }))
  if (!view.mayWrite(column)) {
    throw new Refusal('column_locked', 'not_editable', { column: column.key })
  }
  const sent = [{ [column.id]: change[0] }]
  const context = await contextOf(tx, definition, { sent, actor })
  const plan = planRows(view, context, sent, { misfits: 'refuse', update: true })
  const refused = (errors: readonly CellError[]) =>
    new Refusal('invalid_rows', {
      errors: [...errors],
      issues: errors.map(({ index: _, column: __, ...why }) => ({ path: 'body.column', ...why })),
    })
  if (plan.errors.length > 0) throw refused(plan.errors)
  await addOptions(tx, definition, plan.newOptions)
  const after = editedCells(row.cells, plan.rows[0]!)
  if (names?.[0]) {
    after[beside] = names[0] as CellValue
    announceUnresolved(tx)
  }
  const reverted = { id: row.id, version: row.version, before: row.cells, after }
  const { twins } = await changeRows(tx, definition, [reverted], {
    by: actorRef(actor),
    action: 'reverted',
  })
  if (twins.length > 0) throw refused(twins)
  return rowOut(view, (await findRow(tx, definition.id, row.id))!)
}

/** An entry that the reader can see; the creation has the row's own id. */
async function findEntry(
  tx: Tx,
  view: DefinitionView,
  row: RowRecord,
  id: string,
): Promise<{ cells: ChangedCells }> {
  if (id === row.id) return creationOf(tx, view, row)
  const entry = await sql.findEntry(tx, row.id, id)
  const hidden = entry && !isEmpty(entry.cells) && projectChanges(view, entry.cells).length === 0
  if (!entry || hidden) throw notFound()
  return entry
}

const isEmpty = (cells: ChangedCells): boolean => Object.keys(cells).length === 0

/** The creation is not stored as an entry: the row itself says who, when and how. */
export async function creationOf(
  tx: Tx,
  view: DefinitionView,
  row: RowRecord,
): Promise<sql.EntryRecord> {
  return {
    id: row.id,
    at: row.created_at,
    actor: row.created_by,
    action: 'created',
    run_id: row.import_run_id,
    cells: changedCells({}, firstCells(view, row.cells, await sql.firstValues(tx, row.id))),
    version: 0,
  }
}

export const entryOut = (view: DefinitionView, entry: Omit<sql.EntryRecord, 'version'>) => ({
  id: entry.id,
  at: entry.at.toISOString(),
  actor: entry.actor,
  action: entry.action as 'updated',
  runId: entry.run_id,
  cells: projectChanges(view, entry.cells),
})

/** Keeps a number from a cursor in the range of PostgreSQL's integers. */
const versionIn = (version: number): number => Math.max(-1, Math.min(version, 2 ** 31 - 1))
