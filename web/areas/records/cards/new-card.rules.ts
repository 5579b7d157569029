import { type Input, inputOf } from '../../../../shared/column-types.ts'
import { isEmpty } from '../cells/cell-text.rules.ts'
import type { Column } from '../list/types.ts'

/** How many fields are offered besides those that a row must have. */
const MOST_OFFERED = 4
/** What can be filled in when the row exists. */
const later: readonly Input[] = ['lines', 'files', 'rows', 'options', 'tick']

/**
 * The fields to fill in for a new row: what it must have, and the first others. The rest can be filled in afterwards.
 *
 * @param columns those that the reader may write, in the order in which they are shown.
 */
export function cardColumns(columns: readonly Column[]): Column[] {
  const offered = columns
    .filter(({ required, type }) => !required && !later.includes(inputOf(type)))
    .slice(0, MOST_OFFERED)
  return columns.filter((column) => column.required || offered.includes(column))
}

/** A time as the field has it. The service takes it as a time of the board's zone. */
const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/

/** The filled fields as cells. */
export const cardCells = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isNothing(value))
      .map(([key, value]) => [
        key,
        typeof value === 'string' ? value.replace(LOCAL_TIME, '$1 $2') : value,
      ]),
  )

const isNothing = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : isEmpty(value)
