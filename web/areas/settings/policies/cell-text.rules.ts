import { amountText } from '../../../../shared/amounts.ts'

/** A cell as short text, for a preview; the grid shows the real cell. */
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
  if (typeof cell === 'number') return cell.toLocaleString(undefined, { maximumFractionDigits: 6 })
  if (type === 'link' || type === 'file') return counted(cell, type === 'link' ? 'row' : 'file')
  if (Array.isArray(cell)) return cell.join(', ')
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

function counted(cell: unknown, noun: string): string {
  const count = Array.isArray(cell) ? cell.length : 1
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
