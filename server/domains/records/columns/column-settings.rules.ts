import type { ColumnSettings } from '../cells/column.ts'
import type { Column } from '../definitions/definition.rules.ts'

/** A column's settings as they are answered: what a link leads to by its key, a formula without what it was read to. */
export function settingsOut({ settings, linked }: Column) {
  const { definitionId, inputs: _, ...out }: ColumnSettings = settings
  return definitionId === undefined ? out : { definitionKey: linked?.key ?? '', ...out }
}
