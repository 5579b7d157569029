import { expect, test } from 'vitest'
import type { Column } from '../list/types.ts'
import type { TextContext } from './cell-text.rules.ts'
import { conflictWords } from './conflict-words.ts'

const text = { type: 'text', settings: {} } as Column
const words = (mine: unknown, theirs: unknown, most?: number) =>
  conflictWords(text, { mine, theirs }, undefined, {} as TextContext, most)

test('the words say both values, or who cleared the cell', () => {
  expect(words('Mine', 'Theirs')).toBe('Someone else changed it to “Theirs”. Yours is “Mine”.')
  expect(words('Mine', null)).toBe('Someone else cleared it. Yours is “Mine”.')
  expect(words(null, 'Theirs')).toBe('Someone else changed it to “Theirs”. You cleared it.')
})

test('long values are cut where there is little room', () => {
  expect(words('Mine and more', 'Theirs', 5)).toBe(
    'Someone else changed it to “Their…”. Yours is “Mine…”.',
  )
})
