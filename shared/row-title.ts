import { isFormula, natureOf, type Typed } from './column-types.ts'

/** The length limit of a title. */
const MOST_CHARS = 200

/** A row's title: its first text that is not empty, in the order of its columns. */
export function rowTitle<C extends Typed>(
  columns: readonly C[],
  cellOf: (column: C) => unknown,
): string | null {
  for (const column of columns) {
    const cell = isText(column) ? cellOf(column) : undefined
    const text = typeof cell === 'string' ? cell.trim() : ''
    if (text !== '') return [...text.slice(0, MOST_CHARS * 2)].slice(0, MOST_CHARS).join('')
  }
  return null
}

/** Whether cells hold one text. The results of a formula do, once their type is known to be text. */
function isText(column: Typed): boolean {
  const nature = natureOf(column)
  const isKnown = !isFormula(column.type) || column.settings?.resultType !== undefined
  return isKnown && (nature === 'text' || nature === 'choice')
}
