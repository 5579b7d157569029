import type { Recent } from './recents.rules.ts'
import { recordAt } from './record-at.rules.ts'

const kinds: readonly [start: RegExp, kind: string][] = [
  [/^\/conversations\/./, 'Conversation'],
  [/^\/obligations\/./, 'Obligation'],
  [/^\/deals\/./, 'Commissions'],
  [/^\/agreements\/./, 'Agreement'],
  [/^\/records\/[^/]+\/imports/, 'Import'],
  [/\/settings/, 'Settings'],
]

/** What kind of page an address leads to; undefined if its title says enough. */
export const kindOf = ({ to }: Recent): string | undefined =>
  recordAt(to) ? 'Record' : kinds.find(([start]) => start.test(to))?.[1]
