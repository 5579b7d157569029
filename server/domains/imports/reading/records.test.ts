import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diskFiles } from '../../../platform/files/file-store.ts'
import { discard, temporaryDirectory } from '../../../tests/support/machine/temporary.ts'
import { type FileRecord, jsonLine } from './file-values.rules.ts'
import { blocksOf } from './records.ts'
import { delimiterOf } from './text-files.rules.ts'

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
  expect(delimiterOf('a;b,c\r1;2\r3;4\r')).toBe(';')
  // Decimal commas separate nothing, though they may be the same number in more lines.
  expect(delimiterOf('n;a;b\nx;1,5;2\ny;2,5\nz;3,5\nw;4,5;6\n')).toBe(';')
  expect(delimiterOf('n,a,b,c\nx,1,2,"p;q"\ny,3,4,u;v\nz,5,6,s;t\n')).toBe(',')
  expect(delimiterOf('1,2,3\n4,5,6\n')).toBe(',')
  expect(delimiterOf('sep=^\ra^b\r')).toBe('^')
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
