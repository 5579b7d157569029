import { isPlainText } from '../../../../shared/column-types.ts'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { type Actor, hasScope, holdsRole } from '../../../platform/actor.ts'
import { folded } from '../../records/cells/words.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import type { Place } from './places.rules.ts'

/** A column whose values are kept as text where they do not fit, and the text column for them. */
export interface Keeper {
  column: Column
  name: string
  /** Undefined if the import has to make it. */
  into: Column | undefined
}

/**
 * The text columns for values that do not fit: that of an earlier import, or a new one. People who cannot see the values of
 * a column must not see them there either, so its policy has to be the same.
 */
export function keepersOf(
  view: DefinitionView,
  places: readonly Place[],
  columns: readonly Column[],
): Keeper[] {
  const mapped = new Set(places.map(({ column }) => column))
  return columns.map((column) => {
    const isKeeper = (one: Column) =>
      isPlainText(one.type) &&
      !one.unique &&
      view.mayWrite(one) &&
      !mapped.has(one) &&
      JSON.stringify(one.policy) === JSON.stringify(column.policy)
    for (let n = 1; ; n++) {
      const name = keeperName(column.name, n)
      const into = view.definition.columns.find((one) => folded(one.name) === folded(name))
      if (!into || isKeeper(into)) return { column, name, into }
    }
  })
}

/** Whether somebody can have the import make such a column. */
export const mayMakeKeepers = (actor: Actor): boolean =>
  holdsRole(actor, 'admin') && hasScope(actor, 'definitions:write')

function keeperName(name: string, n: number): string {
  const end = ` (as sent)${n > 1 ? ` ${n}` : ''}`
  return `${name.slice(0, MOST_NAME_CHARS - end.length).trim()}${end}`
}
