import { expect, test } from 'vitest'
import type { Column } from '../list/types.ts'
import { cardOf } from './card.rules.ts'

const columns = (
  [
    ['amount', 'currency'],
    ['name', 'text'],
    ['stage', 'select'],
    ['notes', 'long_text'],
    ['phone', 'phone'],
    ['owner', 'person'],
    ['due', 'date'],
  ] as const
).map(([key, type]) => ({ key, type }) as Column)
const keys = (cells: object, state: { order?: string[]; hidden?: string[] } = {}) => {
  const { title, facts } = cardOf(
    columns,
    { order: [], hidden: [], ...state },
    { cells } as never,
    'stage',
  )
  return [title?.key, ...facts.map(({ key }) => key)]
}

test('a card has the first text and three facts, without what its lane says', () => {
  const cells = { amount: 5, name: 'Ann', stage: 'Won', notes: 'x', phone: '1', owner: 2, due: 'd' }
  expect(keys(cells)).toEqual(['name', 'amount', 'owner', 'due'])
  expect(keys(cells, { hidden: ['owner', 'due'] })).toEqual(['name', 'amount', 'phone'])
  expect(keys(cells, { order: ['phone', 'due'] })).toEqual(['phone', 'owner', 'due', 'amount'])
})

test('the facts are those of all cards: nothing takes the place of an empty cell', () => {
  expect(keys({ name: 'Ann', phone: '1', due: 'd' })).toEqual(['name', 'due'])
})

test('a row without text has no title', () => {
  expect(keys({ amount: 5 })).toEqual([undefined, 'amount'])
})
