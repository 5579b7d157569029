import type { codeOf } from '../../../api.ts'

/** A refusal in the desk's words. */
export interface RefusalWords {
  title: string
  text: string
}

/**
 * Puts a refusal about money or shares into the desk's words: the service counts in minor units and parts per million,
 * and doesn't know what the desk calls things.
 *
 * @param left how much is left, as text: an amount or a percentage; `null` if nothing is.
 * @returns `undefined` if the service's own words will do.
 */
export function refusalWords(
  code: ReturnType<typeof codeOf>,
  left: string | null = null,
): RefusalWords | undefined {
  switch (code) {
    case 'insufficient_available':
      return left
        ? { title: `Only ${left} is available`, text: 'Enter that amount or less.' }
        : { title: 'Nothing is available', text: 'You can draw again once more money has come in.' }
    case 'exceeds_collected':
      return {
        title: 'That is more than can be clawed back',
        text: left
          ? `Enter ${left} or less.`
          : 'Everything collected has already been clawed back.',
      }
    case 'parts_changed':
      return {
        title: 'The split has just changed',
        text: 'Somebody changed the splits or posted something. Check the new amounts, then record it again.',
      }
    case 'over_allocated':
      return {
        title: 'The splits would add up to more than 100%',
        text: left
          ? `Enter ${left} or less, or reduce the other splits first.`
          : 'The other splits take all of it. Reduce them first.',
      }
    case 'would_go_negative':
      return {
        title: 'A clawback depends on this collection',
        text: 'Reversing it would leave someone with less than was clawed back from them. Reverse the clawback first.',
      }
    case 'already_held':
      return {
        title: 'This split is already held',
        text: 'Close this dialog to see why, and since when.',
      }
    case 'not_held':
      return { title: 'This split was already released', text: 'Close this dialog to continue.' }
    case 'split_inactive':
      return {
        title: 'This split was already retired',
        text: 'Close this dialog to see why, and who replaced it.',
      }
    case 'already_reversed':
      return { title: 'This entry was already reversed', text: 'The reversal is in the ledger.' }
    case 'already_paid':
      return {
        title: 'This draw was already paid',
        text: 'To undo it, reverse the payment in the ledger.',
      }
    case 'already_voided':
      return {
        title: 'This draw was already voided',
        text: 'To pay it after all, request a new draw.',
      }
    default:
      return undefined
  }
}
