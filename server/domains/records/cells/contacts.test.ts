import fc from 'fast-check'
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { SentNumber } from '../../../platform/http/sent-numbers.rules.ts'
import type { CellContext } from './column.ts'
import { canonicalText, convertCell } from './convert.ts'
import { example } from './example.ts'
import { at, column, DE, empty, expectRefused, kept, made, US } from './fixtures.ts'

const email = column('email')
const phone = column('phone')
const url = column('url')

test.each([
  ['name@example.com', kept('name@example.com')],
  ['first.last+tag@sub.example.co.uk', kept('first.last+tag@sub.example.co.uk')],
  ["o'hara_1@example.com", kept("o'hara_1@example.com")],
  ['jörg@müller.de', kept('jörg@müller.de')],
  ['a@xn--mller-kva.de', kept('a@xn--mller-kva.de')],
  ['Name@Example.COM', made('name@example.com')],
  [' name@example.com ', made('name@example.com')],
  ['Ann Lee <Ann@Example.com>', made('ann@example.com')],
  ['"Lee, Ann" <ann@example.com>', made('ann@example.com')],
  ['mailto:ann@example.com', made('ann@example.com')],
  ['  ', empty],
])('email: %j', (sent, expected) => {
  expect(convertCell(email, sent, US)).toEqual(expected)
})

test.each([
  'name',
  'name@',
  '@example.com',
  'name@example',
  'name@@example.com',
  'a b@example.com',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a@-example.com',
  'a@example-.com',
  'a@example..com',
  'a@1.2.3.4',
  'a@[1.2.3.4]',
  '"a b"@example.com',
  'a@ex_ample.com',
  // Where an address ends is not certain.
  'a@example.co .uk',
  'a@example.co,uk',
  'a@example. com',
  'a@example.com work',
  'a@example.com, b@',
  'a@example.com, b@example',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
  `a@${'b.'.repeat(130)}com`,
  5,
  true,
  [],
  {},
  ['a@example.com'],
])('email: %j is refused', (sent) => {
  expectRefused(email, sent, US, 'is not an email address', 'name@example.com')
})

test.each([
  'a@example.com.',
  'a@example.com;',
  'a@example.com,',
  "'a@example.com'",
  "'a@example.com",
  '“a@example.com”',
  '"a@example.com"',
  '(a@example.com)',
  '<a@example.com',
  'a@example.com>',
  'mailto:a@example.com?subject=x',
  'MAILTO:A@example.com;',
  'E-mail: a@example.com',
  'email a@example.com',
  'a@example.com (work)',
  'a@example.com - Ann',
  '[a@example.com](mailto:a@example.com)',
  'a＠example．com',
  'a@example.com, b@example.com',
  'a@example.com;b@example.com',
  'a@example.com b@example.com',
  'a@example.com\nb@example.com',
  'a@example.com / b@example.com',
  'a@example.com or b@example.com',
  'Ann <a@example.com>, Bob <b@example.com>',
])('email: of %j, the first address is stored', (sent) => {
  expect(convertCell(email, sent, US)).toMatchObject(made('a@example.com'))
})

test.each<[unknown, CellContext, unknown]>([
  ['+12025550123', US, kept('+12025550123')],
  ['+442071838750', US, kept('+442071838750')],
  ['(202) 555-0123', US, made('+12025550123')],
  ['202.555.0123', US, made('+12025550123')],
  ['1-202-555-0123', US, made('+12025550123')],
  ['+1 202 555 0123', DE, made('+12025550123')],
  ['(555) 123-4567', US, made('+15551234567')],
  [2025550123, US, made('+12025550123')],
  ['tel:+1-202-555-0123', US, made('+12025550123')],
  ['030 901820', DE, made('+4930901820')],
  ['+49 (0)30 901820', US, made('+4930901820')],
  ['0049 30 901820', DE, made('+4930901820')],
  ['011 44 20 7183 8750', US, made('+442071838750')],
  ['+44 20 7183 8750', at('AQ'), made('+442071838750')],
  ['(415) 555-0199', US, made('+14155550199')],
  ['415-155-0199', US, made('+14151550199')],
  ['07700 900123', at('GB'), made('+447700900123')],
  ['7911 123456', at('GB'), made('+447911123456')],
  ['30901820', DE, made('+4930901820')],
  ['4155550199', DE, made('+494155550199')],
  ['04155 550199', DE, made('+494155550199')],
  ['171 123 4567', DE, made('+491711234567')],
  ['347 123 4567', at('IT'), made('+393471234567')],
  ['222 123 4567', at('MX'), made('+522221234567')],
  ['310 555 1234', at('CO'), made('+573105551234')],
  ['98765 43210', at('IN'), made('+919876543210')],
  [98_455_50_199, at('IN'), made('+919845550199')],
  ['+44 4155 550199', at('GB'), made('+444155550199')],
  [' ', US, empty],
])('phone: %j in %o', (sent, ctx, expected) => {
  expect(convertCell(phone, sent, ctx)).toEqual(expected)
})

