import { useMay } from '../../../session.ts'
import type { Split } from '../deal/types.ts'

/** What can be done with a split. */
export type SplitVerb = 'draw' | 'hold' | 'release' | 'edit' | 'retire'

export const verbLabels: Record<SplitVerb, string> = {
  draw: 'Draw',
  hold: 'Hold',
  release: 'Release',
  edit: 'Edit terms',
  retire: 'Retire',
}

/** What somebody of this role can do with a split as it is now. */
export function useSplitVerbs(split: Split): SplitVerb[] {
  const verbs: SplitVerb[] = []
  if (!useMay('manager')) return verbs
  if (split.availability.availableMinor > 0) verbs.push('draw')
  verbs.push(split.held ? 'release' : 'hold')
  if (split.status === 'active') verbs.push('edit', 'retire')
  return verbs
}
