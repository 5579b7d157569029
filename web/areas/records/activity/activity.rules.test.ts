import { expect, test } from 'vitest'
import { changeWords, messageWords } from './activity.rules.ts'

const text = {
  direction: 'outbound',
  medium: 'text',
  isCall: false,
  senderName: 'Priya Nair',
  status: 'delivered',
} as const

test('a message says who wrote, and what became of it if it did not go well', () => {
  expect(messageWords(text, 'Priya Nair')).toEqual({
    who: 'Priya Nair',
    did: 'texted',
    outcome: null,
  })
  expect(messageWords({ ...text, status: 'undelivered', medium: 'email' }, 'The service')).toEqual({
    who: 'The service',
    did: 'emailed',
    outcome: 'not delivered',
  })
  const inbound = { ...text, direction: 'inbound', status: 'received', isCall: true } as const
  expect(messageWords({ ...inbound, senderName: 'Rosa Delgado' }, 'x')).toEqual({
    who: 'Rosa Delgado',
    did: 'called',
    outcome: null,
  })
  expect(messageWords({ ...inbound, senderName: null }, 'x').who).toBe('The contact')
})

test('a change says what was done', () => {
  const change = { id: '', at: '', actor: '', runId: null, cells: [] }
  expect(changeWords({ ...change, action: 'deleted' })).toBe('moved the record to the trash')
})
