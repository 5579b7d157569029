import type { codeOf } from '../../api.ts'

/** A refusal as the desk says it. */
export interface Said {
  title: string
  text: string
}

/**
 * What a refusal of money or shares says to who asked: the service counts in minor units and parts per million.
 *
 * @param left what there is still to have, as it is read: an amount, or a percentage.
 * @returns `undefined` where the service's own words will do.
 */
export function saidOf(code: ReturnType<typeof codeOf>, left: string): Said | undefined {
  switch (code) {
    case 'insufficient_available':
      return { title: `Only ${left} is available`, text: 'Draw no more than that.' }
    case 'exceeds_collected':
      return {
        title: 'That is more than was collected',
        text: `${left} of it is left after the clawbacks before. Write that or less.`,
      }
    case 'over_allocated':
      return {
        title: 'Together the stakes would have more than 100\u00a0%',
        text: `The other active stakes of the same kind leave ${left}. Write that or less, or lessen theirs first.`,
      }
    default:
      return undefined
  }
}
