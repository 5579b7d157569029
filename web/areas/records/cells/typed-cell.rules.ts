import { type Input, inputOf, isDated } from '../../../../shared/column-types.ts'
import { type TypedWhere, typedDate } from '../../../ui/values/typed-date.rules.ts'
import type { Column } from '../list/types.ts'
import { parsed } from './cell-parse.rules.ts'
import { shownText } from './cell-shown.rules.ts'
import { localTime, plainText, type TextContext } from './cell-text.rules.ts'

/** The keyboard that a phone shows for a field, by how people enter a cell. */
export const inputKinds: Partial<Record<Input, { type: string; inputMode?: 'decimal' }>> = {
  number: { type: 'text', inputMode: 'decimal' },
  email: { type: 'email' },
  phone: { type: 'tel' },
  url: { type: 'url' },
}

/** What typed dates depend on, at a moment. */
const typedWhere = ({ timeZone, region }: TextContext, now: Date): TypedWhere => ({
  today: localTime(now.toISOString(), timeZone).slice(0, 10),
  order: region.dateOrder,
})

/** The text of a field before somebody types: days as people read them if they can be typed like that. */
export function fieldText(column: Column, value: unknown, context: TextContext, now: Date): string {
  const plain = plainText(column, value, undefined, context)
  if (!isDated(column.type) || plain === '') return plain
  const shown = shownText(column, value, undefined, context)
  return dayIn(shown, context, now) === plain.slice(0, 10) ? shown : plain
}

/** What a field's text is sent as; text that only the service can read, or refuse, stays as it is. */
export function sentFor(column: Column, text: string, context: TextContext, now: Date): unknown {
  const dated = isDated(column.type) ? typedDate(text, typedWhere(context, now)) : undefined
  return parsed(column, dated ?? text, context.region)
}

/** A pasted date that only the app can read, because it has no full year; undefined for any other text. */
export function pastedDate(
  column: Column,
  text: unknown,
  context: TextContext,
  now: Date,
): string | undefined {
  if (typeof text !== 'string' || !isDated(column.type) || /\d{4}/.test(text)) return undefined
  return typedDate(text, typedWhere(context, now))
}

/** The day that a text means; `null` if it is none. */
export function dayIn(text: string, context: TextContext, now: Date): string | null {
  const written = typedDate(text, typedWhere(context, now)) ?? text.trim()
  return /^\d{4}-\d\d-\d\d(?!\d)/.exec(written)?.[0] ?? null
}

/** A chosen day as text, with the time that the text already has, or nine o’clock. */
export function withTime({ type }: Pick<Column, 'type'>, day: string, text: string): string {
  if (inputOf(type) === 'day') return day
  const [time = '09:00'] = /\b\d?\d(?::\d\d(?:\s?[ap]m)?|\s?[ap]m)/i.exec(text) ?? []
  return `${day} ${time}`
}
