import { isEmpty } from '../grid/cells/cell-text.rules.ts'
import type { Column, GridState, Row } from '../grid/types.ts'
import { orderedColumns } from '../toolbar/fields.rules.ts'

const MOST_FACTS = 3
const titles: readonly Column['type'][] = ['text', 'long_text', 'email', 'phone', 'url']
/** Too large for a card. */
const large: readonly Column['type'][] = ['long_text', 'file']

export interface CardFacts {
  /** The column with the title; undefined if the row has no text. */
  title: Column | undefined
  facts: Column[]
}

/** What a card says of a row: its first text, and the next cells with a value, in the order of the columns. */
export function cardOf(
  columns: readonly Column[],
  { order, hidden }: Pick<GridState, 'order' | 'hidden'>,
  { cells }: Pick<Row, 'cells'>,
  without: string,
): CardFacts {
  const filled = orderedColumns(columns, order).filter(
    ({ key }) =>
      key !== without && !hidden.includes(key) && !isEmpty((cells as Record<string, unknown>)[key]),
  )
  const title = filled.find(({ type }) => titles.includes(type))
  const facts = filled.filter((column) => column !== title && !large.includes(column.type))
  return { title, facts: facts.slice(0, MOST_FACTS) }
}
