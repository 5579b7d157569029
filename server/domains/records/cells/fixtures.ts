import { expect } from 'vitest'
import { messageOf } from '../../../../contract/refusals/reasons.ts'
import type { CellColumn, CellContext, ColumnSettings, ColumnType, Conversion } from './column.ts'
import { convertCell } from './convert.ts'

export function column(type: ColumnType, settings: ColumnSettings = {}): CellColumn {
  const flags = { required: false, unique: false, readOnly: false }
  return { id: 'c1', slot: 1, key: type, name: type, type, settings, ...flags }
}

export const people = [
  { crmUserId: 7, name: 'Ann Lee', email: 'ann@example.com' },
  { crmUserId: 8, name: 'Bob Ray', email: 'bob@example.com' },
  { crmUserId: 9, name: 'bob  ray', email: 'robert@example.com' },
]

export const US: CellContext = {
  region: 'US',
  timeZone: 'America/New_York',
  currency: 'USD',
  people,
}

export const at = (region: string, timeZone = 'UTC', currency = 'EUR'): CellContext => ({
  region,
  timeZone,
  currency,
  people,
})
export const DE = at('DE', 'Europe/Berlin')

/** The options of a select, with ids `o0`, `o1`, … */
export const labelled = (...labels: string[]): ColumnSettings => ({
  options: labels.map((label, i) => ({ id: `o${i}`, label, color: null })),
})

export const kept = (value: unknown): Conversion =>
  ({ kind: 'stored', value, coerced: false }) as Conversion
export const made = (value: unknown): Conversion =>
  ({ kind: 'stored', value, coerced: true }) as Conversion
export const empty: Conversion = { kind: 'empty' }

/** Expects a refusal whose text contains all of `words`. */
export function expectRefused(
  of: CellColumn,
  sent: unknown,
  ctx: CellContext,
  ...words: string[]
): void {
  const conversion = convertCell(of, sent, ctx)
  expect(conversion.kind, JSON.stringify(conversion)).toBe('refused')
  if (conversion.kind !== 'refused') return
  const message = messageOf(conversion.refusal)
  for (const word of words) expect(message).toContain(word)
}
