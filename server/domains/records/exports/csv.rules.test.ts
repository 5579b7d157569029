import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.rules.ts'

test('quotes fields that need it, and ends lines as RFC 4180 does', () => {
  expect(csvLine(['a', 'b c', 'd,e', 'say "f"', 'g\nh', ' i', '', '-1'])).toBe(
    'a,b c,"d,e","say ""f""","g\nh"," i",,-1\r\n',
  )
})

test('a reader of CSV reads back any fields', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\r', '\n', '\t', ' ', "'", 'a', '=') }),
    fc.string({ unit: 'grapheme' }),
  )
  const records = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1 }),
    )
  fc.assert(
    fc.property(records, (records) => {
      const read = parse(records.map(csvLine).join(''), { record_delimiter: '\r\n' })
      expect(read).toEqual(records)
    }),
  )
})
