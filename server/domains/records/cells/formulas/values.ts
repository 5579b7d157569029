import type { FormulaError, ResultType } from '../column.ts'

/** What a part of a formula is: a result, a list (of options, rows or files), or always empty. */
export type Type = ResultType | 'list' | 'empty'

/** The result of a part of a formula; `null` is empty. */
export type Value = number | string | boolean | readonly unknown[] | null | FormulaError

/** Why a formula has no result in a row, by the code that its cell holds. */
export const formulaErrors = {
  division_by_zero: 'The formula divides by 0.',
  not_a_number: 'The formula needs a number and finds text that is not one.',
  not_a_date: 'The formula needs a date and finds text or a number that is not one.',
  out_of_range:
    'A number is too large, a text is too long, a date is outside the years that cells can hold, or the formulas of the row read more than 2,000,000 characters in all.',
  missing_column: 'A column that the formula reads was deleted.',
  wrong_type: 'A column that the formula reads changed its type and no longer fits.',
} as const
export type ErrorCode = keyof typeof formulaErrors

export const failed = (error: ErrorCode): FormulaError => ({ error })

export const isError = (value: unknown): value is FormulaError =>
  typeof value === 'object' && value !== null && 'error' in value

/** For texts of results and of intermediate steps. */
export const MAX_TEXT = 10_000

/** A number that a cell can hold, or the error. */
export const numeric = (value: number): Value =>
  Number.isFinite(value) ? value : failed('out_of_range')

export const textual = (value: string): Value =>
  value.length <= MAX_TEXT ? value : failed('out_of_range')

/** A value as text: what `&` and CONCAT join. */
export function asText(value: Value): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(itemText).join(', ')
  return String(value)
}

const itemText = (item: unknown): string =>
  typeof item === 'object' && item !== null
    ? String((item as { name?: unknown }).name)
    : String(item)

/** The problem with a formula, and where: characters from 1. */
export class FormulaFault extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}
