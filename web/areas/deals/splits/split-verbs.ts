import { useMay } from '../../../service/session.ts'
import type { FigureName, Split } from '../deal/types.ts'

/** What can be done with a split. */
export type SplitVerb = 'draw' | 'hold' | 'release' | 'edit' | 'retire'

/** How the list of splits tells what somebody wants with one. */
export interface SplitActs {
  onExplain: (split: Split, name: FigureName) => void
  /** `null` is the house. */
  onParty: (split: Split | null) => void
  onVerb: (verb: SplitVerb, split: Split) => void
}

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
