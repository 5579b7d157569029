import { expect, test } from 'vitest'
import { changeWords, folded, messageWords } from './activity.rules.ts'

const text = {
  direction: 'outbound',
  medium: 'text',
  isCall: false,
  senderName: 'Priya Nair',
  status: 'delivered',
} as const

test('a message says who wrote, and whether it was delivered or is still waiting', () => {
  const wordsOf = (change: object, actor = 'Priya Nair') => {
    const { who, did, outcome, isBad } = messageWords({ ...text, ...change }, actor)
    return [who, did, outcome, isBad]
  }
  expect(wordsOf({})).toEqual(['Priya Nair', 'texted', null, false])
  const lost = { status: 'undelivered', medium: 'email' }
  expect(wordsOf(lost, 'The service')).toEqual(['The service', 'emailed', 'not delivered', true])
  const inbound = { direction: 'inbound', status: 'received', isCall: true }
  expect(wordsOf({ ...inbound, senderName: 'Rosa Delgado' }, 'x')).toEqual([
    'Rosa Delgado',
    'called',
    null,
    false,
  ])
  expect(wordsOf({ ...inbound, senderName: null }, 'x')[0]).toBe('The contact')
})

test('a message that nobody else got is not said to be sent', () => {
  const wordsOf = (change: object) => {
    const { did, outcome } = messageWords({ ...text, ...change }, 'Priya Nair')
    return `${did} (${outcome})`
  }
  expect(wordsOf({ status: 'sent', inOutbox: true, medium: 'email' })).toBe(
    'wrote an email (kept here, not sent)',
  )
  expect(wordsOf({ status: 'queued' })).toBe('wrote a text (waiting to be sent)')
  expect(wordsOf({ status: 'canceled' })).toBe('wrote a text (cancelled)')
  expect(wordsOf({ status: 'failed' })).toBe('wrote a text (not sent)')
})

test('a change says what was done', () => {
  const change = { id: '', at: '', actor: '', runId: null, cells: [] }
  expect(changeWords({ ...change, action: 'deleted' })).toBe('moved the record to the trash')
})

test('changes that one person makes within a minute are one entry, and nothing else is', () => {
  const entry = (id: string, seconds: number, actor = 'user:1', action = 'updated') => ({
    id,
    actor,
    at: new Date(seconds * 1000).toISOString(),
    change: { action } as never,
  })
  const groups = folded([
    entry('f', 500, 'user:2'),
    entry('e', 170),
    entry('d', 120),
    entry('c', 110, 'user:1', 'reverted'),
    entry('b', 105),
    entry('a', 40),
  ])
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([
    ['f'],
    ['e', 'd'],
    ['c'],
    ['b'],
    ['a'],
  ])
})
