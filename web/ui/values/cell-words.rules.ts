import { amountText } from '../../../shared/amounts.ts'

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A cell as people read it, for a preview; the grid shows the real cell. */
export function cellText(
  cell: unknown,
  { type, settings }: { type: string; settings: { currency?: string } },
  nameOf: (crmUserId: number) => string,
): string {
  if (cell === null || cell === undefined) return ''
  if (type === 'person' && typeof cell === 'number') return nameOf(cell)
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  if (typeof cell === 'number' && type === 'currency' && settings.currency) {
    return amountText(cell, settings.currency)
  }
  if (typeof cell === 'number') {
    const digits = cell.toLocaleString(undefined, { maximumFractionDigits: 6 })
    return type === 'percent' ? `${digits}%` : digits
  }
  if (type === 'date' || type === 'datetime') return timeText(type, String(cell))
  if (type === 'link' || type === 'file') return counted(cell, type === 'link' ? 'row' : 'file')
  if (Array.isArray(cell)) return cell.join(', ')
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

function timeText(type: 'date' | 'datetime', value: string): string {
  const at = new Date(type === 'date' ? `${value}T00:00:00Z` : value)
  if (Number.isNaN(at.getTime())) return value
  return (type === 'date' ? days : moments).format(at)
}

function counted(cell: unknown, noun: string): string {
  const count = Array.isArray(cell) ? cell.length : 1
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
