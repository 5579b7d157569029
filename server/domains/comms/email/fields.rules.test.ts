import { expect, test } from 'vitest'
import { decodeWords } from './encoded-words.rules.ts'
import { headersOf, readStructured } from './fields.rules.ts'

const bytes = (text: string) => Buffer.from(text).toString('latin1')

test.each([
  ['=?ISO-8859-1?Q?Ihre Anfrage: M=F6chten Sie =E4ndern??=', 'Ihre Anfrage: Möchten Sie ändern?'],
  ['=?utf-8?B?R3LDvA==?=\t=?UTF-8*de?q?=C3=9Fe_?= x', 'Grüße  x'],
  ['a =?utf-8?q?=C3?= =?utf-8?q?=BC?= b', 'a ü b'],
  ['=?iso-8859-1?q?Gr\xfc=DFe?=', 'Grüße'],
  [bytes('=?utf-8?q?Grü=C3=9Fe?= ü'), 'Grüße ü'],
  ['=?utf-8?q??= =?no?x?y?= 1 =?= 2', ' =?no?x?y?= 1 =?= 2'],
  ['', ''],
])('the words %j are %j', (written, read) => {
  expect(decodeWords(written)).toBe(read)
})

test.each([
  ['attachment; filename="a \\"b\\" C:\\x.pdf"; size=5', 'a "b" C:\\x.pdf'],
  ["attachment; filename=old.pdf; filename*=utf-8''100%25%20%C3%BC.pdf", '100% ü.pdf'],
  ["attachment; filename*=utf-8''100%.pdf", '100%.pdf'],
  ["attachment; filename*1=b.pdf; filename*0*=iso-8859-1''a%FC", 'aüb.pdf'],
  ['attachment; filename*0="Annual "; filename*1="report.pdf"', 'Annual report.pdf'],
  ['attachment; filename="=?utf-8?Q?=C3=BC.pdf?="; filename=second.pdf', 'ü.pdf'],
  ['attachment; filename=March report.pdf ; x', 'March report.pdf'],
  ['attachment; filename="never closed.pdf', 'never closed.pdf'],
  ['attachment', undefined],
])('the file of %s has its name', (written, name) => {
  expect(readStructured(written).params.filename).toBe(name)
})

test('addresses are those that were written, not those that a name looks like', () => {
  const from = (value: string) =>
    headersOf([{ name: 'from', value }]).get('from') as { value: object[] }
  const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
  expect(from(`${encoded('Jürgen')} <a@b.example>`).value).toEqual([
    { name: 'Jürgen', address: 'a@b.example' },
  ])
  expect(from(encoded('Ann <a@b.example>')).value).toEqual([
    { name: 'Ann', address: 'a@b.example' },
  ])
  expect(from(`${encoded('boss@desk.example')} <a@b.example>`).value).toEqual([
    { name: 'boss@desk.example', address: 'a@b.example' },
  ])
  expect(from('Team: a@b.example;').value).toEqual([
    { name: 'Team', group: [{ name: '', address: 'a@b.example' }] },
  ])
})

test('of a field that is there several times all count, or the one that is to be there', () => {
  const headers = headersOf(
    ['subject', 'received', 'references', 'list-id', 'content-type'].flatMap((name) => [
      { name, value: 'one two' },
      { name, value: '<three>' },
    ]),
  )
  expect(Object.fromEntries(headers)).toMatchObject({
    subject: '<three>',
    received: ['one two', '<three>'],
    references: ['<one>', '<two>', '<three>'],
    list: ['one two', '<three>'],
    'content-type': { value: 'one two' },
  })
})
