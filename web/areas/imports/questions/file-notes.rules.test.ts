import { expect, test } from 'vitest'
import { ignoredWords, oddWords } from './file-notes.rules.ts'

test('the page says how many characters of a file are not UTF-8, and where', () => {
  expect(oddWords({ count: 1, lines: [3] })).toBe(
    '1 character is not UTF-8, in line 3. It is read as Windows-1252.',
  )
  expect(oddWords({ count: 2, lines: [3, 1200] })).toBe(
    '2 characters are not UTF-8, in lines 3 and 1,200. They are read as Windows-1252.',
  )
  expect(oddWords({ count: 60, lines: [1, 2, 3, 4, 5, 6] })).toBe(
    '60 characters are not UTF-8, first in lines 1, 2, 3, 4 and 5. They are read as Windows-1252.',
  )
})

test('the page says which values without a header were not imported', () => {
  const column = (index: number, values: number) => ({ index, header: '', values })
  expect(ignoredWords([{ index: 3, header: 'Column D', values: 1 }, column(1, 1200)])).toBe(
    'Not imported, since the file has no header for them: 1 value in Column D, 1,200 values in column 2.',
  )
  expect(ignoredWords([1, 2, 3, 4, 5, 6, 7].map((at) => column(at, 2)))).toContain(
    'in column 6, and in 2 more columns.',
  )
})
