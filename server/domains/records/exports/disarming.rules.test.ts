import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disarmed, rearmed } from './disarming.rules.ts'

/** As spreadsheets read a cell: they skip white space and invisible characters, then the first character decides. */
const wouldRun = (cell: string) => /^[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell)

const risky = fc
  .tuple(
    fc.string({ unit: fc.constantFrom("'", ' ', '\t', '\r', '\n', '\u00a0', '\u3000', '\u200b') }),
    fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', 'a', '1', ''),
    fc.string(),
  )
  .map((parts) => parts.join(''))
const anyText = fc.oneof(risky, fc.string({ unit: 'binary' }))

test.each([
  '=1+1',
  "=cmd|' /C calc'!A0",
  '+1',
  '-12.5',
  '@SUM(A1)',
  ' =1',
  '\t=1',
  '\r=1',
  '\tplain',
  '\u00a0=1',
  '\u3000＝1',
  '\u200b=1',
  '\ufeff@x',
  '＋1',
  '－1',
  '＠x',
  "'=1",
])('%j is set behind an apostrophe', (text) => expect(disarmed(text)).toBe(`'${text}`))

test.each(['Acme', "O'Neill", "'quoted'", 'a=1', '1+1', '(=1)', '', '"=1"', '12.5'])(
  '%j stays as it is',
  (text) => expect(disarmed(text)).toBe(text),
)

test('no disarmed text would run, and all of it can be restored', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(wouldRun(disarmed(text))).toBe(false)
      expect(rearmed(disarmed(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})
