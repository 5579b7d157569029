import { natureOf } from '../../../../shared/column-types.ts'
import type { Day } from '../../../ui/values/days.rules.ts'
import type { Column } from '../list/types.ts'
import { localTime } from './cell-text.rules.ts'

/** The columns of days without a time; the others hold moments. */
const isDayOnly = (column: Column): boolean => natureOf(column) === 'date'

/**
 * The day of a cell, in the board's time zone; undefined if it is empty. A moment that is still as it was typed, without
 * a zone, is in the board's time zone already.
 */
export function dayOfCell(value: unknown, timeZone: string): Day | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return (value.endsWith('Z') ? localTime(value, timeZone) : value).slice(0, 10)
}

/** What to write into a cell to move it to another day. A moment keeps its time of day. */
export const movedTo = (column: Column, value: unknown, day: Day, timeZone: string): string =>
  isDayOnly(column) ? day : `${day} ${localTime(String(value), timeZone).slice(11)}`
