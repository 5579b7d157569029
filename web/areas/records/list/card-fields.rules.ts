import { type Input, inputOf, isDated, isMoney } from '../../../../shared/column-types.ts'
import { orderedColumns } from '../../../ui/columns/column-order.rules.ts'
import type { Column, GridState } from './types.ts'

/** How many fields a card has if nobody has chosen any, and how many at most. */
const USUAL = 2
export const MOST_FIELDS = 5
/** Too large for a card. */
const large: readonly Input[] = ['lines', 'files']
/** Shown first if nobody has chosen: what a pipeline is about. */
const rankOf = ({ type }: Column): number => (isMoney(type) ? 0 : isDated(type) ? 1 : 2)

export interface CardFields {
  /** Below the title, the same on every card. */
  fields: Column[]
  /** Whose initials are on the card. */
  person: Column | undefined
}

/** Whether somebody has chosen what is shown, and in which order. */
export const areChosen = ({ order, hidden }: Pick<GridState, 'order' | 'hidden'>): boolean =>
  order.length > 0 || hidden.length > 0

/** The fields that all cards have, in the order of the view. */
export function cardFields(
  columns: readonly Column[],
  state: Pick<GridState, 'order' | 'hidden'>,
  lane: string,
): CardFields {
  const shown = orderedColumns(columns, state.order).filter(
    ({ key, type }) =>
      key !== lane && !state.hidden.includes(key) && !large.includes(inputOf(type)),
  )
  const title = shown.find(({ type }) => inputOf(type) === 'line')
  const person = shown.find(({ type }) => inputOf(type) === 'person')
  const fields = shown.filter((column) => column !== title && column !== person)
  return {
    fields: areChosen(state)
      ? fields.slice(0, MOST_FIELDS)
      : fields.sort((one, other) => rankOf(one) - rankOf(other)).slice(0, USUAL),
    person,
  }
}
