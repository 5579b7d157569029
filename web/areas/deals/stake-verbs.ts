import { useMay } from '../../session.ts'
import type { Stake } from './types.ts'

/** What can be done with a stake. */
export type StakeVerb = 'draw' | 'hold' | 'release' | 'edit' | 'retire'

export const verbLabels: Record<StakeVerb, string> = {
  draw: 'Draw',
  hold: 'Hold',
  release: 'Release',
  edit: 'Edit terms',
  retire: 'Retire',
}

/** What somebody of this role can do with a stake as it is now. */
export function useStakeVerbs(stake: Stake): StakeVerb[] {
  const verbs: StakeVerb[] = []
  if (!useMay('manager')) return verbs
  if (stake.availability.availableMinor > 0) verbs.push('draw')
  verbs.push(stake.held ? 'release' : 'hold')
  if (stake.status === 'active') verbs.push('edit', 'retire')
  return verbs
}