test.each([
  '12345',
  '555-0123',
  '1-800-FLOWERS',
  '+999 123 456 789',
  '+1 202 555 01234',
  '0202 555 0123',
  '415-555-01O9',
  '4155550199a',
  '415555019.0',
  '$4155550199',
  '415-555-019²',
  '0221, 123456',
  1.5,
  'tel:',
  true,
  [],
  {},
  '2'.repeat(500),
  '+',
])('phone: %j is refused', (sent) => {
  expectRefused(phone, sent, US, 'not a phone number', 'such as')
})

test.each<[string, CellContext]>([
  ['0221/123456', US],
  ['0221 123456', at('JM')],
  ['1 022 112 3456', US],
  ['+10221123456', US],
  ['+1 022 112 3456', DE],
  ['001 022 112 3456', DE],
  ['415-555-0199', at('GB')],
  // American by how they are written, and not as they are written there.
  ['415-555-0199', DE],
  ['(415) 555-0199', DE],
  ['415.555.0199', at('AT')],
  ['415-555-0199', at('IN')],
  ['555-0199', DE],
])('phone: %j in %o is refused', (sent, ctx) => {
  expectRefused(phone, sent, ctx, 'not a phone number', 'begin with + and the country code')
})

test.each([
  ['(415) 555-0199 ext. 12', '+14155550199;ext=12'],
  ['202-555-0123 x5', '+12025550123;ext=5'],
  ['2025550123x5', '+12025550123;ext=5'],
  ['202 555 0123 extension 1234', '+12025550123;ext=1234'],
  ['202-555-0123 (ext 12)', '+12025550123;ext=12'],
  ['202-555-0123 # 12', '+12025550123;ext=12'],
  ['tel:+1-202-555-0123;ext=12', '+12025550123;ext=12'],
  ['+12025550123,,12#', '+12025550123;ext=12'],
  ['202-555-0123 ext. 12 (Ann)', '+12025550123;ext=12'],
  ['+44 20 7183 8750 ext. 005', '+442071838750;ext=005'],
  ['+49 30 901820 Durchwahl 12', '+4930901820;ext=12'],
])('phone: of %s, the extension is stored behind the number', (sent, value) => {
  expect(convertCell(phone, sent, US)).toMatchObject(made(value))
  expect(convertCell(phone, value, US)).toEqual(kept(value))
})

test('phone: rows with different extensions of a number have the same unique value', () => {
  expect(canonicalText(phone, '+12025550123;ext=12')).toBe('+12025550123')
})

test.each([
  '415-555-0199 (cell)',
  'Cell: 415-555-0199',
  'p:+14155550199',
  "'4155550199",
  "'+1 415 555 0199",
  '4155550199.0',
  new SentNumber('4155550199.0'),
  '4.155550199E9',
  '１（４１５）５５５－０１９９',
  '+1 (415) 555\u20110199',
  '001 415 555 0199',
  '(+1) 415-555-0199',
  '(415-555-0199)',
  'Tel.415-555-0199',
  '415-555-0199 call after 5pm',
  'Suite 200, 415-555-0199',
  '(415) 555-0199 / (415) 555-0188',
  '415-555-0199, 415-555-0188',
  '415-555-0199;4155550188',
  '415-555-0199 415-555-0188',
  '415-555-0199\n415-555-0188',
  '415-555-0199/0188',
  'cell 415-555-0199 or work 415-555-0188',
])('phone: of %j, the first number is stored', (sent) => {
  expect(convertCell(phone, sent, US)).toMatchObject(made('+14155550199'))
})

test.each<[string, CellContext, string]>([
  ['030 901820 / 901821', DE, '+4930901820'],
  ['+49 221 1234567/8', DE, '+492211234567'],
  ['+49 30 901820 (2)', DE, '+4930901820'],
  ['02203 / 123456', DE, '+492203123456'],
  ['Mobil: 0171 1234567', DE, '+491711234567'],
  ['0044 20 7183 8750', US, '+442071838750'],
  ['011 44 20 7183 8750', at('GB'), '+442071838750'],
])('phone: %j in %o has one number with certainty', (sent, ctx, number) => {
  expect(convertCell(phone, sent, ctx)).toMatchObject(made(number))
})

