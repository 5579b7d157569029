import { expect, test } from 'vitest'
import { marksOf, nextOf, type ReportNote, summaryOf, without } from './report.rules.ts'

const note = (part: Partial<ReportNote>): ReportNote => ({
  kind: 'refused',
  rowId: 'a',
  key: 'amount',
  line: null,
  says: 'no number',
  ...part,
})
const notes = [
  note({}),
  note({ rowId: 'b' }),
  note({ rowId: null, key: null, line: 3 }),
  note({ kind: 'coerced', rowId: 'a', key: 'due' }),
]

test('a summary counts what became of rows and cells', () => {
  expect(summaryOf({ added: 29, changed: 0, notes })).toBe(
    '29 rows added, 1 row not added, 2 cells refused',
  )
  expect(summaryOf({ added: 0, changed: 1, notes: [] })).toBe('1 cell changed')
  expect(summaryOf({ added: 0, changed: 0, notes: [] })).toBe('Nothing changed')
})

test('refused cells are marked until they are changed', () => {
  const report = { summary: '', notes, open: false }
  expect(marksOf(report).get('b')).toEqual(new Map([['amount', 'no number']]))
  expect(marksOf(report).get('a')?.has('due')).toBe(false)
  const mended = without(report, 'b', 'amount')
  expect([...marksOf(mended).keys()]).toEqual(['a'])
  expect(without(report, 'c', 'amount')).toBe(report)
  expect(without({ ...report, notes: [note({})] }, 'a', 'amount')).toBe(null)
  expect(marksOf(null).size).toBe(0)
})

test('places follow each other in reading order, and begin again after the last', () => {
  const places = [
    { row: 4, column: 0 },
    { row: 1, column: 2 },
    { row: 1, column: 1 },
  ]
  const walk = (by: -1 | 1) => {
    const seen = [{ row: 1, column: 1 }]
    for (let n = 0; n < 3; n++) seen.push(nextOf(places, seen[n]!, by)!)
    return seen.slice(1).map(({ row, column }) => `${row}.${column}`)
  }
  expect(walk(1)).toEqual(['1.2', '4.0', '1.1'])
  expect(walk(-1)).toEqual(['4.0', '1.2', '1.1'])
  expect(nextOf([], places[0]!, 1)).toBe(null)
})
