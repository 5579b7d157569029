import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { isComputed, isPlainText } from '../../../../shared/column-types.ts'
import { MOST_DAYS } from '../../../../shared/limits.ts'
import { phoneDigits } from '../../../../shared/phone-digits.ts'
import { EXTENSION } from '../../../../shared/phone-extension.ts'
import { cleaned, trimmed } from '../../../../shared/visible-text.ts'
import { userRef } from '../../../platform/actor.ts'
import { FIRST_MS, LAST_MS } from '../cells/calendar.ts'
import { convertCell } from '../cells/convert.ts'
import { folded, named } from '../cells/words.ts'
import {
  countedDays,
  dayOf,
  daysOf,
  dayWords,
  instantOf,
  instantsOfDays,
  type Span,
  todayOf,
} from './days.rules.ts'
import type { FilterContext, Test } from './plan.rules.ts'
import type { Target } from './targets.rules.ts'

export const MAX_VALUES = 500
export const MAX_TEXT = 2000

/** Reports what is wrong with a value, or with a part of it (`[3]`, `.from`). */
type Report = (refused: Why, inside?: string) => void

/**
 * The tests that an operator and its value mean; a row must pass one of them.
 *
 * @returns undefined if the value does not fit, which has been reported.
 */
export function readTest(
  target: Target,
  op: string,
  value: unknown,
  context: FilterContext,
  report: Report,
): Test[] | undefined {
  const { nature } = target
  if (nature === 'date' || nature === 'datetime') {
    return readTimes(target, op, value, context, report)
  }
  if (op === 'contains' || op === 'starts_with') {
    const text = textOf(value, report)
    if (text === undefined) return undefined
    if (nature === 'choices') return [{ is: 'holding', any: [labelOf(target, text)] }]
    if (nature === 'links') return linkOf(value, report, (id) => [{ is: 'holding', any: [id] }])
    if (op === 'starts_with') return [{ is: 'starting', text }]
    return [{ is: 'containing', text: target.column?.type === 'phone' ? partOfPhone(text) : text }]
  }
  if (nature === 'choices' || nature === 'links') return readSet(target, op, value, report)
  if (nature === 'number' && op !== 'in' && op !== 'eq' && op !== 'ne') {
    const number = numberOf(value, report)
    return number === undefined ? undefined : [between(op, number)]
  }
  const one = (item: unknown, reportItem: Report) => scalarOf(target, item, context, reportItem)
  if (op !== 'in') {
    const found = one(value, report)
    return found === undefined ? undefined : oneOf(target, [found])
  }
  const values = listOf(value, report, one)
  return values && oneOf(target, values)
}

