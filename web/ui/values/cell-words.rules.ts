import { amountText } from '../../../shared/amounts.ts'
import { type ColumnType, inputOf, isMoney, signOf } from '../../../shared/column-types.ts'

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

interface Known {
  type: ColumnType
  settings: { currency?: string }
}

/** A cell as people read it, for a preview; the grid shows the real cell. */
export function cellText(
  cell: unknown,
  column: Known,
  nameOf: (crmUserId: number) => string,
): string {
  if (cell === null || cell === undefined) return ''
  const input = inputOf(column.type)
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  if (typeof cell === 'number') return input === 'person' ? nameOf(cell) : numberText(cell, column)
  switch (input) {
    case 'day':
    case 'time':
      return timeText(input, String(cell))
    case 'rows':
      return counted(cell, 'row')
    case 'files':
      return counted(cell, 'file')
    case 'line':
    case 'lines':
    case 'number':
    case 'tick':
    case 'option':
    case 'options':
    case 'email':
    case 'phone':
    case 'url':
    case 'person':
    case 'none':
      if (Array.isArray(cell)) return cell.join(', ')
      return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  }
}

function numberText(value: number, { type, settings }: Known): string {
  if (isMoney(type) && settings.currency) return amountText(value, settings.currency)
  return value.toLocaleString(undefined, { maximumFractionDigits: 6 }) + signOf(type)
}

function timeText(input: 'day' | 'time', value: string): string {
  const at = new Date(input === 'day' ? `${value}T00:00:00Z` : value)
  if (Number.isNaN(at.getTime())) return value
  return (input === 'day' ? days : moments).format(at)
}

function counted(cell: unknown, noun: string): string {
  const count = Array.isArray(cell) ? cell.length : 1
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
