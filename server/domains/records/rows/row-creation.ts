import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import type { CellError } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { withFormulas } from '../columns/formulas.rules.ts'
import { addOptions } from '../columns/new-options.ts'
import type { Definition } from '../definitions/definition.rules.ts'
import { lockCounter } from '../definitions/definitions.sql.ts'
import { claimUniques } from '../uniques/uniques.ts'
import { saveDerived } from './derived.ts'
import type { NewRow } from './new-rows.rules.ts'
import type { NewOptions, RowPlan } from './rows.rules.ts'
import * as sql from './rows.sql.ts'

/** A row to make. */
export interface PlannedRow extends Pick<RowPlan, 'cells' | 'uniques'> {
  /** Its id, if other rows link to it already. */
  id?: string | undefined
  /** The sender's own id for it. */
  externalId?: string | undefined
}

export interface Creation {
  /** As `actorRef` writes it. */
  by: string
  source: NewRow['source']
  importRunId?: string | undefined
}

/**
 * Stores planned rows after the existing ones, and everything that follows: new options, counters, unique values, what
 * is derived from cells, and one event. Without rows, only stores the options. The caller holds the definition's lock,
 * and the plan has no errors.
 *
 * @returns the rows in order. `twins` has an error for each row whose unique value another row has; if there are any,
 *   the transaction must be rolled back.
 */
export async function addRows(
  tx: Tx,
  definition: Definition,
  plan: { rows: readonly PlannedRow[]; newOptions: NewOptions },
  { by, source, importRunId }: Creation,
): Promise<{ rows: { id: string; position: number }[]; twins: CellError[] }> {
  await addOptions(tx, definition, plan.newOptions)
  if (plan.rows.length === 0) return { rows: [], twins: [] }
  const { nextPosition } = (await lockCounter(tx, definition.id))!
  const rows = plan.rows.map((row, index) => ({
    id: row.id ?? newId(),
    definitionId: definition.id,
    source,
    createdBy: by,
    importRunId,
    position: nextPosition + index,
    cells: withFormulas(definition, row.cells),
    externalId: row.externalId,
    plan: row,
    index,
  }))
  sql.insertRows(tx, definition.workspaceId, rows)
  const twins = await claimUniques(tx, rows)
  if (twins.length > 0) return { rows, twins }
  saveDerived(
    tx,
    definition,
    rows.map(({ id, cells }) => ({ id, before: {}, after: cells })),
  )
  sql.advanceCounters(tx, new Map([[definition.id, rows.length]]))
  appendEvent(tx, {
    type: 'rows.created',
    actor: by,
    subject: `${definition.kind}:${definition.id}`,
    data: { runs: [[nextPosition, rows.length]] },
  })
  return { rows, twins }
}
