import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockIn, formatHtml, formatText, isBlock, parseTsv } from './clipboard.rules.ts'

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
      const [text, html] = [formatText(block), formatHtml(block)]
      expect(blockIn({ text, html })).toEqual(block)
      // As Windows passes it on.
      expect(blockIn({ text: text.replaceAll('\n', '\r\n'), html })).toEqual(block)
      const isSingle = block.length === 1 && block[0]!.length === 1
      // As other programs read it, which know nothing of our table.
      if (!isSingle) expect(parseTsv(text)).toEqual(block)
    }),
  )
})

test('a single cell is copied as it is', () => {
  const note = 'Dear "Ann",\n\tsee you'
  expect(formatText([[note]])).toBe(note)
  expect(formatText([[note], ['x']])).toBe('"Dear ""Ann"",\n\tsee you"\nx')
  const clip = { text: note, html: formatHtml([[note]]) }
  expect(isBlock(clip)).toBe(false)
  // Others know nothing of a table, or have one of their own around other text.
  expect(isBlock({ ...clip, html: '' })).toBe(true)
  expect(isBlock({ ...clip, html: formatHtml([['Dear Ann']]) })).toBe(true)
  expect(
    isBlock({
      ...clip,
      html: `<meta><b style="x"><table><td><p>Dear "Ann",</p>&nbsp;<br>see you</td></table></b>`,
    }),
  ).toBe(false)
})

test('no cell becomes markup in the copied table', () => {
  expect(formatHtml([['<b>&', 'x\ny']])).toBe(
    '<table><tr><td>&lt;b&gt;&amp;</td><td>x<br style="mso-data-placement:same-cell">y</td></tr></table>',
  )
})

test('several lines or columns are a block; the line break after a single cell is not', () => {
  const isBlockOf = (text: string) => isBlock({ text, html: '' })
  expect(['a\nb', 'a\tb', 'a\r\nb\r\n'].map(isBlockOf)).toEqual([true, true, true])
  expect(['', 'a', 'a\r\n', '"a\nb"'].map(isBlockOf)).toEqual([false, false, false, false])
})
