import { expect, test } from 'vitest'
import { unsavedNotes } from './unsaved.rules.ts'

const change = (rowId: string, key: string, to: unknown) => ({ rowId, key, from: null, to })
const noteOf = (notes: ReturnType<typeof unsavedNotes>) =>
  notes.map(({ rowId, key, says, typed }) => [rowId, key, says, typed])

test('a note says what was typed, and why it was refused', () => {
  const changes = [change('r1', 'stage', ['Won', 'New']), change('r1', 'name', null)]
  const refused = ['stage', 'name'].map((key) => ({ rowId: 'r1', key, message: 'It is locked.' }))
  expect(noteOf(unsavedNotes(changes, refused))).toEqual([
    ['r1', 'stage', 'You typed “Won, New”. It is locked', ['Won', 'New']],
    ['r1', 'name', 'You cleared it. It is locked', ''],
  ])
})

test('each cell of a row that is refused as a whole has a note', () => {
  const changes = [
    change('r1', 'name', 'Mine'),
    change('r1', 'amount', 7),
    change('r2', 'name', 'x'),
  ]
  const refused = [{ rowId: 'r1', key: null, message: 'this row was deleted.' }]
  expect(noteOf(unsavedNotes(changes, refused))).toEqual([
    ['r1', 'name', 'You typed “Mine”. This row was deleted', 'Mine'],
    ['r1', 'amount', 'You typed “7”. This row was deleted', 7],
  ])
})
