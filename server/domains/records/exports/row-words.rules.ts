import { shownType } from '../../../../shared/column-types.ts'
import type { Reading } from '../cells/cell-type.ts'
import type { CellValue } from '../cells/column.ts'
import { registry } from '../cells/registry.ts'
import type { Column } from '../definitions/definition.rules.ts'

/** A cell in words for messages to people outside; empty if there is nothing to read. */
export function cellInWords(
  column: Column,
  value: CellValue | undefined,
  reading: Reading,
): string {
  if (value === undefined) return ''
  if (typeof value === 'object' && !Array.isArray(value)) return '' // a formula without a result
  const { inWords } = registry[shownType(column)]
  if (inWords) return inWords(value, column, reading)
  return [value]
    .flat()
    .map((item) => (typeof item === 'object' ? item.name : String(item)))
    .filter((word) => word !== '')
    .join(', ')
}
