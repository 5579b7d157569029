import { hash } from 'node:crypto'
import { cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { type CellError, rowError } from '../../../platform/refusal.ts'
import type { CellValue } from '../cells/column.ts'
import { canonicalText } from '../cells/convert.ts'
import type { Column } from '../definitions/definition.rules.ts'

/** A row's value in a unique column, as it is stored. */
export interface UniqueValue {
  column: Column
  hash: Buffer
}

export const uniqueHash = (column: Column, value: CellValue): Buffer =>
  hash('sha256', canonicalText(column, value), 'buffer')

/** The error for a row whose unique value another row has. */
export const notUnique = (index: number, column: Column): CellError =>
  rowError(index, column.key, cellRefusal('not_unique', {}))

/** Rows of one request with the same value in a unique column. */
export function twinsOf(
  rows: readonly { plan: { uniques: readonly UniqueValue[] }; index: number }[],
): CellError[] {
  const seen = new Map<string, number>()
  return rows.flatMap(({ plan, index }) =>
    plan.uniques.flatMap(({ column, hash }) => {
      const value = `${column.slot} ${hash.toString('base64')}`
      const first = seen.get(value)
      if (first === undefined) {
        seen.set(value, index)
        return []
      }
      return [rowError(index, column.key, cellRefusal('twin_in_request', { row: first }))]
    }),
  )
}
