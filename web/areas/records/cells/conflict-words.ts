import type { Column, Row } from '../list/types.ts'
import { shownText } from './cell-shown.rules.ts'
import type { TextContext } from './cell-text.rules.ts'

interface Values {
  mine: unknown
  theirs: unknown
}

/**
 * What two people made of a cell.
 *
 * @param most how many characters of each value are said.
 */
export function conflictWords(
  column: Column,
  { mine, theirs }: Values,
  row: Pick<Row, 'links'> | undefined,
  context: TextContext,
  most = Number.POSITIVE_INFINITY,
): string {
  const quoted = (value: unknown): string => {
    const text = shownText(column, value, row, context)
    return text && `“${text.length > most ? `${text.slice(0, most).trimEnd()}…` : text}”`
  }
  const [ours, others] = [quoted(mine), quoted(theirs)]
  const done = others ? `changed it to ${others}` : 'cleared it'
  return `Someone else ${done}. ${ours ? `Yours is ${ours}.` : 'You cleared it.'}`
}
