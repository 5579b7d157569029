import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressIssue, readAddress } from './addresses.rules.ts'

test.each([
  ['email', ' Ann@Funding.Example ', 'ann@funding.example'],
  ['email', "o'hara+x@funding.example", "o'hara+x@funding.example"],
  ['text', '(201) 555-0123', '+12015550123'],
  ['text', '+49 30 901820', '+4930901820'],
  ['text', '+1 201 555 0123 ext. 5', '+12015550123'],
  ['text', '+12015550123;ext=5', '+12015550123'],
] as const)('of %s %j is kept as %s', (medium, sent, address) => {
  expect(readAddress(medium, sent, 'US')).toEqual({ address })
})

test.each([
  ['email', ''],
  ['email', 'nobody'],
  ['email', 'Ann <ann@funding.example>'],
  ['email', '<ann@funding.example>'],
  ['email', 'mailto:ann@funding.example'],
  ['email', 'a@funding.example,b@funding.example'],
  ['email', 'a@funding.example b@funding.example'],
  ['email', 'a@funding.example\r\nBcc: b@funding.example'],
  ['email', 'a@funding.example\0'],
  ['email', '"a b"@funding.example'],
  ['email', 'a@[127.0.0.1]'],
  ['text', 'ann@funding.example'],
  ['text', '12'],
  ['text', '201-555-0123 (cell)'],
  ['text', '201-555-0123 / 201-555-0124'],
  ['text', '+12015550123,+12015550124'],
] as const)('of %s %j is refused with what to send, not as a cell is', (medium, sent) => {
  const read = readAddress(medium, sent, 'US')
  expect('refusal' in read && addressIssue('to', read.refusal)).toMatchObject({
    path: 'body.to',
    message: expect.stringMatching(/^(?!.*column).*(?:send|empty)/),
    reason: expect.any(String),
  })
})

test('a stored address has nothing that could end a header or name another address, and parses to itself', () => {
  const parts = fc.constantFrom(
    'a',
    'B',
    '@',
    '.',
    'x.example',
    ',',
    ';',
    '<',
    '>',
    ' ',
    '\n',
    '\r',
    '+1',
    '2015550123',
  )
  fc.assert(
    fc.property(
      fc.constantFrom('text' as const, 'email' as const),
      fc.oneof(
        fc.array(parts, { maxLength: 9 }).map((some) => some.join('')),
        fc.string(),
      ),
      (medium, sent) => {
        const read = readAddress(medium, sent, 'US')
        if (!('address' in read)) return
        expect(read.address).toMatch(
          medium === 'text' ? /^\+\d{4,15}$/ : /^[^\s,;<>"]+@[^\s,;<>"@]+$/,
        )
        expect(readAddress(medium, read.address, 'US')).toEqual(read)
      },
    ),
    { numRuns: 2000 },
  )
})
