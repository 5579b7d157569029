import { expect, test } from 'vitest'
import type { ColumnType } from '../../../shared/column-types.ts'
import { addressesOf } from './addresses.rules.ts'

const column = (key: string, type: ColumnType, name = key) => ({ key, type, name })

test('a record’s numbers and emails come in the order of its columns, each once', () => {
  const columns = [
    column('name', 'text'),
    column('cell', 'phone', 'Cell'),
    column('email', 'email', 'Email'),
    column('office', 'phone', 'Office'),
    column('home', 'phone', 'Home'),
  ]
  const cells = { name: 'Ann', cell: '+12015550101', office: '+12015550101', email: '' }
  expect(addressesOf(columns, { ...cells, home: null })).toEqual([
    { type: 'phone', value: '+12015550101', of: 'Cell' },
  ])
  expect(
    addressesOf(columns, { email: 'a@b.example', home: '+1201' }).map((one) => one.of),
  ).toEqual(['Email', 'Home'])
})
