import { readYesNo } from '../../../../shared/yes-no.ts'
import { type CellType, EMPTY, refused, type Sent, stored } from './cell-type.ts'
import type { CellColumn, Conversion } from './column.ts'
import { named } from './words.ts'

function convert(_column: CellColumn, sent: Sent): Conversion {
  if (typeof sent === 'boolean') return stored(sent, false)
  if (sent === 1 || sent === 0) return stored(sent === 1, true)
  if (typeof sent === 'string') {
    const word = sent.trim()
    if (word === '') return EMPTY
    const value = readYesNo(word)
    if (value !== undefined) return stored(value, true)
  }
  return refused('neither_yes_nor_no', { sent: named(sent) })
}

/** Unticked is a value too: `false` is stored, and the cell counts as filled. */
export const checkbox: CellType = {
  convert,
  byValue: true,
  accepts: () => 'true or false',
  converts: () =>
    '"yes"/"no", "on"/"off", "true"/"false", "checked"/"unchecked", "ja"/"nein", "oui"/"non", "sí"/"no" in any case, "x", 1/0',
  inWords: (value) => (value === true ? 'Yes' : 'No'),
  sheet: { width: 10 },
  guess: {
    looks: (text) => readYesNo(text) !== undefined && /\D/.test(text),
    kind: 'checkbox',
    suggests: () => true,
  },
  example: () => true,
}
