import { expect, test } from 'vitest'
import { isRepeat } from './repeats.rules.ts'

const at = new Date('2026-11-21T09:00:00Z')
const came = new Date('2026-11-21T09:00:01.234Z')
const email = {
  from: 'Ann@Client.example',
  fromName: 'Ann',
  subject: 'Papers',
  content: 'Hello\0',
  occurredAt: at as Date | undefined,
  fileHashes: ['aa', 'bb'],
}
const known = {
  messageId: 1,
  conversationId: 1,
  externalId: '<a@b>',
  subject: 'Papers',
  content: 'Hello',
  senderName: 'Ann',
  address: 'ann@client.example',
  occurredAt: at,
  isDated: true,
  files: ['aa', 'bb'],
}
const undated = { ...known, isDated: false, occurredAt: came }

test('an email came before if its sender, date, text and files are the same', () => {
  expect(isRepeat(known, email)).toBe(true)
  expect(isRepeat(known, { ...email, subject: '[List] Papers' })).toBe(true)
  const bob = { ...known, senderName: 'Ann <ann@client.example>', address: 'bob@client.example' }
  expect(isRepeat(bob, email)).toBe(true)
  for (const other of [
    { from: 'bob@client.example' },
    { content: 'Hello.' },
    { occurredAt: new Date('2026-11-21T09:00:01Z') },
    { occurredAt: undefined },
    { fileHashes: ['aa'] },
    { fileHashes: ['bb', 'aa'] },
  ]) {
    expect(isRepeat(known, { ...email, ...other })).toBe(false)
  }
})

test('where one of them has no date, the subject has to be the same', () => {
  const without = { ...email, occurredAt: undefined }
  expect(isRepeat(undated, without)).toBe(true)
  expect(isRepeat(undated, { ...without, subject: 'Others' })).toBe(false)
  expect(isRepeat(undated, email)).toBe(false) // its date was not in the future
  const future = { ...email, occurredAt: new Date('2099-01-01T00:00:00Z') }
  expect(isRepeat(undated, future)).toBe(true)
  expect(isRepeat(known, future)).toBe(false)
})
