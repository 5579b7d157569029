import { expect, test } from 'vitest'
import type { TextContext } from '../cells/cell-text.rules.ts'
import { plainState } from '../list/plain-state.rules.ts'
import type { Column } from '../list/types.ts'
import { listWords } from './list-words.rules.ts'

const column = (key: string, name: string, type: string) =>
  ({ key, name, type, settings: {} }) as unknown as Column
const columns = [
  column('name', 'Business', 'text'),
  column('stage', 'Stage', 'select'),
  column('amount', 'Amount', 'number'),
  column('due', 'Due', 'date'),
  column('owner', 'Owner', 'person'),
  column('agreed', 'Agreed', 'checkbox'),
]
const context = { nameOf: (id: number) => `Person ${id}`, timeZone: 'UTC' } as TextContext
const words = (state: object) => listWords(columns, { ...plainState, ...state }, context)

test.each<[object, string]>([
  [{}, ''],
  [{ filter: { column: 'stage', op: 'eq', value: 'New' } }, 'Stage is New.'],
  [
    {
      filter: {
        and: [
          {
            or: [
              { column: 'stage', op: 'in', value: ['New', 'Won'] },
              { column: 'due', op: 'is_empty' },
            ],
          },
          { column: 'amount', op: 'gt', value: 1200 },
        ],
      },
    },
    '(Stage is one of New, Won or Due is empty) and Amount is more than 1,200.',
  ],
  [{ filter: { not: { column: 'owner', op: 'eq', value: 'me' } } }, 'not (Owner is me).'],
  [{ filter: { column: 'owner', op: 'eq', value: 7 } }, 'Owner is Person 7.'],
  [{ filter: { column: 'agreed', op: 'eq', value: true } }, 'Agreed is yes.'],
  [
    { filter: { column: 'due', op: 'within', value: 'last_30_days' } },
    'Due is within the last 30 days.',
  ],
  [
    { filter: { column: 'due', op: 'within', value: { days: 3 } } },
    'Due is within the next 3 days.',
  ],
  [
    { filter: { column: 'row.createdAt', op: 'after', value: 'today' } },
    'Row added at is after today.',
  ],
  [
    { search: 'bakery', sort: ['-amount', 'name'] },
    'Contains “bakery”. Sorted by Amount, descending, then Business.',
  ],
])('%j', (state, expected) => {
  expect(words(state)).toBe(expected)
})
