import { expect, test } from 'vitest'
import type { Column } from '../list/types.ts'
import { cardCells, cardColumns } from './new-card.rules.ts'

const column = (key: string, type: string, required = false) => ({ key, type, required }) as Column

test('a new row asks for what it must have, and for the first other fields', () => {
  const columns = [
    column('name', 'text', true),
    column('notes', 'long_text'),
    column('amount', 'currency'),
    column('stage', 'select'),
    column('phone', 'phone'),
    column('due', 'date'),
    column('email', 'email'),
    column('agreed', 'checkbox', true),
  ]
  const keys = cardColumns(columns).map(({ key }) => key)
  expect(keys).toEqual(['name', 'amount', 'stage', 'phone', 'due', 'agreed'])
})

test('fields that are left empty are not sent', () => {
  expect(cardCells({ name: 'Ann', amount: ' ', stage: null, tags: [], agreed: false })).toEqual({
    name: 'Ann',
    agreed: false,
  })
  expect(cardCells({ at: '2026-11-20T14:30', due: '2026-11-20' })).toEqual({
    at: '2026-11-20 14:30',
    due: '2026-11-20',
  })
})
