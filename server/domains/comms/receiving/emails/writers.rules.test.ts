import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headersOf } from '../../email/fields.rules.ts'
import { writersOf } from './writers.rules.ts'

const OURS = ['desk@funding.example', 'dana@funding.example']
const writers = (...lines: string[]) =>
  writersOf(
    headersOf(
      lines.map((line) => {
        const [name = '', value = ''] = line.split(/: (.*)/s)
        return { name: name.toLowerCase(), value: Buffer.from(value).toString('latin1') }
      }),
    ),
    (address) => OURS.includes(address),
  )
const short = (...lines: string[]) => {
  const found = writers(...lines)
  return found && [found.author.address, found.contact.name, found.contact.address]
}
const SITE = 'From: Site <noreply@forms.example>'

test('an email is from the first author with an address, even in a group', () => {
  expect(short('From: Ann Lee <Ann@x.example>, b@x.example')).toEqual([
    'ann@x.example',
    'Ann Lee',
    'ann@x.example',
  ])
  expect(short('From: Team: nobody, c@x.example;')).toEqual(['c@x.example', null, 'c@x.example'])
  for (const none of ['From: nobody', 'From: <>', 'Subject: x', 'Reply-To: nobody']) {
    expect(short(none)).toBe(undefined)
  }
})

test('without an author it is from its sender, or else from whom the answer goes to', () => {
  expect(short('Sender: s@x.example')?.[0]).toBe('s@x.example')
  expect(short('From: <>', 'Sender: s@x.example')?.[0]).toBe('s@x.example')
  expect(short('Reply-To: r@x.example')).toEqual(['r@x.example', null, 'r@x.example'])
  expect(short('Sender: s@x.example', 'Reply-To: R <r@x.example>')).toEqual([
    's@x.example',
    'R',
    'r@x.example',
  ])
})

test('an answer goes to the first address of Reply-To that is not ours and that can be written to', () => {
  const to = (replyTo: string) => short(SITE, `Reply-To: ${replyTo}`)?.slice(1)
  expect(to('Ann <ann@cust.example>')).toEqual(['Ann', 'ann@cust.example'])
  expect(to('Desk <desk@funding.example>, dana@funding.example, ann@cust.example')).toEqual([
    'Site',
    'ann@cust.example',
  ])
  expect(to('Form: Ann <ann@cust.example>;')).toEqual(['Ann', 'ann@cust.example'])
  for (const none of ['', '<>', '"Ann Lee"', 'ann', 'ann@server1', 'desk@funding.example', ';']) {
    expect(to(none), none).toEqual(['Site', 'noreply@forms.example'])
  }
})

test('our own form writes for the person whom the answer goes to', () => {
  expect(short('From: desk@funding.example', 'Reply-To: ann@cust.example')).toEqual([
    'desk@funding.example',
    null,
    'ann@cust.example',
  ])
})

test('what a group passes on is from the person who wrote to it, unless the answer goes to the group', () => {
  const group = `From: "'Eve Ito' via Deals" <deals@groups.example>`
  const eve = ['deals@groups.example', 'Eve Ito', 'eve@cust.example']
  expect(short(group, 'Reply-To: eve@cust.example')).toEqual(eve)
  expect(short(group, 'X-Original-From: Eve Ito <eve@cust.example>')).toEqual(eve)
  expect(short(group, 'X-Original-Sender: eve@cust.example')).toEqual(eve)
  const list = 'List-Post: <mailto:deals@groups.example>'
  expect(
    short('From: deals@groups.example', list, 'X-Original-From: Eve Ito <eve@cust.example>'),
  ).toEqual(eve)
  expect(
    short(group, 'Reply-To: deals@groups.example', 'X-Original-From: eve@cust.example')?.[2],
  ).toBe('deals@groups.example')
  expect(short('From: ann@x.example', 'X-Original-From: eve@cust.example')?.[2]).toBe(
    'ann@x.example',
  )
})

test('a sender that cannot be written to is one too', () => {
  for (const [written, address] of [
    ['scanner@printer', 'scanner@printer'],
    ['Root <ROOT@server1>', 'root@server1'],
    ['"john doe"@x', '"john doe"@x'],
    ['pete(his account)@silly.test', 'pete@silly.test'],
    ['<@a.test,@b.test:joe@c.example>', 'joe@c.example'],
    ['Joe <joe@c.example.>', 'joe@c.example'],
    ['<mailto:joe@c.example>', 'joe@c.example'],
    ['joe@[192.0.2.1]', 'joe@[192.0.2.1]'],
    ['Jö <jö@bücher.example>', 'jö@bücher.example'],
    ['joe@bücher。example', 'joe@xn--bcher-kva.example'],
    ['joe@b.example/path', 'joe@b.example/path'],
  ] as const) {
    expect(short(`From: ${written}`)?.[0], written).toBe(address)
  }
})

test('a name has no marks that turn the words around it', () => {
  expect(short('From: "\u202ennA \u2066Lee\u2069" <ann@x.example>')?.[1]).toBe('nnA Lee')
})

test('whatever a header says, the writers have one address each, and no answer goes to ours', () => {
  const piece = fc.oneof(
    fc.constantFrom('a@x.example', 'desk@funding.example', 'root@server1', '=?utf-8?q?a=40b=2Ec?='),
    fc.constantFrom('<', '>', ',', ';', ':', '"', '(', ')', '@', ' ', '\u202e'),
    fc.constantFrom('mailto:', ' via Deals'),
  )
  const words = fc.array(piece, { maxLength: 8 }).map((some) => some.join(''))
  fc.assert(
    fc.property(words, words, words, (from, replyTo, original) => {
      const found = writers(`From: ${from}`, `Reply-To: ${replyTo}`, `X-Original-From: ${original}`)
      if (!found) return
      for (const { address, name } of Object.values(found)) {
        expect(address).toMatch(/^(?:"[^"]+"|[^\s<>,;"@]+)@[^\s<>,;"@]+$/)
        expect(name ?? '').not.toMatch(/[\u202a-\u202e]/)
      }
      if (found.contact !== found.author) expect(OURS).not.toContain(found.contact.address)
    }),
    { numRuns: 400 },
  )
})
