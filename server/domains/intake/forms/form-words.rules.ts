import { about, type ReasonName, wordsOf } from '../../../../contract/reasons.ts'
import { countryInWords } from '../../../../shared/country-words.ts'
import type { ColumnType } from '../../records/cells/column.ts'

const missing: Partial<Record<ColumnType, string>> = {
  checkbox: 'Tick this box.',
  select: 'Choose an option.',
  multi_select: 'Choose at least one option.',
  file: 'Choose a file.',
  date: 'Enter a date.',
  datetime: 'Enter a date and a time.',
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

/** What is wrong with an answer, in a sentence for the person who gave it. */
export function problemWords(
  type: ColumnType,
  reason: ReasonName,
  values: Record<string, string | number>,
): string {
  if (reason === 'required') return missing[type] ?? 'Fill this in.'
  const ours = own[reason]
  if (ours) return quoted(ours.replace(/{(\w+)}/g, (_, name: string) => String(values[name] ?? '')))
  const inWords = Object.entries(values).map(([name, value]) => [
    name,
    name === 'country' ? countryInWords(String(value)) : value,
  ])
  const words = wordsOf({ reason, values: Object.fromEntries(inWords) })
  const isApart = about('', reason, words).startsWith(':')
  const sentence = isApart ? words : `this ${words}`
  return quoted(`${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`)
}

/** With the quotation marks of print. */
const quoted = (text: string): string => text.replace(/"([^"]*)"/g, '“$1”')
