import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import type { Actor } from '../../../platform/actor.ts'
import { mark, rollBackToMark, type Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { maySee } from '../../policies/columns.rules.ts'
import type { Column, Definition } from '../definitions/definition.rules.ts'
import { touchDefinition } from '../definitions/definitions.sql.ts'
import { locate, locateForChange } from '../definitions/locate.ts'
import * as sql from './column-trash.sql.ts'
import { claimStoredValues, columnEvent, columnOut, columnSeen } from './columns.ts'
import { refreshFormulas } from './formula-refresh.ts'

/** The columns in the trash that the actor can see, the last deleted first. */
export async function listTrashedColumns(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  query: { limit?: number; cursor?: string },
) {
  const before = query.cursor ? decodeCursor(query.cursor, ['number', 'uuid']) : null
  const found = await visibleInTrash(tx, actor, await locate(tx, address))
  const rest = found.filter(({ column, deletedAt }) => {
    const at = deletedAt.getTime()
    return !before || at < before[0] || (at === before[0] && column.id < before[1])
  })
  const { items, nextCursor } = page(rest, query.limit ?? DEFAULT_LIMIT, (trashed) => [
    trashed.deletedAt.getTime(),
    trashed.column.id,
  ])
  return {
    data: items.map(({ column, deletedAt }) => ({
      ...columnOut(column, column.position),
      deletedAt: deletedAt.toISOString(),
    })),
    nextCursor,
  }
}

/**
 * Restores a column with its cells: the one with that id, or the last deleted with that key.
 *
 * @throws Refusal not_found, key_taken, name_taken.
 */
export async function restoreColumn(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { column: string },
) {
  const definition = await locateForChange(tx, address)
  const found = await visibleInTrash(tx, actor, definition)
  const trashed = found.find(({ column: { id, key } }) => [id, key].includes(address.column))
  if (!trashed) throw notFound()
  const { column } = trashed
  const name = column.name.toLowerCase()
  if (definition.columns.some(({ key }) => key === column.key)) {
    throw new Refusal('key_taken', 'restored_column', { key: column.key })
  }
  if (definition.columns.some((other) => other.name.toLowerCase() === name)) {
    throw new Refusal('name_taken', 'restored_column', { name: column.name })
  }
  const unique = column.unique && (await claimed(tx, definition, column))
  sql.restoreColumn(tx, column.id, unique)
  await touchDefinition(tx, definition.id)
  await refreshFormulas(tx, definition, [column.id])
  appendEvent(tx, columnEvent('restored', actor, column))
  return columnSeen(await locate(tx, address), actor, column.id)
}

async function visibleInTrash(
  tx: Tx,
  actor: Actor,
  { id }: Definition,
): Promise<sql.TrashedColumn[]> {
  const all = await sql.listTrashedColumns(tx, id)
  return all.filter(({ column }) => maySee(column.policy, actor))
}

/** Claims every stored value, or none if one is taken. @returns whether it claimed them. */
async function claimed(tx: Tx, definition: Definition, column: Column): Promise<boolean> {
  mark(tx)
  try {
    await claimStoredValues(tx, definition, column)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    rollBackToMark(tx)
    return false
  }
}
