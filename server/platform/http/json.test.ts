import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './json.ts'
import { jsonText, SentNumber, withSentNumbers } from './sent-numbers.rules.ts'

const parsed = (json: string) => parseJson(Buffer.from(json))
const sent = (json: string) => withSentNumbers(parsed(json)) as Record<string, unknown>

/** Numbers as programs write them, and as JSON allows them. */
const numbers = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
  fc.bigInt().map(String),
  fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,24})?([eE][-+]?\d{1,3})?$/),
  fc.constantFrom(
    '-0',
    '-0.0',
    '0.0',
    '1.0',
    '1e3',
    '1E400',
    '-1e-400',
    '9007199254740993',
    '1e21',
  ),
)
// No name of one character that JSON escapes: JSON.parse of Node 26 takes "\n" for "\\" once it has seen that.
const names = fc.oneof(
  fc.string({ maxLength: 6 }).filter((name) => !/^["\\]$/.test(name)),
  fc.constantFrom('0', '10', 'toString', '\\"1.0', '""', 'valueOf', 'é', '1.0'),
)
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\0')),
  fc.constantFrom(': 1.0,', '\\', '\\"', '[1e3, -0]', '\\u0000', '"\\u00001.0"', '\u2028'),
)
const space = fc.constantFrom('', '', ' ', '\n', '\t\r ')
/** JSON whose members are in any order, come twice, and have blanks between them. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    numbers,
    texts.map((text) => JSON.stringify(text)),
    fc.constantFrom('null', 'true'),
    fc
      .array(fc.tuple(tie('json'), space), { maxLength: 5 })
      .map((items) => `[${items.map(([one, gap]) => gap + one + gap).join(',')}]`),
    fc
      .array(fc.tuple(names, tie('json'), space), { maxLength: 5 })
      .map(
        (members) =>
          `{${members.map(([name, one, gap]) => `${gap}${JSON.stringify(name)}${gap}:${gap}${one}${gap}`).join(',')}}`,
      ),
  ),
}))

test('a body means what JSON says, and every number in it is known as it was written', () => {
  fc.assert(
    fc.property(json, (text) => {
      const plain = JSON.parse(text)
      expect(parsed(text)).toStrictEqual(plain)
      // What was sent is written again to the letter, without its blanks and the members that a later one replaced.
      const body = sent(`[${text}]`)
      expect(JSON.parse(jsonText(body))).toStrictEqual([plain])
      const written = [...jsonText(body).replace(STRINGS, '""').matchAll(NUMBERS)].map(String)
      expect([...text.replace(STRINGS, '""').matchAll(NUMBERS)].map(String)).toEqual(
        expect.arrayContaining(written),
      )
    }),
    { numRuns: 2000 },
  )
})
const STRINGS = /"(?:[^"\\]|\\.)*"/g
const NUMBERS = /-?\d[\d.eE+-]*/g

test.each([
  '12345678901234567890',
  '123456789.123456789123',
  '1.0',
  '1e3',
  '-0',
  '1e400',
  '0.0000001',
])('%s is known as it was written', (source) => {
  const { a, b } = sent(`{"a": ${source}, "b": [{"c":${source}}, ${source}]}`) as Record<
    'a' | 'b',
    unknown
  >
  expect(a).toEqual(new SentNumber(source))
  expect(b).toEqual([{ c: new SentNumber(source) }, new SentNumber(source)])
})

test.each(['0', '-1', '1.5', '40000', '0.000001', '123456789012345'])(
  '%s needs no second look',
  (source) => {
    const body = parsed(`{"a": ${source}}`)
    expect(withSentNumbers(body)).toBe(body)
  },
)

test('only numbers count, not texts that look like them', () => {
  const text = '{"1.0": "1.0", "a": "x, 1e3]", "b": "\\\\", "c": "\\", 12345678901234567890"}'
  const body = parsed(text)
  expect(withSentNumbers(body)).toBe(body)
  expect(() => parsed('{"a": "\\u00001.0", "b": 1.0}')).toThrow('NUL')
})

test('hostile bodies are refused or read as quickly as others', () => {
  const digits = `1${'0'.repeat(1_000_000)}1`
  expect(sent(`[${digits}]`)).toEqual([new SentNumber(digits)])
  expect(new SentNumber(digits).isExact).toBe(false)
  const escapes = `{"a": "${'\\"'.repeat(500_000)}", "b": 1.0}`
  expect(sent(escapes).b).toEqual(new SentNumber('1.0'))
  const many = `[${'1.0,'.repeat(250_000)}1]`
  expect(sent(many)).toHaveLength(250_001)
  for (const wrong of ['{"a": {"__proto__": 1.0}}', '{1.0: 2}', '[1.0.0]']) {
    expect(() => parsed(wrong)).toThrow()
  }
  expect(() => parsed(`${'['.repeat(33)}1.0${']'.repeat(33)}`)).toThrow('nested')
})

test('a number alone is a body too', () => {
  expect(parsed('1.0')).toBe(1)
  expect(parsed(' -0 ')).toBe(-0)
})
