import type { Delivery } from './webhook-draft.rules.ts'

type Tried = Pick<Delivery, 'state' | 'attempts' | 'log'>

const words: Record<Delivery['state'], string> = {
  pending: 'to be sent',
  delivered: 'delivered',
  failed: 'failed',
  dropped: 'dropped',
}
export const stateWords = (state: Delivery['state']): string => words[state]

/** A delivery's state in words. A pending one that was already tried is “to be sent again”. */
export const stateOf = ({ state, log }: Tried): string =>
  state === 'pending' && log.length > 0 ? 'to be sent again' : words[state]

/** How often a delivery was sent. Sending it again resets the count, but not its log. */
export const triesOf = ({ attempts, log }: Tried): number => Math.max(attempts, log.length)
