import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatHtml, formatTsv, isBlock, parseTsv } from './clipboard.rules.ts'

test.each<[string, string, string[][]]>([
  ['one cell', 'Ada', [['Ada']]],
  [
    'a block',
    'a\tb\nc\td\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'lines as Windows ends them',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'cells with line breaks, tabs and quotes',
    '"a\nb"\t"say ""hi"""\n"x\ty"\tz',
    [
      ['a\nb', 'say "hi"'],
      ['x\ty', 'z'],
    ],
  ],
  ['quotes inside of a cell', '5" pipe\tx', [['5" pipe', 'x']]],
  ['a quote that is not closed', '"open\tx', [['"open', 'x']]],
  [
    'rows of uneven length',
    'a\nb\tc',
    [
      ['a', ''],
      ['b', 'c'],
    ],
  ],
  [
    'empty cells',
    '\t\n\t',
    [
      ['', ''],
      ['', ''],
    ],
  ],
])('reads %s', (_, text, block) => {
  expect(parseTsv(text)).toEqual(block)
})

test('copied text is read back unchanged', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', ',') })
  const blocks = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([height, width]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: height,
        maxLength: height,
      }),
    )
  fc.assert(
    fc.property(blocks, (block) => {
      // A last line of one empty cell looks the same as a line break at the end.
      fc.pre(block.at(-1)!.some((text) => text !== '') || block[0]!.length > 1)
      expect(parseTsv(formatTsv(block))).toEqual(block)
    }),
  )
})

test('no cell becomes markup in the copied table', () => {
  expect(formatHtml([['<b>&', 'x\ny']])).toBe(
    '<table><tr><td>&lt;b&gt;&amp;</td><td>x<br>y</td></tr></table>',
  )
})

test('several lines or columns are a block; the line break after a single cell is not', () => {
  expect(['a\nb', 'a\tb', 'a\r\nb\r\n'].map(isBlock)).toEqual([true, true, true])
  expect(['', 'a', 'a\r\n', '"a\nb"'].map(isBlock)).toEqual([false, false, false, false])
})
