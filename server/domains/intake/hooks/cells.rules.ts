import { messageOf, why } from '../../../../contract/refusals/reasons.ts'
import { type Input, inputOf, isPlainText } from '../../../../shared/column-types.ts'
import { minorDigits } from '../../../../shared/currencies.ts'
import type { MisfitRule } from '../../../../shared/hooks.ts'
import { jsonText, numberIn } from '../../../platform/http/sent-numbers.rules.ts'
import { type CellError, type Issue, issueAt, type RowError } from '../../../platform/refusal.ts'
import type { Column, Definition } from '../../records/definitions/definition.rules.ts'
import type { RowReceipt, SentCells } from '../../records/rows/rows.rules.ts'
import type { HookField } from './hooks.sql.ts'
import { isScalar, parsePath, valueAt } from './paths.rules.ts'

/** What takes a list of values as it is. */
const LISTS: readonly Input[] = ['options', 'person', 'rows']

/**
 * The cells that a body fills, by the ids of their columns. A column that is gone gets nothing. One that every row must
 * have is there, empty.
 */
export function filledCells(
  { columns, locale }: Pick<Definition, 'columns' | 'locale'>,
  fields: readonly HookField[],
  body: unknown,
): SentCells {
  const sent: SentCells = {}
  for (const { path, column: id, as } of fields) {
    const column = columns.find((one) => one.id === id)
    const steps = parsePath(path)
    if (!column || !steps) continue
    const value = readAs(valueAt(body, steps), as, column, locale.currency)
    if (value !== undefined && value !== null) sent[column.id] = forColumn(column, value)
    else if (column.required) sent[column.id] = ''
  }
  return sent
}

/** A number that is a time or an amount in cents. */
function readAs(value: unknown, as: HookField['as'], column: Column, currency: string): unknown {
  const plain = numberIn(value)
  if (!as || (typeof plain !== 'number' && !/^-?\d+$/.test(String(plain)))) return value
  const number = Number(plain)
  if (as === 'minor_units') {
    return number / 10 ** minorDigits(column.settings.currency ?? currency)
  }
  const time = new Date(number * 1000)
  return Number.isNaN(time.getTime()) ? value : time.toISOString()
}

/** A list that goes to a column of single values becomes a text, and so does an object that goes to a text. */
function forColumn({ type }: Column, value: unknown): unknown {
  if (Array.isArray(value) && value.every(isScalar)) {
    return LISTS.includes(inputOf(type)) ? value : value.join(', ')
  }
  return isPlainText(type) && !isScalar(value) ? jsonText(value) : value
}

/** A row without some of the cells that were sent, and what its receipt says of those. */
export interface Lenient {
  sent: SentCells
  left: RowReceipt['ignored']
}

/**
 * Leaves out the cells that their columns do not take, if the hook says so.
 *
 * @returns undefined if the row must be refused: because the hook says so, or because of a column that is required or unique.
 */
export function leaveOut(
  { columns }: Pick<Definition, 'columns'>,
  sent: SentCells,
  errors: readonly RowError[],
  misfits: MisfitRule,
): Lenient | undefined {
  if (misfits === 'refuse') return undefined
  const kept = { ...sent }
  const left: RowReceipt['ignored'] = []
  for (const error of errors) {
    const column = columns.find(({ key }) => key === error.column)
    if (!isCellError(error) || !column || column.required || column.unique) return undefined
    delete kept[column.id]
    left.push({ column: column.key, why: messageOf(error) })
  }
  return { sent: kept, left }
}

const isCellError = (error: RowError): error is CellError =>
  error.reason !== undefined && error.values !== undefined

/**
 * The problem with a body, for its sender: where in the body it is, and why. Of a column that not everybody can see, only
 * that its value does not fit.
 */
export function issuesIn(
  { columns }: Pick<Definition, 'columns'>,
  fields: readonly HookField[],
  errors: readonly RowError[],
): Issue[] {
  return errors.map((error) => {
    const column = columns.find(({ key }) => key === error.column)
    const field = fields.find((one) => one.column === column?.id)
    const isOpen = column?.policy.visibleTo.mode === 'everyone'
    const { reason, values } = error
    const refused = isOpen && reason && values ? { reason, values } : why('does_not_fit', {})
    return issueAt(field ? `body.${field.path}` : 'body', refused)
  })
}
