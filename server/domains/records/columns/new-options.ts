import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEvent } from '../../events/events.ts'
import { folded } from '../cells/words.ts'
import type { Column, Definition } from '../definitions/definition.rules.ts'
import { touchDefinition } from '../definitions/definitions.sql.ts'
import { lockDefinition } from '../definitions/locate.ts'
import { settingsOf } from './column-settings.ts'
import * as sql from './columns.sql.ts'
import { columnEvent } from './columns.ts'

/** Labels to add to a column's options, and where the body says so. */
export interface AddedOptions {
  columnId: string
  labels: readonly string[]
  path: string
}

/**
 * A definition with options that are not added yet, to see what rows would hold with them.
 *
 * @throws Refusal invalid_request.
 */
export function withNewOptions(
  definition: Definition,
  added: readonly AddedOptions[],
): { definition: Definition; changed: Column[] } {
  const changed = added.flatMap(({ columnId, labels, path }) => {
    const column = definition.columns.find(({ id }) => id === columnId)
    const options = column?.settings.options ?? []
    const known = new Set(options.map(({ label }) => folded(label)))
    const news = labels.filter((label) => !known.has(folded(label)))
    if (!column || news.length === 0) return []
    const all = [...options, ...news.map((label) => ({ label }))]
    const settings = settingsOf(definition, column.type, { ...column.settings, options: all }, path)
    return { ...column, settings }
  })
  const columns = definition.columns.map(
    (column) => changed.find(({ id }) => id === column.id) ?? column,
  )
  return { definition: { ...definition, columns }, changed }
}

/** Adds options to columns, except those that are there by now. @throws Refusal not_found, invalid_request. */
export async function addNewOptions(
  tx: Tx,
  actor: Actor,
  definitionId: string,
  added: readonly AddedOptions[],
): Promise<void> {
  const { changed } = withNewOptions(await lockDefinition(tx, definitionId), added)
  if (changed.length === 0) return
  for (const column of changed) {
    await sql.updateColumn(tx, column.id, { settings: column.settings })
    appendEvent(tx, columnEvent('updated', actor, column))
  }
  await touchDefinition(tx, definitionId)
}

/** Adds the new labels of a write to its columns' options. The caller holds the definition's lock. */
export async function addOptions(
  tx: Tx,
  definition: Definition,
  added: ReadonlyMap<Column, ReadonlyMap<string, string>>,
): Promise<void> {
  if (added.size === 0) return
  for (const [column, labels] of added) {
    const options = [...(column.settings.options ?? []), ...[...labels.values()].map(optionOf)]
    await sql.updateColumn(tx, column.id, { settings: { ...column.settings, options } })
  }
  await touchDefinition(tx, definition.id)
}

const optionOf = (label: string) => ({ id: newId(), label, color: null })
