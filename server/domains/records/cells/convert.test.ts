import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageOf, wordsOf } from '../../../../contract/refusals/reasons.ts'
import { columnTypes, isComputed } from '../../../../shared/column-types.ts'
import type { CellColumn, CellContext, ColumnSettings } from './column.ts'
import { canonicalText, convertCell, receiptText } from './convert.ts'
import { accepts, converts, example } from './example.ts'
import { at, column, DE, empty, kept, labelled, US } from './fixtures.ts'

const contexts = [
  US,
  DE,
  at('IN', 'Asia/Kolkata', 'INR'),
  at('CA', 'America/Toronto', 'CAD'),
  at('JP', 'Asia/Tokyo', 'JPY'),
]
const variants: ColumnSettings[] = [
  {},
  { precision: 0, min: 3, max: 7.5 },
  { precision: 2, min: 0.015, max: 0.026 },
  { max: -1e6 },
  { currency: 'JPY', min: 10.5 },
  { currency: 'KWD' },
  labelled('Red', 'Smith, John'),
  { ...labelled('A'), allowNewOptions: true },
  { allowNewOptions: true },
]
const writable = columnTypes
  .filter((type) => !isComputed(type))
  .flatMap((type) => variants.map((settings) => column(type, settings)))
const anyColumn = fc.constantFrom(...writable)
const anyContext = fc.constantFrom(...contexts)

