import type { codeOf } from '../../../api.ts'

/** A refusal as the desk says it. */
export interface Said {
  title: string
  text: string
}

/**
 * What a refusal of money or shares says to whoever asked: the service counts in minor units and parts per million, and
 * doesn't know what the desk calls things.
 *
 * @param left what there is still to have, as it is read: an amount, or a percentage; `null` where there is nothing.
 * @returns `undefined` where the service's own words will do.
 */
export function saidOf(
  code: ReturnType<typeof codeOf>,
  left: string | null = null,
): Said | undefined {
  switch (code) {
    case 'insufficient_available':
      return left
        ? { title: `Only ${left} is available`, text: 'Draw no more than that.' }
        : { title: 'Nothing is available', text: 'Draw again once more has come in.' }
    case 'exceeds_collected':
      return {
        title: 'That is more than is left to claw back',
        text: left ? `Enter ${left} or less.` : 'All that was collected is clawed back already.',
      }
    case 'over_allocated':
      return {
        title: 'Together the splits would have more than 100\u00a0%',
        text: left
          ? `Enter ${left} or less, or lessen the other splits first.`
          : 'The other splits have all of it: lessen theirs first.',
      }
    case 'would_go_negative':
      return {
        title: 'A clawback depends on this collection',
        text: 'Somebody would have less of it than was clawed back from them. Reverse the clawback first.',
      }
    case 'already_held':
      return { title: 'It is held already', text: 'Close this to see why, and since when.' }
    case 'not_held':
      return { title: 'It was released already', text: 'Close this to go on.' }
    case 'split_inactive':
      return { title: 'It was retired already', text: 'Close this to see why, and who follows.' }
    case 'already_reversed':
      return { title: 'It was reversed already', text: 'The reversal is in the ledger.' }
    case 'already_paid':
      return {
        title: 'It was paid already',
        text: 'The ledger takes it back: reverse the payment.',
      }
    case 'already_voided':
      return { title: 'It was voided already', text: 'To pay it after all, request a new draw.' }
    default:
      return undefined
  }
}
