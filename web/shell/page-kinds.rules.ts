import type { Recent } from './recents.rules.ts'

const kinds: readonly [start: RegExp, kind: string][] = [
  [/^\/conversations\/./, 'Conversation'],
  [/^\/obligations\/./, 'Obligation'],
  [/^\/deals\/./, 'Commissions'],
  [/^\/agreements\/./, 'Agreement'],
  [/^\/records\/[^/]+\/imports/, 'Import'],
  [/^\/records\/[^/]+\/rows\/./, 'Record'],
  [/^\/records\/[^/?]+\?(?:.*&)?row=/, 'Record'],
  [/\/settings/, 'Settings'],
]

/** What kind of page an address leads to; undefined if its title says enough. */
export const kindOf = ({ to }: Recent): string | undefined =>
  kinds.find(([start]) => start.test(to))?.[1]
