import { type Input, inputOf, type Typed } from '../../../../shared/column-types.ts'

/** What a value is not, in a word or two, by what a column takes. */
const notThis: Record<Input, string> = {
  line: 'not a text',
  lines: 'not a text',
  email: 'not an email',
  phone: 'not a phone',
  url: 'not a link',
  number: 'not a number',
  day: 'not a day',
  time: 'not a time',
  tick: 'not yes or no',
  option: 'no such option',
  options: 'no such option',
  person: 'nobody here',
  rows: 'not found',
  files: 'not a file',
  none: 'filled by itself',
}

/** Reasons that say more than the type of the column. */
const because: Record<string, string> = {
  required: 'missing',
  not_unique: 'taken',
  twin_in_file: 'repeated',
  several_matches: 'several match',
  several_rows: 'several match',
  stands_for_nothing: 'no value',
  sheet_error: 'error in file',
  formula_without_value: 'no result',
  too_long: 'too long',
  digits_left_out: 'digits lost',
  other_currency: 'other currency',
  two_numbers: 'unclear',
  too_many_digits: 'too long',
  beyond_exact: 'too large',
  too_many_decimals: 'too exact',
  below_least: 'too small',
  above_most: 'too large',
}

/** A problem of a cell in a word or two; the reason says it whole. */
export const chipOf = (reason: string | undefined, column: Typed): string =>
  because[reason ?? ''] ?? notThis[inputOf(column.type)]
