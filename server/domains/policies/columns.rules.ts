import { type Why, why } from '../../../contract/refusals/reasons.ts'
import { letsBy, type PolicyPart } from '../../../shared/policy-part.ts'
import { atLeast, roles } from '../../../shared/roles.ts'
import { type Actor, seatOf, seesEverything } from '../../platform/actor.ts'

export type { PolicyPart }

export interface ColumnPolicy {
  visibleTo: PolicyPart
  editableBy: PolicyPart
}

const everyone: PolicyPart = { mode: 'everyone', roles: [], accountIds: [], teamIds: [] }

/** The policy of a column that nobody restricted. */
export const unrestricted: ColumnPolicy = { visibleTo: everyone, editableBy: everyone }

/** Owners and admins see everything; a key has no role, so it sees what everyone sees. */
export function maySee({ visibleTo }: ColumnPolicy, actor: Actor): boolean {
  if (visibleTo.mode === 'everyone' || seesEverything(actor)) return true
  const seat = seatOf(actor)
  return seat !== undefined && letsBy(visibleTo, seat)
}

/** Writing implies seeing; `nobody` binds owners and admins too. */
export function mayWrite(policy: ColumnPolicy, actor: Actor): boolean {
  const { editableBy } = policy
  if (!maySee(policy, actor) || editableBy.mode === 'nobody') return false
  if (editableBy.mode === 'everyone' || seesEverything(actor)) return true
  const seat = seatOf(actor)
  return seat !== undefined && letsBy(editableBy, seat)
}

/** A part of a policy as clients send it; a missing list is empty. */
export type SentPart = Pick<PolicyPart, 'mode'> & Partial<PolicyPart>

/** Completes a sent part: sorts its lists and drops duplicates. A missing part means everyone. */
export function partOf({ mode, ...lists }: SentPart = everyone): PolicyPart {
  const ids = (list: readonly string[] = []) =>
    [...new Set(list.map((id) => id.toLowerCase()))].sort()
  return {
    mode,
    roles: roles.filter((role) => lists.roles?.includes(role)),
    accountIds: ids(lists.accountIds),
    teamIds: ids(lists.teamIds),
  }
}

/** The problem with a part, if anything. The mode `roles` must list somebody; other modes cannot have lists. */
export function partFault({ mode, roles, accountIds, teamIds }: PolicyPart): Why | undefined {
  const named = roles.length + accountIds.length + teamIds.length
  if (mode === 'roles' && named === 0) {
    return why('policy_names_nobody', {})
  }
  if (mode !== 'roles' && named > 0) {
    return why('policy_lists_unused', { mode })
  }
  return undefined
}

/** Whether everyone can see and edit the column. */
export const restrictsNothing = ({ visibleTo, editableBy }: ColumnPolicy): boolean =>
  visibleTo.mode === 'everyone' && editableBy.mode === 'everyone'

/** Who sees a column, in words: `visible only to owners and admins, and to 2 people`. */
export function whoMaySee({ visibleTo: { mode, ...part } }: ColumnPolicy): string {
  if (mode === 'everyone') return 'visible to everyone'
  const listed = mode === 'roles' ? part : everyone
  const seeing = roles.filter((role) => atLeast(role, 'admin') || listed.roles.includes(role))
  const more = [
    counted(listed.accountIds.length, 'person', 'people'),
    counted(listed.teamIds.length, 'team'),
  ].filter((text) => text !== '')
  const others = more.length > 0 ? `, and to ${more.join(' and ')}` : ''
  return `visible only to ${inWords(seeing.map((role) => `${role}s`))}${others}`
}

const inWords = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const counted = (count: number, one: string, more = `${one}s`): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : more}`
