import { expect, test } from 'vitest'
import { messageOf } from '../../../../contract/refusals/reasons.ts'
import { convertCell } from './convert.ts'
import { column, empty, expectRefused, kept, made, US } from './fixtures.ts'

const text = column('text')
const long = column('long_text')

test.each([
  ['Acme', kept('Acme')],
  ['  Acme\t', made('Acme')],
  ['\u00a0Acme\ufeff', made('Acme')],
  ['one  two', kept('one  two')],
  ['line one\r\n  line two\n', made('line one line two')],
  ['a\u2028b', made('a b')],
  [42, made('42')],
  [-0, made('0')],
  [1.5e21, made('1.5e+21')],
  [true, made('true')],
  [false, made('false')],
  ['', empty],
  [' \n\t ', empty],
  [null, empty],
  [undefined, empty],
  ['<b>&amp;', kept('<b>&amp;')],
  ['=1+1', kept('=1+1')],
  ['e\u0301', kept('e\u0301')],
  ['x'.repeat(2000), kept('x'.repeat(2000))],
  [` ${'x'.repeat(2000)} `, made('x'.repeat(2000))],
])('text: %j', (sent, expected) => {
  expect(convertCell(text, sent, US)).toEqual(expected)
})

test.each([
  ['Line one\n  Line two', kept('Line one\n  Line two')],
  ['\n\nLine one\r\nLine two\n', made('Line one\r\nLine two')],
  [7, made('7')],
  [' \r\n ', empty],
  ['x'.repeat(100_000), kept('x'.repeat(100_000))],
])('long_text: %j', (sent, expected) => {
  expect(convertCell(long, sent, US)).toEqual(expected)
})

test('anything that is not text, and text over the limit, is refused', () => {
  expectRefused(text, { a: 1 }, US, 'an object', 'string')
  expectRefused(text, ['a'], US, 'a list')
  expectRefused(text, 'x'.repeat(2001), US, '2,001 characters', 'at most 2,000')
  expectRefused(long, 'x'.repeat(100_001), US, '100,001 characters', 'at most 100,000')
})

test('an error echoes at most 40 characters, on one line, and never half of a surrogate pair', () => {
  const sent = `${'a\n'.repeat(19)}x😀${'y'.repeat(200_000)}`
  const conversion = convertCell(long, sent, US)
  const message = conversion.kind === 'refused' ? messageOf(conversion.refusal) : ''
  expect(message).toMatch(/^"(a ){19}…?x?…" has/)
  expect(message.isWellFormed()).toBe(true)
})
