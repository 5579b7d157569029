import { expect, test } from 'vitest'
import type { Headers } from './fields.rules.ts'
import { isAutomatic, isLooping, messageIdOf, messageIdsOf, writtenAt } from './mail.rules.ts'

const headers = (of: object) => new Map(Object.entries(of)) as Headers

test('a Message-ID has no spaces and has its brackets, or there is none', () => {
  expect(messageIdOf('<a.b@c>')).toBe('<a.b@c>')
  expect(messageIdOf(' junk <a@c> more <d@e>')).toBe('<a@c>')
  for (const odd of [
    '<a b@c>',
    '<>',
    'a@c',
    '<a\r\nX: y@c>',
    `<${'x'.repeat(901)}>`,
    undefined,
    7,
  ]) {
    expect(messageIdOf(odd)).toBe(null)
  }
  expect(messageIdsOf(['<a@x>', '<b@x><c@x>', 'junk'])).toEqual(['<a@x>', '<b@x>', '<c@x>'])
  expect(messageIdsOf(undefined)).toEqual([])
  expect(messageIdsOf(Array.from({ length: 500 }, (_, n) => `<${n}@x>`)).at(-1)).toBe('<499@x>')
})

test('machines say that they are, and mailing lists pass on what people write', () => {
  const yes = [
    { 'auto-submitted': 'auto-generated' },
    { 'auto-submitted': 'Auto-Replied; x=y' },
    { 'x-autorespond': 'x' },
    { 'x-amz-sns-message-id': '1' },
  ]
  const no = [{}, { 'auto-submitted': 'No' }, { precedence: 'list' }, { precedence: 'bulk' }]
  expect(yes.map((of) => isAutomatic(headers(of)))).toEqual(yes.map(() => true))
  expect(no.map((of) => isAutomatic(headers(of)))).toEqual(no.map(() => false))
})

test('an email that passed more than 100 servers is in a loop', () => {
  const passed = (many: number) => headers({ received: Array(many).fill('from a by b') })
  expect(
    [passed(100), passed(101), headers({ received: 'from a by b' }), headers({})].map(isLooping),
  ).toEqual([false, true, false, false])
})

test('an implausible date is ignored', () => {
  expect(writtenAt('Sat, 21 Nov 2026 10:00:00 +0100')?.toISOString()).toBe(
    '2026-11-21T09:00:00.000Z',
  )
  for (const odd of [
    null,
    '',
    'soon',
    'Thu, 1 Jan 1970 00:00:00 +0000',
    '+275760-01-01',
    '9999-01-01',
  ]) {
    expect(writtenAt(odd)).toBe(undefined)
  }
})
