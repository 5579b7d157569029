import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { unknownInCells } from '../../../../contract/refusals/cell-refusals.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { inputOf } from '../../../../shared/column-types.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { withSentNumbers } from '../../../platform/http/sent-numbers.rules.ts'
import { type CellError, issueAt, notFound, Refusal } from '../../../platform/refusal.ts'
import type { CellContext } from '../cells/column.ts'
import { linksIn, linkText } from '../cells/references.ts'
import { addOptions } from '../columns/new-options.ts'
import { type Definition, type DefinitionView, viewOf } from '../definitions/definition.rules.ts'
import { locateToWrite } from '../definitions/locate.ts'
import { addLinkedRows } from './linked-rows.ts'
import type { LinkedDrafts } from './references/making.ts'
import { editedCells } from './row-changes.rules.ts'
import { changeRows } from './row-changes.ts'
import { contextOf } from './row-context.ts'
import { namedRows } from './row-references.ts'
import { planRows, projectReceipts, type RowPlan, type SentCells } from './rows.rules.ts'
import * as sql from './rows.sql.ts'
import { invalidRows, refuseLocked, rowOut } from './rows.ts'
import { besideSlot, namesOthers, unresolvedIn } from './unresolved.rules.ts'
import { listPastNames, type PastNames } from './unresolved.sql.ts'
import { announceUnresolved } from './unresolved.ts'

export interface RowEdit {
  cells: SentCells
  /** The version that the edit was made from; without it, any version will do. */
  version?: number
}

/**
 * Changes cells of one row, by hand.
 *
 * @throws Refusal not_found, column_locked, invalid_rows, unknown_reference, row_changed (with the row as it is now).
 */
export async function updateRow(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { rowId: string },
  edit: RowEdit,
) {
  const definition = await locateToWrite(tx, address)
  const row = await sql.findRow(tx, definition.id, address.rowId)
  if (!row) throw notFound()
  const view = viewOf(definition, actor)
  const plan = await planEdits(tx, view, [row], [edit], false)
  if (edit.version !== undefined && edit.version !== row.version) {
    const { version } = row
    throw new Refusal('row_changed', 'newer', { version }, { current: rowOut(view, row) })
  }
  const twins = await save(tx, actor, definition, [row], plan)
  if (twins.length > 0) throw invalidRows(twins, false)
  const [changed] = await sql.listRowsByIds(tx, definition.id, [row.id])
  return { data: rowOut(view, changed!), ...projectReceipts(view, plan.rows)[0]! }
}

/**
 * Changes cells of up to 500 rows, by hand, all or nothing.
 *
 * @throws Refusal not_found, invalid_request (a row twice), unknown_reference, column_locked, invalid_rows, row_changed
 *   (says which rows).
 */
export async function updateRows(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  edits: readonly (RowEdit & { id: string })[],
) {
  const definition = await locateToWrite(tx, address)
  const view = viewOf(definition, actor)
  const named = edits.map(({ id }, index) => ({ id, path: `body.rows[${index}].id` }))
  const rows = await namedRows(tx, definition.id, named, false)
  const plan = await planEdits(tx, view, rows, edits, true)
  const stale = edits.flatMap(({ version }, index) => {
    const now = rows[index]!.version
    if (version === undefined || version === now) return []
    return [{ path: `body.rows[${index}].version`, version: now }]
  })
  if (stale.length > 0) {
    throw new Refusal('row_changed', 'some_newer', stale[0]!, {
      issues: stale.map(({ path, version }) => issueAt(path, why('row_is_newer', { version }))),
    })
  }
  const twins = await save(tx, actor, definition, rows, plan)
  if (twins.length > 0) throw invalidRows(twins, true)
  const ids = rows.map(({ id }) => id)
  const changed = await sql.listRowsByIds(tx, definition.id, ids)
  const byId = new Map(changed.map((row) => [row.id, row]))
  return {
    data: ids.map((id) => rowOut(view, byId.get(id)!)),
    receipts: projectReceipts(view, plan.rows),
  }
}

type EditPlan = ReturnType<typeof planRows> & { drafts: LinkedDrafts }

async function planEdits(
  tx: Tx,
  view: DefinitionView,
  rows: readonly sql.RowRecord[],
  edits: readonly RowEdit[],
  batch: boolean,
): Promise<EditPlan> {
  const sent = edits.map(({ cells }) => withSentNumbers(cells))
  refuseLocked(view, sent)
  const context = await contextOf(tx, view.definition, { sent, actor: view.actor })
  const planWith = (past: readonly PastNames[]) => {
    const unresolved = namesOfRows(view.definition, rows, past)
    return planRows(view, { ...context, unresolved }, sent, { misfits: 'refuse', update: true })
  }
  let plan = planWith([])
  // A person who undoes an edit sends the names that it took out of a cell, which only the history has then.
  if (plan.errors.some(({ reason }) => unknownInCells.includes(reason))) {
    plan = planWith(await pastNames(tx, view.definition, rows))
  }
  if (plan.errors.length > 0) throw invalidRows(plan.errors, batch)
  return Object.assign(plan, { drafts: context.drafts })
}

/** The names that lead nowhere in rows, by the ids of columns: whoever edits such a cell can leave them in it. */
function namesOfRows(
  { columns }: Definition,
  rows: readonly sql.RowRecord[],
  past: readonly PastNames[],
): CellContext['unresolved'] {
  return new Map(
    columns.filter(namesOthers).map((column) => {
      const beside = besideSlot(column.slot)
      const names = [
        ...rows.flatMap(({ cells }) => unresolvedIn(cells, column)),
        ...past.flatMap((one) => (one.slot === beside ? one.names : [])),
      ]
      const texts =
        inputOf(column.type) === 'person'
          ? names.map(String)
          : linksIn(column, names)?.map(linkText)
      return [column.id, new Set(texts)]
    }),
  )
}

const pastNames = (tx: Tx, { columns }: Definition, rows: readonly sql.RowRecord[]) =>
  listPastNames(
    tx,
    rows.map(({ id }) => id),
    columns.filter(namesOthers).map(({ slot }) => besideSlot(slot)),
  )

async function save(
  tx: Tx,
  actor: Actor,
  definition: Definition,
  rows: readonly sql.RowRecord[],
  plan: EditPlan,
): Promise<CellError[]> {
  const by = actorRef(actor)
  await addLinkedRows(tx, definition, plan.drafts, plan.rows, { by, source: 'manual' })
  await addOptions(tx, definition, plan.newOptions)
  const changes = rows.map(({ id, version, cells }, index) => ({
    id,
    version,
    before: cells,
    after: editedCells(cells, plan.rows[index] as RowPlan),
  }))
  const { twins } = await changeRows(tx, definition, changes, { by, action: 'updated' })
  if (plan.rows.some(({ unresolved }) => unresolved !== undefined)) announceUnresolved(tx)
  return twins
}
