import { expect, test } from 'vitest'
import {
  marksOf,
  nextOf,
  type ReportNote,
  summaryOf,
  type WentBack,
  wentBackWords,
  without,
} from './report.rules.ts'

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

test('an undo says what it did, and why it left the rest', () => {
  const words = (part: Partial<WentBack>) =>
    wentBackWords({
      verb: 'Undone',
      label: 'Edit contact',
      done: 0,
      left: 1,
      theirs: 0,
      refused: undefined,
      ...part,
    })
  const refused = { message: 'There is no such row.' }
  expect(words({ done: 1, left: 0 })).toBe('Undone: edit contact.')
  expect(words({ theirs: 1 })).toBe('Nothing was undone: somebody else has changed the cell since.')
  expect(words({ refused })).toBe('Nothing was undone: the cell was refused. There is no such row.')
  expect(words({ verb: 'Redone', left: 3, theirs: 2, refused })).toBe(
    'Nothing was redone: somebody else has changed some of the cells since, and the rest were refused. There is no such row.',
  )
  expect(words({ done: 2, left: 3, theirs: 3 })).toBe(
    'Undone: edit contact. 3 cells are unchanged: somebody else has changed them since.',
  )
  expect(words({ done: 2, refused })).toBe(
    'Undone: edit contact. 1 cell is unchanged: it was refused. There is no such row.',
  )
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
