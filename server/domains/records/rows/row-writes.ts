import { MOST_ROWS } from '../../../../shared/limits.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import type { CellContext } from '../cells/column.ts'
import { updateColumn } from '../columns/columns.sql.ts'
import { cellContext } from '../definitions/cell-context.ts'
import type { Definition } from '../definitions/definition.rules.ts'
import { touchDefinition } from '../definitions/definitions.sql.ts'
import type { LinkMemory } from './link-memory.ts'
import { lookUpReferences, type References, type RowInMaking } from './references.ts'
import type { NewOptions, SentCells } from './rows.rules.ts'

/** The context for converting cells, and what was looked up for them. */
export type RowContext = CellContext & References

/**
 * The context for converting cells of rows.
 *
 * @param sent the rows to convert; the rows and files that they name are looked up.
 * @param actor who writes them; without one, they can name no files, and rows by their ids only.
 * @param making the rows that the same request makes, which its cells can name too.
 * @param mostMade how many rows its links can make.
 * @param memory what an import has looked up before.
 */
export async function contextOf(
  tx: Tx,
  definition: Definition,
  sent: readonly SentCells[] = [],
  actor?: Actor,
  making: readonly RowInMaking[] = [],
  mostMade = MOST_ROWS,
  memory?: LinkMemory,
): Promise<RowContext> {
  const context = await cellContext(tx, definition)
  const cells = [tx, definition, context, sent] as const
  const found = await lookUpReferences(...cells, actor, making, mostMade, memory)
  return { ...context, ...found }
}

/** Adds a write's new labels to its columns' options. The caller holds the definition's lock. */
export async function addOptions(
  tx: Tx,
  definition: Definition,
  newOptions: NewOptions,
): Promise<void> {
  if (newOptions.size === 0) return
  for (const [column, labels] of newOptions) {
    const options = [...(column.settings.options ?? []), ...[...labels.values()].map(optionOf)]
    await updateColumn(tx, column.id, { settings: { ...column.settings, options } })
  }
  await touchDefinition(tx, definition.id)
}

const optionOf = (label: string) => ({ id: newId(), label, color: null })
