import type { ColumnSettings } from '../cells/column.ts'
import type { Column } from '../definitions/definition.rules.ts'

/** A column's settings for answers: the key of what a link leads to, and a formula without its inputs. */
export function settingsOut({ settings, linked }: Column) {
  const { definitionId, inputs: _, ...out }: ColumnSettings = settings
  return definitionId === undefined ? out : { definitionKey: linked?.key ?? '', ...out }
}
