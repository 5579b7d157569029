import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerName, mailboxText, readMailbox } from './mailbox.rules.ts'

test.each([
  ['bob@x.example', null],
  ['<bob@x.example>', null],
  ['Bob Lee <bob@x.example>', 'Bob Lee'],
  [' "Lee, Bob" <bob@x.example> ', 'Lee, Bob'],
  ['Lee, Bob <bob@x.example>', 'Lee, Bob'],
  ["'Bob' <bob@x.example>", 'Bob'],
  ['"Bob \\"B\\" Lee"<bob@x.example>', 'Bob "B" Lee'],
  ['Zoë 北 <bob@x.example>', 'Zoë 北'],
  ['"Bob@x.example" <bob@x.example>', null],
  ['"" <bob@x.example>', null],
])('%s has the name %j', (written, name) => {
  expect(readMailbox(written)).toEqual({ name, address: 'bob@x.example' })
})

test.each([
  'a@x.example, Bob <bob@x.example>',
  'a; Bob <bob@x.example>',
  'Bob\r\nBcc: eve <bob@x.example>',
  'Bo\u2028b <bob@x.example>',
  '\u202ebob <bob@x.example>',
  '=?utf-8?Q?=0A?= <bob@x.example>',
  `${'x'.repeat(101)} <bob@x.example>`,
])('%j has a name that could be more', (written) => {
  expect(readMailbox(written)).toBe(undefined)
})

test('more brackets than one pair are no name, and so the whole is no address', () => {
  for (const odd of [
    'A <a@x.example>, B <b@x.example>',
    'A <<a@x.example>>',
    'A <a@x.example> B',
  ]) {
    expect(readMailbox(odd)).toEqual({ name: null, address: odd })
  }
})

test('a name that is read is safe in a header, and is read again from how it is written', () => {
  const text = fc.string({ unit: 'binary' }).map((name) => `${name} <bob@x.example>`)
  fc.assert(
    fc.property(text, (written) => {
      const read = readMailbox(written)
      if (!read || read.name === null) return
      const again = readMailbox(mailboxText(read))
      if (!/^(["']).*\1$/s.test(read.name)) expect(again).toEqual(read)
      if (read.name.isWellFormed() && !/\s\s|[^\S ]/.test(read.name))
        expect(headerName(read.name)).toBe(read.name)
    }),
  )
})
