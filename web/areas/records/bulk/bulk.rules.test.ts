import { expect, test } from 'vitest'
import type { Column, Definition } from '../list/types.ts'
import { copyOf, positionFilter, settable } from './bulk.rules.ts'

const column = (key: string, type: Column['type'], unique = false) =>
  ({ key, type, unique, readOnly: false }) as Column
const columns = [
  column('name', 'text'),
  column('code', 'text', true),
  column('papers', 'file'),
  column('added', 'created_at'),
  column('pay', 'currency'),
]
const locked = new Set(['pay'])

test('a value can be set in columns that many rows may share and that the reader may write', () => {
  const keys = settable({ columns } as Definition, locked).map(({ key }) => key)
  expect(keys).toEqual(['name'])
})

test('a copy has what people may write, files by their ids, and no unique value', () => {
  const cells = {
    name: 'Ann',
    code: 'A1',
    papers: [{ id: 'f1', name: 'bank.pdf' }],
    added: '2026-11-20',
    pay: 5,
  }
  expect(copyOf(cells, columns, locked)).toEqual({ name: 'Ann', papers: ['f1'] })
  expect(copyOf({ name: null }, columns, locked)).toEqual({})
})

test('a filter names positions in comparisons of at most 500', () => {
  expect(positionFilter([3, 5])).toEqual({ column: 'row.position', op: 'in', value: [3, 5] })
  const { or } = positionFilter(Array.from({ length: 501 }, (_, i) => i + 1)) as {
    or: { value: number[] }[]
  }
  expect(or.map(({ value }) => value.length)).toEqual([500, 1])
})