/** A phone number is found with any extension, and one with an extension as it is. */
function oneOf({ column }: Target, values: readonly (string | number)[]): Test[] {
  if (column?.type !== 'phone') return [{ is: 'one of', values }]
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

/** Every item of a list; undefined if one of them does not fit. */
function listOf<T>(
  value: unknown,
  report: Report,
  one: (item: unknown, reportItem: Report) => T | undefined,
): T[] | undefined {
  if (!Array.isArray(value)) return void report(why('filter_not_values', {}))
  if (value.length > MAX_VALUES) {
    return void report(why('filter_values_too_many', { count: value.length, most: MAX_VALUES }))
  }
  const read = value.map((item, i) =>
    one(item, (refused, inside = '') => report(refused, `[${i}]${inside}`)),
  )
  return read.includes(undefined) ? undefined : (read as T[])
}

function scalarOf(
  target: Target,
  value: unknown,
  context: FilterContext,
  report: Report,
): string | number | undefined {
  switch (target.nature) {
    case 'number':
      return numberOf(value, report)
    case 'checkbox':
      return typeof value === 'boolean'
        ? String(value)
        : void report(why('filter_not_a_boolean', {}))
    case 'person':
      if (value === 'me') return context.me?.crmUserId ?? -1
      return typeof value === 'number' && Number.isSafeInteger(value)
        ? value
        : void report(why('filter_not_a_person', {}))
    case 'actor':
      if (value === 'me') return userRef(context.me?.crmUserId ?? -1)
      return typeof value === 'string' && value.length <= 100
        ? value
        : void report(why('filter_not_an_actor', {}))
    default: {
      const text = textOf(value, report)
      return text === undefined ? undefined : asStored(target, text, context)
    }
  }
}

function numberOf(value: unknown, report: Report): number | undefined {
  return typeof value === 'number' && Number.isFinite(value)
    ? value
    : void report(why('filter_not_a_number', {}))
}

function textOf(value: unknown, report: Report): string | undefined {
  if (typeof value !== 'string') return void report(why('filter_not_text', {}))
  if (cleaned(value) === '') return void report(why('filter_empty', {}))
  if (value.length > MAX_TEXT) return void report(why('too_many_characters', { most: MAX_TEXT }))
  return value
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

function linkOf<T>(value: unknown, report: Report, then: (id: string) => T): T | undefined {
  return typeof value === 'string' && UUID.test(value)
    ? then(value.toLowerCase())
    : void report(why('filter_not_a_row', {}))
}

function readSet(target: Target, op: string, value: unknown, report: Report): Test[] | undefined {
  const items = listOf(value, report, (item, reportItem) => {
    if (target.nature === 'links') return linkOf(item, reportItem, (id) => id)
    const text = textOf(item, reportItem)
    return text === undefined ? undefined : labelOf(target, text)
  })
  if (!items) return undefined
  if (op === 'in') return [{ is: 'holding', any: items }]
  if (items.length === 0) return void report(why('filter_empty', {}))
  return [{ is: 'set', of: [...new Set(items)] }]
}

// ── days and times ──

function readTimes(
  target: Target,
  op: string,
  value: unknown,
  context: FilterContext,
  report: Report,
): Test[] | undefined {
  const spanOf = (item: unknown, reportItem: Report) => timeOf(target, item, context, reportItem)
  if (op === 'in') {
    return listOf(value, report, spanOf)?.map((span) => within(target, span))
  }
  if (op === 'within') {
    const span = periodOf(target, value, context, report)
    return span && [within(target, span)]
  }
  const span = spanOf(value, report)
  if (!span) return undefined
  switch (op) {
    case 'before':
    case 'lt':
      return [within(target, { to: span.from })]
    case 'after':
    case 'gt':
      return [within(target, { from: span.to })]
    case 'lte':
      return [within(target, { to: span.to })]
    case 'gte':
      return [within(target, { from: span.from })]
    default:
      return [within(target, span)]
  }
}

const END = LAST_MS + 1

type OpenSpan = { from?: number | undefined; to?: number | undefined }

/** A span as a test, in the form that the target is compared in. */
function within({ nature }: Target, { from = FIRST_MS, to = END }: OpenSpan): Test {
  // No cell holds a date outside these years, and its text would not sort correctly.
  if (from >= END || to <= FIRST_MS) return { is: 'one of', values: [] }
  const bound = (ms: number, open: boolean) => {
    const text = new Date(ms).toISOString()
    return { value: nature === 'date' ? text.slice(0, 10) : text, open }
  }
  return {
    is: 'between',
    from: bound(Math.max(from, FIRST_MS), false),
    ...(to < END ? { to: bound(to, true) } : {}),
  }
}
/** One day or instant, as a span. */
function timeOf(
  { nature }: Target,
  value: unknown,
  context: FilterContext,
  report: Report,
): Span | undefined {
  if (typeof value === 'string' && value.length <= 40) {
    const word = ['today', 'yesterday', 'tomorrow'].includes(value)
    const days = word ? daysOf(value, context) : dayOf(value)
    if (days) return nature === 'date' ? days : instantsOfDays(days, context.timeZone)
    const instant = nature === 'datetime' ? instantOf(value) : undefined
    if (instant) return instant
  }
  return void report(why(nature === 'datetime' ? 'filter_not_a_time' : 'filter_not_a_day', {}))
}

function periodOf(
  target: Target,
  value: unknown,
  context: FilterContext,
  report: Report,
): OpenSpan | undefined {
  const span = periodIn(target, value, context, report)
  return span && target.nature === 'datetime' && span.days
    ? instantsOfDays(span.days, context.timeZone)
    : (span?.days ?? span?.times)
}

/** A period as days, or as times if it has both ends. */
function periodIn(
  target: Target,
  value: unknown,
  context: FilterContext,
  report: Report,
): { days?: Span; times?: OpenSpan } | undefined {
  if (typeof value === 'string') {
    const days = daysOf(value, context)
    if (days) return { days }
    const periods = dayWords.join(', ')
    return void report(why('filter_unknown_period', { sent: named(value), periods }))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return void report(PERIOD)
  }
  const members = Object.keys(value)
  if (members.length === 1 && members[0] === 'days') {
    const { days: count } = value as { days: unknown }
    const days = Number.isInteger(count) && countedDays(todayOf(context), count as number)
    if (days) return { days }
    return void report(why('filter_not_days', { most: MOST_DAYS }), '.days')
  }
  if (members.length === 0 || members.some((member) => member !== 'from' && member !== 'to')) {
    return void report(PERIOD)
  }
  const { from, to } = value as { from?: unknown; to?: unknown }
  const read = (end: unknown, inside: string) =>
    end === undefined
      ? {}
      : timeOf(target, end, context, (refused) => report(refused, `.${inside}`))
  const [first, last] = [read(from, 'from'), read(to, 'to')]
  return first && last && { times: { from: first.from, to: last.to } }
}

const PERIOD = why('filter_not_a_period', {})
