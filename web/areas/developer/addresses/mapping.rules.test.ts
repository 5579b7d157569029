import { expect, test } from 'vitest'
import { columnsFor, guessMapping, UNMAPPED, unfilled } from './mapping.rules.ts'

type Given = [name: string, type: string, more?: { required?: boolean; readOnly?: boolean }]
const columns = (...given: Given[]) =>
  given.map(([name, type, more]) => ({
    key: name.toLowerCase().replaceAll(' ', '_'),
    name,
    type: type as 'text',
    required: false,
    readOnly: false,
    ...more,
  }))

test('each part goes to the column whose name or type says so', () => {
  const board = columns(
    ['Business name', 'text'],
    ['Contact', 'text'],
    ['Billing email', 'email'],
    ['Email', 'email'],
    ['Amount', 'currency'],
    ['Subject', 'text'],
    ['Notes', 'long_text'],
    ['Bank statements', 'file'],
  )
  expect(guessMapping(board)).toEqual({
    from: 'billing_email',
    name: 'contact',
    subject: 'subject',
    body: 'notes',
    attachments: 'bank_statements',
  })
})

test('a column gets one part only, and what fits nowhere goes nowhere', () => {
  expect(guessMapping(columns(['Sender', 'text'], ['Message', 'text']))).toEqual({
    ...UNMAPPED,
    from: 'sender',
    body: 'message',
  })
  expect(guessMapping(columns(['Amount', 'number'], ['When', 'date']))).toEqual(UNMAPPED)
})

test('a required text that nothing else fills gets the subject', () => {
  const board = columns(['Business', 'text', { required: true }], ['Email', 'email'])
  expect(guessMapping(board)).toMatchObject({ subject: 'business', from: 'email' })
})

test('what must be filled and is not is named, except what the service fills', () => {
  const board = columns(
    ['Email', 'email', { required: true }],
    ['Stage', 'select', { required: true }],
    ['No', 'auto_number', { required: true, readOnly: true }],
  )
  expect(unfilled(board, guessMapping(board)).map(({ name }) => name)).toEqual(['Stage'])
  expect(columnsFor('from', board).map(({ name }) => name)).toEqual(['Email'])
})