test.each(['4.15555E+09', '4,15555E+09', new SentNumber('4.15555e9'), 1e30])(
  'phone: %j has lost digits, which the refusal says',
  (sent) => {
    expectRefused(phone, sent, US, 'has lost digits', 'send all of them')
  },
)

test('where nothing may get lost, a number or an address with more beside it is refused', () => {
  const all = { ...US, keepsAll: true }
  const bare = (address: string) => `is more than an address; send it bare, such as ${address}`
  expectRefused(phone, '415-555-0199 x12 (cell)', all, bare('+14155550199;ext=12'))
  expectRefused(email, 'a@example.com, b@example.com', all, bare('a@example.com'))
  expect(convertCell(phone, "'415-555-0199 x12", all)).toEqual(made('+14155550199;ext=12'))
  expect(convertCell(email, '“a@example.com”;', all)).toEqual(made('a@example.com'))
})

/** What people and programs write around a value. */
const around = fc.tuple(
  fc.constantFrom(
    '',
    '',
    'Cell: ',
    'p:',
    "'",
    '“',
    '(',
    '[',
    '<',
    '1) ',
    'x ',
    'No. 7 ',
    '$',
    '-',
    'a',
    '#',
  ),
  fc.constantFrom(
    '',
    '',
    ' (cell)',
    ')',
    '”',
    '>',
    ';',
    ',',
    '.',
    '.0',
    ' x12',
    '# 12',
    ' home',
    ' 7',
    'a',
    '@',
    ' / ',
  ),
)

test('phone: whatever is around a number, it is read as that number or refused, never as another', () => {
  const numbers = fc.constantFrom(
    ['415-555-0199', '+14155550199'],
    ['(415) 555-0199', '+14155550199'],
    ['+1 415 555 0199', '+14155550199'],
    ['+44 20 7183 8750', '+442071838750'],
    ['011 44 20 7183 8750', '+442071838750'],
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(numbers, around), { minLength: 1, maxLength: 3 }), (parts) => {
      const sent = parts.map(([[number], [before, after]]) => before + number + after).join(' ')
      const read = convertCell(phone, sent, US)
      expect(read.kind, sent).not.toBe('empty')
      if (read.kind !== 'stored') return
      const known = parts.map(([[, number]]) => number)
      expect(known, `${sent} as ${read.value}`).toContain(String(read.value).split(';')[0])
    }),
    { numRuns: 3000 },
  )
})

