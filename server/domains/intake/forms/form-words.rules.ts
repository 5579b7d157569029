import { about, type ReasonName, wordsOf } from '../../../../contract/refusals/reasons.ts'
import { type ColumnType, type Input, inputOf } from '../../../../shared/column-types.ts'
import { countryInWords } from '../../../../shared/country-words.ts'
import { capital } from '../../../../shared/wording.ts'

const FILL = 'Fill this in.'
const missing: Record<Input, string> = {
  tick: 'Tick this box.',
  option: 'Choose an option.',
  options: 'Choose at least one option.',
  files: 'Choose a file.',
  day: 'Enter a date.',
  time: 'Enter a date and a time.',
  line: FILL,
  lines: FILL,
  number: FILL,
  email: FILL,
  phone: FILL,
  url: FILL,
  rows: FILL,
  // No form asks for these.
  person: FILL,
  none: FILL,
}

/** Reasons whose usual words speak of rows and columns. */
const own: Partial<Record<ReasonName, string>> = {
  not_unique: 'Somebody has sent this before. Enter something else.',
  twin_in_request: 'Somebody has sent this before. Enter something else.',
  no_such_row: 'We don’t know {sent}. Check how it is written.',
  several_rows: '{sent} could be one of several. Enter it in more detail.',
  one_row_only: 'Enter one only.',
  not_row_ids: 'We don’t know {sent}. Check how it is written.',
  linked_deleted: 'Leave this empty.',
  unknown_option: 'Choose one of the options.',
  unknown_options: 'Choose from the options.',
  no_options_yet: 'Leave this empty.',
  no_such_upload: 'Choose the file again.',
  no_such_file: 'Choose the file again.',
  too_many_files: '{count} files are too many. Choose at most {most}.',
  other_file_kind: '{sent} is not a kind of file that we take here. We take {kinds}.',
}

/** The problem with an answer, in a sentence for the person who gave it. */
export function problemWords(
  type: ColumnType,
  reason: ReasonName,
  values: Record<string, string | number>,
): string {
  if (reason === 'required') return missing[inputOf(type)]
  const ours = own[reason]
  if (ours) return quoted(ours.replace(/{(\w+)}/g, (_, name: string) => String(values[name] ?? '')))
  const inWords = Object.entries(values).map(([name, value]) => [
    name,
    name === 'country' ? countryInWords(String(value)) : value,
  ])
  const words = wordsOf({ reason, values: Object.fromEntries(inWords) })
  const isApart = about('', reason, words).startsWith(':')
  const sentence = isApart ? words : `this ${words}`
  return quoted(`${capital(sentence)}.`)
}

/** With the quotation marks of print. */
const quoted = (text: string): string => text.replace(/"([^"]*)"/g, '“$1”')
