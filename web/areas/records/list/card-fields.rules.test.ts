import { expect, test } from 'vitest'
import { cardFields } from './card-fields.rules.ts'
import type { Column } from './types.ts'

const columns = (
  [
    ['name', 'text'],
    ['phone', 'phone'],
    ['email', 'email'],
    ['stage', 'select'],
    ['notes', 'long_text'],
    ['amount', 'currency'],
    ['owner', 'person'],
    ['closer', 'person'],
    ['due', 'date'],
  ] as const
).map(([key, type]) => ({ key, type }) as Column)
const keys = (state: { order?: string[]; hidden?: string[] } = {}) => {
  const { fields, person } = cardFields(columns, { order: [], hidden: [], ...state }, 'stage')
  return [person?.key, ...fields.map(({ key }) => key)]
}

test('a card has an amount, a date and a person, unless somebody has chosen', () => {
  expect(keys()).toEqual(['owner', 'amount', 'due'])
})

test('chosen fields are in the order of the view', () => {
  expect(keys({ hidden: ['amount', 'owner'] })).toEqual(['closer', 'phone', 'email', 'due'])
  const order = ['name', 'due', 'email', 'stage', 'notes', 'amount', 'owner', 'closer', 'phone']
  expect(keys({ order })).toEqual(['owner', 'due', 'email', 'amount', 'closer', 'phone'])
})
