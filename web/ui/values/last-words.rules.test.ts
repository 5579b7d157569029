import { expect, test } from 'vitest'
import { lastWords } from './last-words.rules.ts'

const last = {
  id: 1,
  direction: 'inbound' as const,
  sender_name: 'Bob Ortiz',
  excerpt: 'Please\n\n call. ',
  is_call: false,
}

test('the last message is one line, with the sender’s name if it is ours', () => {
  expect(lastWords(null)).toBeNull()
  expect(lastWords(last)).toBe('Please call.')
  expect(lastWords({ ...last, direction: 'outbound' })).toBe('Bob: Please call.')
  expect(lastWords({ ...last, direction: 'outbound', sender_name: null })).toBe('Please call.')
})

test('a call or a message without text says so', () => {
  expect(lastWords({ ...last, excerpt: '' })).toBe('No text')
  expect(lastWords({ ...last, excerpt: '', is_call: true })).toBe('Call')
  expect(lastWords({ ...last, is_call: true })).toBe('Call: Please call.')
})
