import { resultTypes } from '../../../../shared/column-types.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { ResultType } from '../cells/column.ts'
import type { Definition } from '../definitions/definition.rules.ts'
import { findDefinition } from '../definitions/definitions.sql.ts'
import { moveColumn } from './column-types.sql.ts'
import { formulasOver, typeOf, withFormulas } from './formulas.rules.ts'
import { rewriteSlots } from './slot-rewrites.ts'

/**
 * Updates formulas after columns were made, changed, deleted or restored: their types, and their results in all rows.
 * A formula whose result gets another type moves to a new slot, since a slot never changes its type. The caller holds
 * the definition's lock.
 *
 * @param columnIds what changed: formulas, and columns that formulas read.
 */
export async function refreshFormulas(
  tx: Tx,
  { id }: Definition,
  columnIds: readonly string[],
): Promise<void> {
  let definition = (await findDefinition(tx, id))!
  const affected = formulasOver(definition, columnIds).map((column) => column.id)
  if (affected.length === 0) return
  for (const columnId of affected) {
    const column = definition.columns.find((candidate) => candidate.id === columnId)!
    const type = typeOf(column, definition.columns)
    if (!isResult(type) || type === column.settings.resultType) continue
    const settings = { ...column.settings, resultType: type }
    await moveColumn(tx, { id: columnId, definitionId: id, type: 'formula', settings })
    definition = (await findDefinition(tx, id))!
  }
  const slots = definition.columns.filter((c) => affected.includes(c.id)).map(({ slot }) => slot)
  await rewriteSlots(tx, id, slots, (cells) => withFormulas(definition, cells))
}

const isResult = (type: string): type is ResultType =>
  (resultTypes as readonly string[]).includes(type)