// Texts that are close to what the types accept, besides arbitrary JSON.
const marks = fc.stringMatching(/^[-+(]?[$€]?[0-9]{0,4}([.,' ][0-9]{1,4}){0,3}[)%]? ?(USD|kr|%)?$/)
const times = fc.stringMatching(
  /^[0-9]{1,4}[-/. ][0-9A-Za-z]{1,4}[-/. ][0-9]{1,4}([T ][0-9]{1,2}:[0-5][0-9]( ?[AP]M|Z|[+-]0[0-9]:00)?)?$/,
)
const addresses = fc.oneof(
  fc.emailAddress(),
  fc.webUrl(),
  fc.domain(),
  fc.stringMatching(/^\+?[0-9 ()-]{5,15}$/),
)
const words = fc.constantFrom(
  'red',
  'Smith, john',
  'A,b,,A',
  'yes',
  'Bob Ray',
  'ann@example.com',
  '7',
  ' x\ny ',
  'o0',
)
const sent = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer({ min: -1e14, max: 1e14 }),
  marks,
  times,
  addresses,
  words,
  fc.array(words),
)
const conversions = (check: (of: CellColumn, value: unknown, ctx: CellContext) => void) =>
  fc.assert(fc.property(anyColumn, sent, anyContext, check), { numRuns: 20_000 })

test('any value is stored, empty, or refused with a text; nothing is thrown', () => {
  conversions((of, value, ctx) => {
    const conversion = convertCell(of, value, ctx)
    if (conversion.kind === 'refused') {
      for (const text of [messageOf(conversion.refusal), wordsOf(conversion.refusal)]) {
        expect(text.length).toBeGreaterThan(10)
        expect(text.length).toBeLessThan(1000)
        expect(text).not.toContain('undefined')
      }
    } else if (conversion.kind === 'stored') {
      expect(typeof canonicalText(of, conversion.value)).toBe('string')
      expect(receiptText(value).length).toBeLessThanOrEqual(500)
    }
  })
})

test('converting twice gives the same as converting once, through JSON and back', () => {
  conversions((of, value, ctx) => {
    const first = convertCell(of, value, ctx)
    if (first.kind !== 'stored') return
    const stored = JSON.parse(JSON.stringify(first.value))
    expect(stored).toEqual(first.value)
    expect(convertCell(of, stored, ctx)).toMatchObject({
      kind: 'stored',
      value: stored,
      coerced: false,
    })
  })
})

test('a value that is not coerced is stored as sent', () => {
  conversions((of, value, ctx) => {
    const conversion = convertCell(of, value, ctx)
    if (conversion.kind === 'stored' && !conversion.coerced) {
      expect(conversion.value).toEqual(value === 0 ? 0 : value)
    }
  })
})

test('the example of a column is stored as sent, or is empty if nothing can be stored', () => {
  for (const ctx of contexts) {
    for (const of of writable) {
      const value = example(of, ctx)
      if (value === '') {
        const bare = of.settings.options === undefined && of.settings.allowNewOptions !== true
        const none =
          ((of.type === 'select' || of.type === 'multi_select') && bare) ||
          of.type === 'link' ||
          of.type === 'file'
        const { min, max, precision } = of.settings
        const unfit =
          min !== undefined && max !== undefined && (of.type === 'currency' || precision === 0)
        expect(none || unfit, `${of.type} ${JSON.stringify(of.settings)}`).toBe(true)
      } else {
        expect(convertCell(of, value, ctx), of.type).toMatchObject({ ...kept(value) })
      }
      expect(accepts(of, ctx)).not.toBe('')
      expect(converts(of, ctx)).not.toMatch(/undefined|null/)
    }
  }
  expect(example(column('person'), { ...US, people: [] })).toBe('')
})

test('what the guide says is converted is converted', () => {
  const types = ['number', 'currency', 'percent', 'checkbox', 'date', 'datetime'] as const
  for (const ctx of contexts) {
    for (const of of types.flatMap((type) => [column(type), column(type, { precision: 0 })])) {
      const quoted = [...converts(of, ctx).matchAll(/"([^"]*)"/g)].map((match) => match[1])
      expect(quoted.length).toBeGreaterThan(1)
      for (const value of quoted) {
        expect(convertCell(of, value, ctx), value).toMatchObject({ kind: 'stored', coerced: true })
      }
    }
  }
})

test.each(columnTypes.filter(isComputed))('%s refuses whatever is sent', (type) => {
  for (const value of [1, 'x', true, [], {}]) {
    expect(convertCell(column(type), value, US)).toMatchObject({ kind: 'refused' })
  }
  expect(convertCell(column(type), null, US)).toEqual(empty)
})

test('each type decides which values are the same in a unique column', () => {
  const text = column('text')
  expect(canonicalText(text, 'e\u0301')).toBe(canonicalText(text, '\u00e9'))
  expect(canonicalText(text, 'a')).not.toBe(canonicalText(text, 'A'))
  expect(canonicalText(column('number'), 1.5)).toBe('1.5')
})

test.each([
  ['as it is', 'as it is'],
  [5, '5'],
  [false, 'false'],
  [null, 'null'],
  [['a', 'b', 3], 'a, b, 3'],
  [[['a'], 1], '[["a"],1]'],
  [{ a: 1 }, '{"a":1}'],
  ['x'.repeat(501), `${'x'.repeat(499)}…`],
])('a receipt writes %j as %s', (value, text) => {
  expect(receiptText(value)).toBe(text)
})

/** Marks that programs put around what people copy, and blanks that look like others. */
const UNSEEN = [
  '\u202a',
  '\u202d',
  '\u200e',
  '\u2066',
  '\u2060',
  '\u200b',
  '\u00ad',
  '\ufeff',
  '\u200d',
  '\u00a0',
]

test.each<[Parameters<typeof column>[0], ColumnSettings, string, unknown]>([
  ['phone', {}, '+1 (415) 555-0199', '+14155550199'],
  ['email', {}, 'a@x.example', 'a@x.example'],
  ['number', {}, '-1,250.50', -1250.5],
  ['currency', {}, '$1,250', 1250],
  ['percent', {}, '12%', 12],
  ['date', {}, 'Nov 20 2026', '2026-11-20'],
  ['datetime', {}, '2026-11-20T10:00Z', '2026-11-20T10:00:00.000Z'],
  ['checkbox', {}, 'Yes', true],
  ['select', labelled('In progress'), 'In progress', 'In progress'],
  ['multi_select', labelled('Red', 'Blue'), 'Red,Blue', ['Red', 'Blue']],
  ['url', {}, 'https://x.example/a', 'https://x.example/a'],
  ['text', {}, 'x2', 'x2'],
  ['long_text', {}, 'x2', 'x2'],
])(
  'invisible characters beside a value change nothing, and alone they are none: %s',
  (type, settings, text, value) => {
    const of = column(type, settings)
    for (const mark of UNSEEN) {
      for (const sent of [mark + text, text + mark, `${mark} ${text}${mark}${mark}`]) {
        const read = convertCell(of, sent, US)
        expect(read, JSON.stringify(sent)).toMatchObject({ kind: 'stored', value, coerced: true })
      }
      expect(convertCell(of, ` ${mark}${mark}`, US)).toEqual({ kind: 'empty' })
    }
  },
)

const keptOf = (of: CellColumn, sent: string, ctx: CellContext): unknown => {
  const read = convertCell(of, sent, ctx)
  return read.kind === 'stored' ? read.value : read
}

test('invisible characters inside are left out where they mean nothing, and kept in words', () => {
  for (const mark of ['\u200b', '\u2060', '\u00ad', '\u200e', '\u200d']) {
    expect(keptOf(column('phone'), `+1${mark}415555${mark}0199`, US)).toBe('+14155550199')
    expect(keptOf(column('email'), `a@x.${mark}example`, US)).toBe('a@x.example')
    expect(keptOf(column('url'), `https://x.example${mark}/a`, US)).toBe('https://x.example/a')
    expect(keptOf(column('select', labelled('In progress')), `in${mark} progress`, US)).toBe(
      'In progress',
    )
    expect(keptOf(column('text'), `a${mark}b`, US)).toBe(`a${mark}b`)
  }
  expect(keptOf(column('number'), '12\u2007000', US)).toBe(12_000)
  const fresh = column('select', { allowNewOptions: true })
  for (const text of ['👩\u200d💻', 'می\u200cخواهم', '❤️']) {
    expect(keptOf(fresh, `\u200b${text} `, US)).toBe(text)
    expect(keptOf(column('text'), `\u200b${text} `, US)).toBe(text)
  }
})

test('unique texts are compared as people see them', () => {
  const of = (text: string) => canonicalText(column('text'), text)
  expect(of('x\u200b2')).toBe(of('x2'))
  expect(of('Acme\u00a0LLC')).toBe(of('Acme LLC'))
  expect(of('Cafe\u0301')).toBe(of('Café'))
  expect(of('x2')).not.toBe(of('X2'))
  expect(of('O’Brien')).not.toBe(of("O'Brien"))
})
