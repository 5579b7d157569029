import type * as Reasons from '../../../contract/refusals/reasons.ts'
import { countryInWords } from '../../../shared/country-words.ts'
import { capital, keyWords } from '../../../shared/wording.ts'
import { fieldName } from './field-names.rules.ts'
import { fileKinds } from './file-kinds.rules.ts'

let known: typeof Reasons | undefined

/** Sets the words for reasons, which are loaded later than the first page (`reasons.ts`). */
export function setReasons(loaded: typeof Reasons): void {
  known = loaded
}

/** Why something was refused, as the service says it. Failures of imports by releases up to 0.1.1 have none. */
export interface Problem {
  message: string
  reason?: string
  values?: Record<string, unknown>
}

/**
 * What the person who typed a value reads when it is refused.
 *
 * @param name of the column or field, if it is not visible beside the message.
 */
export function valueWords({ message, reason = '', values = {} }: Problem, name?: string): string {
  if (!known?.isReason(reason)) return name === undefined ? capital(message) : `${name} ${message}`
  const words = known.wordsOf({ reason, values: shown(values) })
  return name === undefined ? capital(words) : known.about(name, reason, words)
}

/** Why work failed. What failed before 0.4.0 has the sentence alone. */
interface FailedWork extends Omit<Problem, 'message'> {
  error?: string | null
}

/** What people read about work that failed; undefined if it did not. */
export function failedWords({ error, reason = '', values = {} }: FailedWork): string | undefined {
  if (!error || !known?.isReason(reason)) return error || undefined
  return known.wordsOf({ reason, values: shown(values) })
}

/** The values of a sentence as people read them. */
export const shown = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, (inWords[name] ?? String)(String(value))]),
  )

/** How to word values for people that are different for programs, by the name of the value in sentences. */
const inWords: Record<string, (value: string) => string> = {
  kinds: (types) => eachOf(types, ', ', (type) => fileKind(type) ?? type),
  types: (types) => eachOf(types, ' or ', (type) => jsonTypes[type] ?? type),
  field: fieldName,
  country: countryInWords,
  documentType: keyWords,
}

const eachOf = (list: string, between: string, say: (one: string) => string): string =>
  list.split(between).map(say).join(between)

/** Everyday names of file types: `PDF, font/woff2`. */
const fileKind = (type: string): string | undefined =>
  fileKinds.find(({ value }) => value === type)?.label

const jsonTypes: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of fields',
  null: 'empty',
}
