import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { recordAt } from './record-at.rules.ts'

test('an address names its record, beside the grid and on a page of its own', () => {
  const record = { key: 'büro leads', rowId: '0190cafe-0000-7000-8000-000000000001' }
  const { key, rowId } = record
  expect(recordAt(paths.record(key, rowId))).toEqual(record)
  expect(recordAt(paths.recordPage(key, rowId))).toEqual(record)
  expect(recordAt(`${paths.records('leads')}?view=2&row=1&tab=files`)).toEqual({
    key: 'leads',
    rowId: '1',
  })
  for (const other of [paths.records(key), paths.trash(key), paths.newRow(key), '/obligations/7']) {
    expect(recordAt(other), other).toBeUndefined()
  }
})
