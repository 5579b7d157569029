import type { ColumnSettings } from '../cells/column.ts'
import type { Column } from '../definitions/definition.rules.ts'

/** A column's settings for answers: a link has its definition's key instead of the id, and a formula has no inputs. */
export function settingsOut({ settings, linked }: Column) {
  const { definitionId, inputs: _, ...out }: ColumnSettings = settings
  return definitionId === undefined ? out : { definitionKey: linked?.key ?? '', ...out }
}
