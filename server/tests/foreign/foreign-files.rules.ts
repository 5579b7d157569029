import type { ForeignFile } from './tables.rules.ts'
import { textFile } from './text-files.rules.ts'
import { workbookFile } from './workbooks.rules.ts'

/** So many files, the same for the same seed: three texts for each workbook. */
export const foreignFiles = (seed: number, count: number): ForeignFile[] =>
  Array.from({ length: count }, (_, n) =>
    n % 4 === 3 ? workbookFile(seed + n) : textFile(seed + n),
  )
