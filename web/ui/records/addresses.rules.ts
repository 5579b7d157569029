import { type ColumnType, inputOf } from '../../../shared/column-types.ts'

interface Keyed {
  key: string
  name: string
  type: ColumnType
}

/** A number or email address that the record has, and the column that it is from. */
export interface Address {
  type: 'phone' | 'email'
  value: string
  /** The column's name. */
  of: string
}

/** The numbers and email addresses of a record in the order of its columns, each once. */
export function addressesOf(columns: readonly Keyed[], cells: Record<string, unknown>): Address[] {
  const found = columns.flatMap(({ key, name, type }): Address[] => {
    const value = cells[key]
    const input = inputOf(type)
    if ((input !== 'phone' && input !== 'email') || typeof value !== 'string' || value === '') {
      return []
    }
    return [{ type: input, value, of: name }]
  })
  return found.filter(({ value }, i) => found.findIndex((one) => one.value === value) === i)
}
