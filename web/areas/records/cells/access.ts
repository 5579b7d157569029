import { letsBy, type Person } from '../../../../shared/policy-part.ts'
import type { SessionState } from '../../../service/session.ts'
import { columnTypes } from '../../../ui/records/column-types.ts'
import type { Column, ColumnPolicy } from '../list/types.ts'

export const viewerOf = ({ account, seat }: SessionState): Person => ({
  role: seat.role,
  accountId: account.id,
  teamIds: seat.teamIds,
})

export const VIEWERS_READ = 'Viewers can’t change records.'

export const mayEdit = ({ role }: Person): boolean => role !== 'viewer'

/**
 * Why somebody may not write a column, in a sentence; `null` if they may. This only decides what the grid offers: the
 * service checks for itself.
 */
export function whyLocked(
  column: Column,
  policies: readonly ColumnPolicy[],
  viewer: Person,
): string | null {
  if (column.readOnly) return columnTypes[column.type].locked ?? 'The service fills this column.'
  if (!mayEdit(viewer)) return VIEWERS_READ
  const editors = policies.find(({ columnId }) => columnId === column.id)?.editableBy
  if (!editors || editors.mode === 'everyone') return null
  if (editors.mode === 'nobody') return 'Nobody can change this column by hand.'
  if (letsBy(editors, viewer)) return null
  const roles = [...new Set<string>(['owner', 'admin', ...editors.roles])].map((role) => `${role}s`)
  const others = [
    ...roles,
    ...(editors.teamIds.length > 0 ? ['certain teams'] : []),
    ...(editors.accountIds.length > 0 ? ['certain people'] : []),
  ]
  return `Only ${listed(others)} can change this.`
}

const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? 'nobody')
