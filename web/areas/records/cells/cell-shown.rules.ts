import { amountText } from '../../../../shared/amounts.ts'
import { inputOf, isMoney, isPosition, natureOf, signOf } from '../../../../shared/column-types.ts'
import { unresolvedText } from '../../../../shared/unresolved-names.ts'
import type { Column, Row } from '../list/types.ts'
import { plainText, type TextContext } from './cell-text.rules.ts'
import { unresolvedIn } from './unresolved.rules.ts'

const numbers = new Map<string, Intl.NumberFormat>()

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  let format = numbers.get(key)
  if (!format) {
    format = new Intl.NumberFormat(undefined, options)
    numbers.set(key, format)
  }
  return format
}

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const moments = new Map<string, Intl.DateTimeFormat>()

function momentFormat(timeZone: string): Intl.DateTimeFormat {
  let format = moments.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat(undefined, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    })
    moments.set(timeZone, format)
  }
  return format
}

/** A number as its column shows it: with its currency, its percent sign, its decimals. */
export function numberText({ type, settings }: Column, value: number): string {
  if (isMoney(type) && settings.currency) {
    return amountText(value, settings.currency)
  }
  const digits =
    settings.precision === undefined ? { maximumFractionDigits: 10 } : decimals(settings.precision)
  if (isPosition(type)) return String(value)
  return `${numberFormat(digits).format(value)}${signOf(type)}`
}

const decimals = (digits: number) => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
})

/** A cell in the format of the reader's country. */
export function shownText(
  column: Column,
  value: unknown,
  row: Pick<Row, 'links'> | undefined,
  context: TextContext,
): string {
  if (typeof value === 'number' && inputOf(column.type) !== 'person')
    return numberText(column, value)
  const nature = natureOf(column)
  if (typeof value === 'string' && (nature === 'date' || nature === 'datetime')) {
    const moment = nature === 'date' ? new Date(`${value}T00:00:00Z`) : new Date(value)
    if (!Number.isNaN(moment.getTime())) {
      return (nature === 'date' ? days : momentFormat(context.timeZone)).format(moment)
    }
  }
  return plainText(column, value, row, context)
}

/** As `shownText`, with the names in the cell that lead nowhere yet. */
export const shownWithNames = (
  column: Column,
  row: Pick<Row, 'cells' | 'links' | 'unresolved'>,
  context: TextContext,
): string =>
  [
    shownText(column, row.cells[column.key], row, context),
    ...unresolvedIn(column, row).map(unresolvedText),
  ]
    .filter((text) => text !== '')
    .join(', ')

/** Whether cells are aligned to the right, as numbers are. */
export const isNumeric = (column: Column): boolean => natureOf(column) === 'number'
