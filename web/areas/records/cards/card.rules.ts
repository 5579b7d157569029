import { type Input, inputOf } from '../../../../shared/column-types.ts'
import { orderedColumns } from '../../../ui/columns/column-order.rules.ts'
import { isEmpty } from '../cells/cell-text.rules.ts'
import { unresolvedIn } from '../cells/unresolved.rules.ts'
import type { Column, GridState, Row } from '../list/types.ts'

const MOST_FACTS = 3
const titles: readonly Input[] = ['line', 'lines', 'email', 'phone', 'url']
/** Too large for a card. */
const large: readonly Input[] = ['lines', 'files']

/** What a pipeline is about comes first: the amount, who does it, and when. */
const ranks: readonly (readonly Column['type'][])[] = [
  ['currency'],
  ['person'],
  ['date', 'datetime'],
]
const rankOf = ({ type }: Column): number => {
  const rank = ranks.findIndex((types) => types.includes(type))
  return rank < 0 ? ranks.length : rank
}

export interface CardFacts {
  /** The column with the title; undefined if the row has no text. */
  title: Column | undefined
  facts: Column[]
}

/** What a card says of a row: its first text, and up to three other cells with a value. */
export function cardOf(
  columns: readonly Column[],
  { order, hidden }: Pick<GridState, 'order' | 'hidden'>,
  row: Pick<Row, 'cells' | 'unresolved'>,
  without: string,
): CardFacts {
  const isBlank = (key: string) =>
    isEmpty(row.cells[key]) && unresolvedIn({ key }, row).length === 0
  const filled = orderedColumns(columns, order).filter(
    ({ key }) => key !== without && !hidden.includes(key) && !isBlank(key),
  )
  const title = filled.find(({ type }) => titles.includes(inputOf(type)))
  const facts = filled
    .filter((column) => column !== title && !large.includes(inputOf(column.type)))
    .sort((one, other) => rankOf(one) - rankOf(other))
  return { title, facts: facts.slice(0, MOST_FACTS) }
}
