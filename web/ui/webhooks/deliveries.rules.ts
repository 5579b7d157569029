import type { Delivery } from './webhook-draft.rules.ts'

type Tried = Pick<Delivery, 'state' | 'attempts' | 'log'>

const words: Record<Delivery['state'], string> = {
  pending: 'to be sent',
  delivered: 'delivered',
  failed: 'failed',
  dropped: 'dropped',
}
export const stateWords = (state: Delivery['state']): string => words[state]

/** What becomes of it; of one that was tried already, that it goes out once more. */
export const stateOf = ({ state, log }: Tried): string =>
  state === 'pending' && log.length > 0 ? 'to be sent again' : words[state]

/** How often it went out. Who has it sent again begins to count anew; its log does not. */
export const triesOf = ({ attempts, log }: Tried): number => Math.max(attempts, log.length)
