import { inputOf } from '../../../../shared/column-types.ts'
import type { CellColumn, CellContext, CellValue } from '../../records/cells/column.ts'
import { convertCell } from '../../records/cells/convert.ts'
import { example } from '../../records/cells/example.ts'

/**
 * A column's value in the nth row of the guide's samples; undefined if there is none. A unique column has a different
 * value in each row, so that the samples work one after the other.
 */
export function exampleIn(
  column: CellColumn,
  context: CellContext,
  nth: number,
): CellValue | undefined {
  const first = example(column, context)
  if (first === '') return undefined
  if (!column.unique || nth === 0) return first
  return others(column, first, nth).find((value) => {
    const conversion = convertCell(column, value, context)
    return conversion.kind === 'stored' && !conversion.coerced
  })
}

/** Candidates for the nth row, different for each `nth`; the column decides which of them fit. */
function others(column: CellColumn, first: CellValue, nth: number): CellValue[] {
  const { type, settings } = column
  if (typeof first === 'number') {
    return [1, 0.1, 0.01].flatMap((step) => [first + nth * step, first - nth * step])
  }
  if (typeof first === 'boolean') return nth === 1 ? [!first] : []
  const label = settings.options?.[nth]?.label ?? `New ${nth + 1}`
  if (typeof first !== 'string') return [[label]]
  switch (inputOf(type)) {
    case 'option':
      return [label]
    case 'email':
      return [first.replace('@', `${nth + 1}@`)]
    case 'url':
      return [`${first}/${nth + 1}`]
    case 'phone':
      return [first.slice(0, -1) + ((Number(first.at(-1)) + nth) % 10)]
    case 'day':
      return [first.replace(/\d$/, String(nth))]
    case 'time':
      return [first.replace(/\d(?=T)/, String(nth))]
    case 'line':
    case 'lines':
    // The examples of the others are not texts.
    case 'number':
    case 'tick':
    case 'options':
    case 'person':
    case 'rows':
    case 'files':
    case 'none':
      return [`${first} ${nth + 1}`]
  }
}