test('email: whatever is around an address, it is read as that address or refused, never as another', () => {
  const addresses = fc.constantFrom('ann@example.com', "o'hara+x@mail.example.co.uk")
  fc.assert(
    fc.property(fc.array(fc.tuple(addresses, around), { minLength: 1, maxLength: 3 }), (parts) => {
      // A letter or a mark that an address can have is part of it.
      fc.pre(
        parts.every(([, [before, after]]) => !/^[a+$#0-]$/.test(before) && !/^[\w#.]/.test(after)),
      )
      const sent = parts.map(([address, [before, after]]) => before + address + after).join(' ')
      const read = convertCell(email, sent, US)
      expect(read.kind, sent).not.toBe('empty')
      if (read.kind !== 'stored') return
      expect(
        parts.map(([address]) => address),
        sent,
      ).toContain(read.value)
    }),
    { numRuns: 3000 },
  )
})

test('phone: an extension makes no number of what is none, and a national number needs a country', () => {
  expectRefused(phone, '555-0123 x5', US, 'not a phone number')
  expectRefused(phone, '020 7183 8750', at('AQ'), 'country code')
})

test('phone: the shortcut for North America says what the library says', () => {
  const digits = fc.stringMatching(/^(\+?1)?[2-9]\d{9}$/)
  const gap = fc.constantFrom('', ' ', '-', '.')
  fc.assert(
    fc.property(
      digits,
      gap,
      gap,
      fc.constantFrom('US', 'CA', 'JM', 'BB'),
      (number, a, b, country) => {
        const sent = number
          .replace(/(\d{3})(\d{3})(\d{4})$/, `${a}$1${b}$2${b}$3`)
          .trim()
          .replace(/^[-.]/, '')
        const library = parsePhoneNumberFromString(sent, {
          defaultCountry: country as 'US',
          extract: false,
        })
        expect(library?.isPossible()).toBe(true)
        expect(convertCell(phone, sent, at(country))).toMatchObject({ value: library?.number })
      },
    ),
  )
})

test('phone: the shortcut for numbers with a country code says what the library says', () => {
  const code = fc.constantFrom(...getCountries().map((country) => getCountryCallingCode(country)))
  const gap = fc.constantFrom('', '', ' ', '-', '.', ' (', ') ', '/')
  const digits = fc.array(fc.tuple(gap, fc.nat(9)), { minLength: 4, maxLength: 14 })
  fc.assert(
    fc.property(code, digits, gap, (code, digits, end) => {
      fc.pre(code !== '1')
      const sent = `+${code}${digits.flat().join('')}${end}`.trim()
      // What follows is another number, or none.
      fc.pre(!/(?:\d\D*){9}[(/]/.test(sent))
      const read = (text: string) => parsePhoneNumberFromString(text, { extract: false })
      const library = read(sent)
      const again = library?.isPossible() && !library.ext ? read(library.number) : undefined
      const settled = again?.isPossible() && again.number === library?.number
      const found = convertCell(phone, sent, US)
      if (settled) expect(found, sent).toMatchObject({ kind: 'stored', value: again?.number })
      // A number and another behind a space, or none.
      else if (found.kind === 'stored') {
        expect(sent.slice(0, sent.lastIndexOf(' ')).replace(/[^+\d]/g, '')).toContain(found.value)
      }
    }),
    { numRuns: 5000 },
  )
})

test('phone: an example of every country is stored as it is', () => {
  for (const country of getCountries()) {
    const sent = example(phone, at(country))
    expect(convertCell(phone, sent, at(country)), country).toEqual(kept(sent))
  }
})

test('phone: a stored number is stored again unchanged, in any country', () => {
  const number = fc.stringMatching(/^\+?\d{6,14}$/)
  fc.assert(
    fc.property(number, fc.constantFrom(...getCountries()), (sent, country) => {
      const first = convertCell(phone, sent, at(country))
      if (first.kind === 'stored')
        expect(convertCell(phone, first.value, at(country))).toEqual(kept(first.value))
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['https://example.com', kept('https://example.com')],
  ['http://example.com/a?b=c#d', kept('http://example.com/a?b=c#d')],
  ['HTTPS://Example.com', kept('HTTPS://Example.com')],
  ['http://intranet/page', kept('http://intranet/page')],
  ['https://[::1]:8080/', kept('https://[::1]:8080/')],
  ['https://müller.de/ä', kept('https://müller.de/ä')],
  ['https://example.com/@name', kept('https://example.com/@name')],
  [' https://example.com ', made('https://example.com')],
  ['example.com', made('https://example.com')],
  ['www.example.com/a b'.replace(' ', '%20'), made('https://www.example.com/a%20b')],
  ['example.com:8080/x', made('https://example.com:8080/x')],
  ['example.com?x=y', made('https://example.com?x=y')],
  ['//example.com/x', made('https://example.com/x')],
  ['localhost:3000', made('https://localhost:3000')],
  ['192.168.0.1/x', made('https://192.168.0.1/x')],
  ['müller.de', made('https://müller.de')],
  ['', empty],
])('url: %j', (sent, expected) => {
  expect(convertCell(url, sent, US)).toEqual(expected)
})

test.each([
  'Website: https://example.com/a',
  '<https://example.com/a>',
  '“https://example.com/a”;',
  'https://example.com/a (site)',
  'https://example.com/a - our site',
  'https://example.com/a, https://example.com/b',
  'https://example.com/a\nhttps://example.com/b',
])('url: of %j, the first address is stored', (sent) => {
  expect(convertCell(url, sent, US)).toMatchObject(made('https://example.com/a'))
})

test.each([
  'foo',
  '12.5',
  'a@example.com',
  'https://user:pass@example.com',
  'https://',
  'https:///example.com',
  'https:example.com',
  'https:/example.com',
  'https://example.com/a b',
  'https://example.com/a b (site)',
  'https://exa mple.com, https://example.com',
  'https://example.com\\@evil.example',
  'https://exa mple.com',
  'https://example.com:99999',
  'example.com.',
  'mailto:a@example.com',
  'tel:5551234',
  'javascript:alert(1)',
  'JavaScript:alert(1)//.x',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://example.com',
  5,
  true,
  [],
  {},
  'https://example.com\u0000',
  'https://exa\nmple.com',
])('url: %j is refused', (sent) => {
  expectRefused(url, sent, US)
})

test('url: the limit applies to what is stored', () => {
  const path = 'x'.repeat(2048 - 'https://example.com/'.length)
  expect(convertCell(url, `example.com/${path}`, US)).toEqual(made(`https://example.com/${path}`))
  expectRefused(url, `example.com/${path}x`, US, '2049 characters', 'at most 2048')
})

test('unique: addresses are compared as browsers read them', () => {
  expect(canonicalText(url, 'HTTPS://Example.com')).toBe(canonicalText(url, 'https://example.com/'))
  expect(canonicalText(url, 'https://example.com/A')).not.toBe(
    canonicalText(url, 'https://example.com/a'),
  )
})
