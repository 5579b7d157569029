import { expect, test } from 'vitest'
import type { FoundRow } from '../../../ui/records/use-rows-everywhere.ts'
import { contactsOf, withConversations } from './contacts.rules.ts'

const definition = {
  key: 'leads',
  name: 'Leads',
  columns: [
    { key: 'name', type: 'text' },
    { key: 'cell', type: 'phone' },
    { key: 'office', type: 'phone' },
    { key: 'email', type: 'email' },
  ],
}
const found = (id: string, cells: object) =>
  ({ definition, row: { id, cells } }) as unknown as FoundRow
const ann = { definition_key: 'leads', row_id: 'r1' }

test('a row is a contact for each of its addresses of the medium', () => {
  const rows = [
    found('r1', {
      name: 'Ann',
      cell: '+12015550101',
      office: '+12015550102',
      email: 'a@b.example',
    }),
    found('r2', { name: 'Bob', cell: null, email: '' }),
    found('r3', { name: 'Cat', cell: '+12015550103', office: '+12015550103' }),
  ]
  expect(contactsOf(rows, 'text').map(({ name, address }) => [name, address])).toEqual([
    ['Ann', '+12015550101'],
    ['Ann', '+12015550102'],
    ['Cat', '+12015550103'],
  ])
  expect(contactsOf(rows, 'email')).toEqual([
    { address: 'a@b.example', name: 'Ann', from: 'Leads', record: ann },
  ])
})

test('a conversation adds its address if no row has it', () => {
  const [one] = contactsOf([found('r1', { name: 'Ann', cell: '+12015550101' })], 'text')
  const conversation = (address: string, row_id: string | null) =>
    ({ address, row_id, definition_key: row_id && 'leads' }) as never
  const all = withConversations(
    [one!],
    [
      conversation('+12015550101', null),
      conversation('+12015550109', 'r9'),
      conversation('+12015550108', null),
    ],
    (id) => (id === 'r9' ? 'Zoe' : undefined),
  )
  expect(all.map(({ name, address, from }) => [name, address, from])).toEqual([
    ['Ann', '+12015550101', 'Leads'],
    ['Zoe', '+12015550109', 'Conversations'],
    ['+12015550108', '+12015550108', 'Conversations'],
  ])
})

test('a conversation with a number is that of a row which has an extension for it', () => {
  const rows = [found('r1', { name: 'Ann', cell: '+12015550101;ext=12' })]
  const conversation = { address: '+12015550101', row_id: null, definition_key: null } as never
  const all = withConversations(contactsOf(rows, 'text'), [conversation], () => undefined)
  expect(all.map(({ name }) => name)).toEqual(['Ann'])
})
