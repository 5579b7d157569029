import { expect, test } from 'vitest'
import { unsavedNotes } from './unsaved.rules.ts'

const change = (rowId: string, key: string, to: unknown) => ({ rowId, key, from: null, to })
const noteOf = (notes: ReturnType<typeof unsavedNotes>) =>
  notes.map(({ rowId, key, says, typed }) => [rowId, key, says, typed])

test('a note says what was typed and what somebody else did', () => {
  const mine = change('r1', 'name', 'Mine')
  const cleared = change('r1', 'stage', null)
  const conflicts = [
    { change: mine, theirs: 'Theirs' },
    { change: cleared, theirs: ['Won', 'New'] },
    { change: mine, theirs: null },
  ]
  expect(noteOf(unsavedNotes([mine, cleared], conflicts, []))).toEqual([
    ['r1', 'name', 'You typed “Mine”. Someone else changed it to “Theirs”', 'Mine'],
    ['r1', 'stage', 'You cleared it. Someone else changed it to “Won, New”', ''],
    ['r1', 'name', 'You typed “Mine”. Someone else cleared it', 'Mine'],
  ])
})

test('each cell of a row that is refused as a whole has a note', () => {
  const changes = [
    change('r1', 'name', 'Mine'),
    change('r1', 'amount', 7),
    change('r2', 'name', 'x'),
  ]
  const refused = [{ rowId: 'r1', key: null, message: 'this row was deleted.' }]
  expect(noteOf(unsavedNotes(changes, [], refused))).toEqual([
    ['r1', 'name', 'You typed “Mine”. This row was deleted', 'Mine'],
    ['r1', 'amount', 'You typed “7”. This row was deleted', 7],
  ])
})
