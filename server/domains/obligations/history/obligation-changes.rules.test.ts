import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blank } from '../obligation/obligation-bodies.rules.ts'
import type { ObligationRow } from '../obligation/obligations.sql.ts'
import { fieldChanges, placeInSeries, successorOf } from './obligation-changes.rules.ts'

const at = new Date(0)
const row = (more: Partial<ObligationRow> = {}): ObligationRow => ({
  ...blank,
  id: 1,
  title: 'Voided check',
  obligationType: 'task',
  status: 'open',
  slaBreachAt: null,
  seriesStart: null,
  seriesDueAt: null,
  escalatedAt: null,
  escalatedToUserId: null,
  createdAt: at,
  updatedAt: at,
  now: at,
  closedAt: null,
  closedByUserId: null,
  closedReason: null,
  ...more,
})

const detail = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', '__proto__'),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3, noNullPrototype: true },
)
/** The same value, with the members of its objects in reverse order. */
const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, inside]) => [name, reversed(inside)]),
        )
      : value
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inside) =>
    typeof inside === 'object' && inside !== null && !Array.isArray(inside)
      ? { members: Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)) } // wrapped, so that {} differs from []
      : inside,
  )

test('a detail has changed if its values have, whatever the order of its members', () => {
  fc.assert(
    fc.property(detail, detail, (from, to) => {
      const fields = fieldChanges(row({ detail: from }), row({ detail: to })).map(
        ({ field }) => field,
      )
      expect(fields).toEqual(sorted(from) === sorted(to) ? [] : ['detail'])
      expect(
        fieldChanges(row({ detail: from }), row({ detail: reversed(from) as object })),
      ).toEqual([])
    }),
    { examples: [[{ b: [] }, { b: {} }]] },
  )
})

test('the history has times as answers do, and leaves out consequences of a change', () => {
  const dueAt = new Date('2027-01-01T00:00:00Z')
  const after = row({ dueAt, slaBreachAt: dueAt, seriesDueAt: dueAt, updatedAt: dueAt })
  expect(fieldChanges(row(), after)).toEqual([
    { field: 'dueAt', from: null, to: '2027-01-01T00:00:00.000Z' },
  ])
})

test('the next of a series is looked for after this one’s original time and after its moved one', () => {
  const [earlier, later] = [new Date(1000), new Date(2000)]
  expect(placeInSeries({ dueAt: earlier, seriesDueAt: later })).toBe(later)
  expect(placeInSeries({ dueAt: later, seriesDueAt: earlier })).toBe(later)
  const first = row({ dueAt: later, seriesDueAt: earlier, seriesStart: earlier, slaHours: 1 })
  const next = new Date(3000)
  expect(successorOf(first, { dueAt: next, createdAt: next, isUnderParent: false })).toMatchObject({
    dueAt: next,
    seriesDueAt: next,
    seriesStart: earlier,
    slaBreachAt: new Date(3000 + 3_600_000),
  })
})
