import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { unrestricted } from '../../policies/columns.rules.ts'
import type { CellValue } from '../cells/column.ts'
import { type Column, type Definition, viewOf } from '../definitions/definition.rules.ts'
import { rawProjector } from './raw-cells.rules.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const columnAt = (slot: number, key: string): Column => ({
  id: `c${slot}`,
  slot,
  key,
  name: key,
  type: 'text',
  description: '',
  position: slot,
  required: false,
  unique: false,
  readOnly: false,
  settings: {},
  policy: unrestricted,
})
const facts = {
  position: 1,
  createdAt: new Date(0),
  createdBy: 'user:1',
  updatedAt: new Date(0),
  updatedBy: 'user:1',
}
function projectParsed(columns: Column[], cells: Record<string, CellValue>) {
  const definition = { columns } as unknown as Definition
  return viewOf(definition, { kind: 'system', workspaceId: '' }).project(cells, facts)
}

/**
 * Anything that a converter can store: text of any characters that the database can hold, numbers, booleans, lists of
 * texts and of files, and the errors of formulas.
 */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((s) => s.replaceAll('\0', '').toWellFormed()),
  fc.stringMatching(/^["\\{}[\], :'\n]{0,12}$/),
)
const value: fc.Arbitrary<CellValue> = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom<CellValue>(0, -0, 1e21, 1e-7, 2 ** 53, Number.MAX_VALUE, 5e-324, '', '\\"'),
  fc.boolean(),
  fc.array(text, { maxLength: 4 }),
  fc.array(fc.record({ id: text, name: text, size: fc.nat(), type: text }), { maxLength: 3 }),
  fc.record({ error: text }),
)
/** Slots of visible, hidden and deleted columns, some of them several digits long. */
const cells = fc.dictionary(fc.integer({ min: 1, max: 40 }).map(String), value, { maxKeys: 12 })

test('the text of a row is the same as by parsing and projecting it, for any cells', async () => {
  const samples = fc.sample(fc.tuple(cells, fc.uniqueArray(fc.integer({ min: 1, max: 40 }))), {
    numRuns: 2000,
    seed: 4711,
  })
  // PostgreSQL prints the samples, because it sorts members and writes numbers in its own way.
  const printed: { text: string }[] = await service.sql(
    `SELECT (s.value -> 0)::text AS text FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS s (value, n)
     ORDER BY s.n`,
    [JSON.stringify(samples.map(([stored]) => [stored]))],
  )
  expect(printed).toHaveLength(samples.length)
  for (const [nth, [, slots]] of samples.entries()) {
    const columns = slots.map((slot) => columnAt(slot, `key "${slot}"`))
    const row = printed[nth]!.text
    const projected = rawProjector(columns)(row)
    expect(JSON.parse(projected), `${row}\n${projected}`).toEqual(
      projectParsed(columns, JSON.parse(row)),
    )
  }
})

test('the result of a formula is read from the stored cells', () => {
  const columns = [{ ...columnAt(1, 'a'), type: 'formula' as const, readOnly: true }]
  expect(rawProjector(columns)('{"1": {"error": "division_by_zero"}}')).toBe(
    '{"a":{"error": "division_by_zero"}}',
  )
})

test('a column that the service fills is not read from the stored cells', () => {
  const columns = [{ ...columnAt(1, 'a'), readOnly: true }, columnAt(2, 'b')]
  expect(rawProjector(columns)('{"1": "old", "2": "new"}')).toBe('{"b":"new"}')
})
