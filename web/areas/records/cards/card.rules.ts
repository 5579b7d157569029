import { type Input, inputOf } from '../../../../shared/column-types.ts'
import { orderedColumns } from '../../../ui/columns/column-order.rules.ts'
import { isEmpty } from '../cells/cell-text.rules.ts'
import { unresolvedIn } from '../cells/unresolved.rules.ts'
import { cardFields } from '../list/card-fields.rules.ts'
import type { Column, GridState, Row } from '../list/types.ts'

const MOST_FACTS = 3
const titles: readonly Input[] = ['line', 'lines', 'email', 'phone', 'url']
/** Too long to stand beside other facts on a phone. */
const long: readonly Input[] = ['email', 'url']

export interface CardFacts {
  /** The column with the title; undefined if the row has no text. */
  title: Column | undefined
  facts: Column[]
}

/** What a card says of a row: its first text, and those of the fields of all cards that have a value. */
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
  const short = columns.filter(({ type }) => !long.includes(inputOf(type)))
  const { fields, person } = cardFields(short, { order, hidden }, without)
  const [first, ...others] = fields
  const facts = [first, person, ...others]
    .filter((column) => column !== undefined)
    .filter((column) => column !== title)
    .slice(0, MOST_FACTS)
    .filter((column) => filled.includes(column))
  return { title, facts }
}
