import type { DefinitionAddress } from '../../../contract/records.ts'
import { type Actor, actorRef } from '../../platform/actor.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { invalid, notFound, Refusal, type RowError } from '../../platform/refusal.ts'
import { appendEvent } from '../events/events.ts'
import { type DefinitionView, viewOf } from './definition.rules.ts'
import { lockCounter } from './definitions.sql.ts'
import { locate, locateForChange } from './locate.ts'
import { addOptions, claimUniques, contextOf } from './row-writes.ts'
import { planRows, projectReceipt, type SentCells } from './rows.rules.ts'
import * as sql from './rows.sql.ts'

export interface RowsBody {
  cells?: SentCells
  rows?: { cells: SentCells }[]
  source?: 'manual' | 'import'
}

/**
 * Adds one row (`cells`) or up to 500 (`rows`) by hand, all or nothing.
 *
 * @throws Refusal invalid_request (both or neither), column_locked, invalid_rows.
 */
export async function createRows(tx: Tx, actor: Actor, address: DefinitionAddress, body: RowsBody) {
  if ((body.cells === undefined) === (body.rows === undefined)) {
    throw invalid('body', 'must have either cells (one row) or rows (a list)')
  }
  const definition = await locateForChange(tx, address)
  const view = viewOf(definition, actor)
  const sent = body.rows ? body.rows.map((row) => row.cells) : [body.cells!]
  refuseLocked(view, sent)
  const plan = planRows(view, await contextOf(tx, definition), sent, { misfits: 'refuse' })
  const rows = plan.rows.map((row, index) => ({ id: newId(), plan: row, index }))
  const batch = body.rows !== undefined
  if (plan.errors.length > 0) throw invalidRows(plan.errors, batch)

  await addOptions(tx, definition, plan.newOptions)
  const { nextPosition } = (await lockCounter(tx, definition.id))!
  const by = actorRef(actor)
  sql.insertRows(
    tx,
    definition.workspaceId,
    rows.map(({ id, plan: { cells }, index }) => ({
      id,
      definitionId: definition.id,
      position: nextPosition + index,
      source: body.source ?? 'manual',
      cells,
      createdBy: by,
    })),
  )
  const twins = await claimUniques(tx, rows)
  if (twins.length > 0) throw invalidRows(twins, batch)
  sql.advanceCounters(tx, [
    { definitionId: definition.id, nextPosition: nextPosition + rows.length, added: rows.length },
  ])
  appendEvent(tx, {
    type: 'rows.created',
    actor: by,
    subject: `${definition.kind}:${definition.id}`,
    data: { runs: [[nextPosition, rows.length]] },
  })
  const ids = rows.map((row) => row.id)
  const written = await sql.listRowsByIds(tx, definition.id, ids)
  const data = written.map((row) => rowOut(view, row))
  const receipts = plan.rows.map((row) => projectReceipt(view, row))
  return body.rows ? { data, receipts } : { data: data[0]!, ...receipts[0]! }
}

export async function getRow(tx: Tx, actor: Actor, address: DefinitionAddress & { rowId: string }) {
  const definition = await locate(tx, address)
  const row = await sql.findRow(tx, definition.id, address.rowId)
  if (!row) throw notFound()
  return rowOut(viewOf(definition, actor), row)
}

export async function listRows(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  query: { limit?: number; cursor?: string },
) {
  const definition = await locate(tx, address)
  const view = viewOf(definition, actor)
  const limit = query.limit ?? DEFAULT_LIMIT
  const [after] = query.cursor ? decodeCursor(query.cursor, ['number']) : [0]
  const rows = await sql.listRows(tx, definition.id, after, limit + 1)
  const { items, nextCursor } = page(rows, limit, (row) => [row.position])
  return { data: items.map((row) => rowOut(view, row)), nextCursor }
}

/** A row as sessions see it. */
export function rowOut(view: DefinitionView, row: sql.RowRecord) {
  return {
    id: row.id,
    position: row.position,
    source: row.source,
    cells: view.project(row.cells, {
      position: row.position,
      createdAt: row.created_at,
      createdBy: row.created_by,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
    }),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    version: row.version,
    externalId: row.external_id,
    importRunId: row.import_run_id,
  }
}

function refuseLocked(view: DefinitionView, sent: readonly SentCells[]): void {
  for (const name of new Set(sent.flatMap((cells) => Object.keys(cells)))) {
    const column = view.find(name)
    if (column && !column.readOnly && !view.mayWrite(column)) {
      throw new Refusal('column_locked', `Your seat may not write ${column.key}.`)
    }
  }
}

function invalidRows(errors: readonly RowError[], batch: boolean): Refusal {
  const issues = errors.map(({ index, column, message }) => ({
    path: `body.${batch ? `rows[${index}].` : ''}cells${column ? `.${column}` : ''}`,
    message,
  }))
  return new Refusal('invalid_rows', errors[0]!.message, { issues })
}
