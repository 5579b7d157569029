import { why } from '../../../../contract/refusals/reasons.ts'
import { inputOf, isComputed, isPlainText } from '../../../../shared/column-types.ts'
import { phoneDigits } from '../../../../shared/phone-digits.ts'
import { EXTENSION } from '../../../../shared/phone-extension.ts'
import { cleaned, trimmed } from '../../../../shared/visible-text.ts'
import { userRef } from '../../../platform/actor.ts'
import { allRead, fine, inside, mapped, wrong } from '../../../platform/read.rules.ts'
import { convertCell } from '../cells/convert.ts'
import { folded } from '../cells/words.ts'
import { readTime } from './days.rules.ts'
import type { FilterContext, Test } from './plan.rules.ts'
import type { ReadPart } from './problems.rules.ts'
import type { Target } from './targets.rules.ts'

export const MAX_VALUES = 500
export const MAX_TEXT = 2000

/** The tests that an operator and its value mean; a row must pass one of them. Problems have their place within the value. */
export function readTest(
  target: Target,
  op: string,
  value: unknown,
  context: FilterContext,
): ReadPart<Test[]> {
  const { nature } = target
  if (op === 'contains' || op === 'starts_with') return readContained(target, op, value)
  if (nature === 'choices' || nature === 'links') return readSet(target, op, value)
  const each = <T>(one: (item: unknown) => ReadPart<T>): ReadPart<T[]> =>
    op === 'in' ? listOf(value, one) : allRead([one(value)])
  if (nature === 'date' || nature === 'datetime') {
    return each((item) => readTime(target, op, item, context))
  }
  if (nature === 'number' && op !== 'in' && op !== 'eq' && op !== 'ne') {
    return mapped(numberOf(value), (number) => [between(op, number)])
  }
  return mapped(
    each((item) => scalarOf(target, item, context)),
    (values) => oneOf(target, values),
  )
}

function readContained(target: Target, op: string, value: unknown): ReadPart<Test[]> {
  const { nature, column } = target
  const read = textOf(value)
  if (nature === 'links' && read.problems.length === 0) {
    return mapped(linkOf(value), (id) => [{ is: 'holding', any: [id] }])
  }
  return mapped(read, (text) => {
    if (nature === 'choices') return [{ is: 'holding', any: [labelOf(target, text)] }]
    if (op === 'starts_with') return [{ is: 'starting', text }]
    return [{ is: 'containing', text: isPhone(column) ? partOfPhone(text) : text }]
  })
}

const isPhone = (column: Target['column']): boolean =>
  column !== undefined && inputOf(column.type) === 'phone'

/** A phone number is found with any extension, and one with an extension as it is. */
function oneOf({ column }: Target, values: readonly (string | number)[]): Test[] {
  if (!isPhone(column)) return [{ is: 'one of', values }]
  return values.map((value) =>
    /^\+\d+$/.test(String(value))
      ? { is: 'between', from: { value }, to: { value: `${value}${AFTER_EXTENSIONS}`, open: true } }
      : { is: 'one of', values: [value] },
  )
}

/** In any order of characters, a number with this behind it comes after the number with its extensions and before all others. */
const AFTER_EXTENSIONS = `${EXTENSION}a`

function between(op: string, value: number): Test {
  if (op === 'lt' || op === 'lte') return { is: 'between', to: { value, open: op === 'lt' } }
  return { is: 'between', from: { value, open: op === 'gt' } }
}

function listOf<T>(value: unknown, one: (item: unknown) => ReadPart<T>): ReadPart<T[]> {
  if (!Array.isArray(value)) return wrong([], why('filter_not_values', {}))
  if (value.length > MAX_VALUES) {
    return wrong([], why('filter_values_too_many', { count: value.length, most: MAX_VALUES }))
  }
  return allRead(value.map((item, i) => inside(`[${i}]`, one(item))))
}

function scalarOf(
  target: Target,
  value: unknown,
  context: FilterContext,
): ReadPart<string | number> {
  switch (target.nature) {
    case 'number':
      return numberOf(value)
    case 'checkbox':
      return typeof value === 'boolean'
        ? fine(String(value))
        : wrong('', why('filter_not_a_boolean', {}))
    case 'person':
      if (value === 'me') return fine(context.me?.crmUserId ?? -1)
      return typeof value === 'number' && Number.isSafeInteger(value)
        ? fine(value)
        : wrong(0, why('filter_not_a_person', {}))
    case 'actor':
      if (value === 'me') return fine(userRef(context.me?.crmUserId ?? -1))
      return typeof value === 'string' && value.length <= 100
        ? fine(value)
        : wrong('', why('filter_not_an_actor', {}))
    default:
      return mapped(textOf(value), (text) => asStored(target, text, context))
  }
}

const numberOf = (value: unknown): ReadPart<number> =>
  typeof value === 'number' && Number.isFinite(value)
    ? fine(value)
    : wrong(0, why('filter_not_a_number', {}))

function textOf(value: unknown): ReadPart<string> {
  if (typeof value !== 'string') return wrong('', why('filter_not_text', {}))
  if (cleaned(value) === '') return wrong('', why('filter_empty', {}))
  if (value.length > MAX_TEXT) return wrong('', why('too_many_characters', { most: MAX_TEXT }))
  return fine(value)
}

/** Text as the column would store it, if it can: an email address in lower case, a phone number in E.164, a label. */
function asStored(target: Target, text: string, { view }: FilterContext): string {
  const { column } = target
  if (!column) return text
  if (isPlainText(column.type)) return trimmed(text)
  if (target.nature === 'choice') return labelOf(target, text)
  if (isComputed(column.type)) return text
  const read = convertCell(column, text, { ...view.definition.locale, people: [], keepsAll: true })
  return read.kind === 'stored' ? String(read.value) : text
}

/** Part of a number as it is stored, if it is written as people do: `(312)` is `312`. */
const partOfPhone = (text: string): string =>
  phoneDigits(text) ?? (text.replace(/[\s()./-]/g, '') || text)

/** The label that a text means, ignoring case; the text itself if there is no such option. */
function labelOf({ column }: Target, text: string): string {
  const options = column?.settings.options ?? []
  const wanted = folded(text)
  return (
    options.find(({ label }) => label === text) ??
    options.find(({ label }) => folded(label) === wanted) ?? { label: text }
  ).label
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const linkOf = (value: unknown): ReadPart<string> =>
  typeof value === 'string' && UUID.test(value)
    ? fine(value.toLowerCase())
    : wrong('', why('filter_not_a_row', {}))

function readSet(target: Target, op: string, value: unknown): ReadPart<Test[]> {
  const items = listOf(value, (item) =>
    target.nature === 'links'
      ? linkOf(item)
      : mapped(textOf(item), (text) => labelOf(target, text)),
  )
  if (op === 'in') return mapped(items, (any) => [{ is: 'holding', any }])
  if (items.problems.length + items.value.length === 0) return wrong([], why('filter_empty', {}))
  return mapped(items, (of) => [{ is: 'set', of: [...new Set(of)] }])
}
