import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diskFiles } from '../../../platform/files/file-store.ts'
import { discard, temporaryDirectory } from '../../../tests/support/machine/temporary.ts'
import { csvLine } from '../../records/exports/csv.rules.ts'
import { jsonLine } from './file-values.rules.ts'
import { blocksOf, csvRecords, type FileRecord } from './records.ts'
import { delimiterOf } from './text-files.rules.ts'

/** The bytes in pieces of any size, as a network delivers them. */
async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function read(text: string, size = 64 * 1024, delimiter = ','): Promise<FileRecord[]> {
  const found: FileRecord[] = []
  for await (const records of csvRecords(pieces(text, size), delimiter)) found.push(...records)
  return found
}

const value = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ',', '"', ' ', '\n', ';', "'") })
const table = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 8 })

test('any values that are written as CSV are read back, each row with the line on which it begins', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
      let line = 1
      const wanted: FileRecord[] = []
      for (const values of rows) {
        if (values.some((one) => one.trim() !== '')) wanted.push({ line, values })
        line += 1 + values.join('').split('\n').length - 1
      }
      const text = rows.map((values) => csvLine(values)).join('')
      expect(await read(text, size)).toEqual(wanted)
    }),
    { numRuns: 150 },
  )
})

test('rows of a file in which line breaks of all kinds are mixed are read, each with its line', async () => {
  const end = fc.constantFrom('\n', '\r\n', '\r')
  const unit = fc.constantFrom('a', '"', ',', '\n', '\r\n', '\r')
  const values = fc.array(fc.string({ unit, maxLength: 5 }), { minLength: 2, maxLength: 3 })
  const row = fc.record({ values, end, blank: fc.array(end, { maxLength: 2 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const wanted: FileRecord[] = []
      let text = ''
      const breaks = (of: string) => of.match(/\r\n?|\n/g)?.length ?? 0
      for (const { values, end, blank } of rows) {
        if (values.some((one) => one.trim() !== '')) wanted.push({ line: 1 + breaks(text), values })
        text += csvLine(values).trimEnd() + end + blank.join('')
      }
      expect(await read(text, size)).toEqual(wanted)
    }),
    { numRuns: 200 },
  )
  expect(delimiterOf('a;b,c\r1;2\r3;4\r')).toBe(';')
  expect(delimiterOf('sep=^\ra^b\r')).toBe('^')
})

test('the delimiter is the one that splits lines evenly', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.constantFrom(',', ';', '\t', '|'),
      fc.integer({ min: 2, max: 5 }).chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: 2,
          maxLength: 9,
        }),
      ),
      (delimiter, rows) => {
        const text = rows.map((values) => values.map((one) => `x${one}`).join(delimiter)).join('\n')
        expect(delimiterOf(`${text}\n`)).toBe(delimiter)
      },
    ),
  )
})

test('blocks have 500 rows, or fewer if they are large, and continue where a run was', async () => {
  const folder = await temporaryDirectory()
  const files = diskFiles(folder)
  const blocks = async (rows: FileRecord[], skip = 0) => {
    const lines = rows.map((row) => Buffer.from(jsonLine(row)))
    const { key } = await files.put(Readable.from(lines), 1e9)
    const file = { key, format: 'xlsx', encoding: 'utf-8', delimiter: ',' } as const
    const found: FileRecord[][] = []
    for await (const block of blocksOf(files, file, skip)) found.push(block)
    return found
  }
  const rowsOf = (count: number, text: string) =>
    Array.from({ length: count + 1 }, (_, n) => ({ line: n + 1, values: [`${n}`, text] }))
  const short = await blocks(rowsOf(1200, 'x'))
  expect(short.map(({ length }) => length)).toEqual([500, 500, 200])
  expect((await blocks(rowsOf(1200, 'x'), 500)).flat()).toEqual(short.slice(1).flat())
  const large = await blocks(rowsOf(12, 'ä'.repeat(1_500_000)))
  expect(large.map(({ length }) => length)).toEqual([3, 3, 3, 3])
  expect(large.flat().map(({ line }) => line)).toEqual(
    rowsOf(12, '')
      .slice(1)
      .map(({ line }) => line),
  )
  await discard(folder)
})
