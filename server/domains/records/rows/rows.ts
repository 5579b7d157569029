import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { withSentNumbers } from '../../../platform/http/sent-numbers.rules.ts'
import { newId } from '../../../platform/ids.ts'
import {
  type CellError,
  codeOfRows,
  invalid,
  notFound,
  Refusal,
} from '../../../platform/refusal.ts'
import { type DefinitionView, viewOf } from '../definitions/definition.rules.ts'
import { locateToRead, locateToWrite } from '../definitions/locate.ts'
import { expandLinks } from '../links/links.ts'
import { hiddenColumns, viewFor } from '../policies/view-as.ts'
import { addLinkedRows } from './linked-rows.ts'
import { linksToItself } from './row-changes.rules.ts'
import { contextOf } from './row-context.ts'
import { addRows } from './row-creation.ts'
import { planRows, projectReceipts, type SentCells } from './rows.rules.ts'
import * as sql from './rows.sql.ts'
import { unresolvedOut } from './unresolved.rules.ts'

export interface RowsBody {
  cells?: SentCells
  rows?: { cells: SentCells }[]
  source?: 'manual' | 'import'
}

/**
 * Adds one row (`cells`) or up to 500 (`rows`) by hand, all or nothing.
 *
 * @throws Refusal invalid_request (both or neither), column_locked, invalid_rows, unknown_reference.
 */
export async function createRows(tx: Tx, actor: Actor, address: DefinitionAddress, body: RowsBody) {
  if ((body.cells === undefined) === (body.rows === undefined)) {
    throw invalid('body', why('cells_or_rows', {}))
  }
  const definition = await locateToWrite(tx, address)
  const view = viewOf(definition, actor)
  const rowsSent = body.rows ?? [{ cells: body.cells! }]
  const sent = rowsSent.map(({ cells }) => withSentNumbers(cells))
  refuseLocked(view, sent)
  const making = sent.map((cells) => ({ id: newId(), cells }))
  const context = await contextOf(tx, definition, { sent, actor, making })
  const plan = planRows(view, context, sent, { misfits: 'refuse' })
  const planned = plan.rows.map(({ cells, uniques }, index) => {
    const { id } = making[index]!
    plan.errors.push(...linksToItself(definition, id, cells, index))
    return { id, cells, uniques }
  })
  const batch = body.rows !== undefined
  if (plan.errors.length > 0) throw invalidRows(plan.errors, batch)
  const creation = { by: actorRef(actor), source: body.source ?? 'manual' }
  await addLinkedRows(tx, definition, context.drafts, planned, creation)
  const toAdd = { rows: planned, newOptions: plan.newOptions }
  const { rows, twins } = await addRows(tx, definition, toAdd, creation)
  if (twins.length > 0) throw invalidRows(twins, batch)
  const ids = rows.map((row) => row.id)
  const written = await sql.listRowsByIds(tx, definition.id, ids)
  const data = written.map((row) => rowOut(view, row))
  const receipts = projectReceipts(view, plan.rows)
  return body.rows ? { data, receipts } : { data: data[0]!, ...receipts[0]! }
}

/** @throws Refusal not_found, forbidden and unknown_reference (`as`). */
export async function getRow(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { rowId: string },
  { as, trashed = false, expand }: { as?: string; trashed?: boolean; expand?: 'links' } = {},
) {
  const { definition } = await locateToRead(tx, address)
  const row = await sql.findRow(tx, definition.id, address.rowId, trashed)
  if (!row) throw notFound()
  const view = await viewFor(tx, actor, definition, as)
  const links = expand && (await expandLinks(tx, view, [row])).get(row.id)
  return {
    data: { ...rowOut(view, row), ...(links && { links }) },
    ...(as && { hiddenColumns: hiddenColumns(definition, view) }),
  }
}

/** A row as people see it. */
export function rowOut(view: DefinitionView, row: sql.RowRecord) {
  const unresolved = unresolvedOut(view.columns, row.cells)
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
    ...(unresolved && { unresolved }),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    version: row.version,
    externalId: row.external_id,
    importRunId: row.import_run_id,
    ...(row.deleted_at &&
      row.deleted_by && { deletedAt: row.deleted_at.toISOString(), deletedBy: row.deleted_by }),
  }
}

/** @throws Refusal column_locked if the actor can see a cell's column but not write it. */
export function refuseLocked(view: DefinitionView, sent: readonly SentCells[]): void {
  for (const name of new Set(sent.flatMap((cells) => Object.keys(cells)))) {
    const column = view.find(name)
    if (column && !column.readOnly && !view.mayWrite(column)) {
      throw new Refusal('column_locked', 'not_editable', { column: column.key })
    }
  }
}

/** Refuses problems with cells, with their places in the body. */
export function invalidRows(errors: readonly CellError[], batch: boolean): Refusal {
  const issues = errors.map(({ index, column, ...why }) => ({
    path: `body.${batch ? `rows[${index}].` : ''}cells${column ? `.${column}` : ''}`,
    ...why,
  }))
  return new Refusal(codeOfRows(errors), { errors: [...errors], issues })
}
