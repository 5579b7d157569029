import type { Body, Item } from '../../../service/api.ts'
import { roleLabel } from '../people/roles.rules.ts'

export type Policy = Item<'policies.list'>
export type Part = Policy['visibleTo']
export type PolicyBody = Body<'policies.put'>

/** Names for the ids in a policy. */
export interface Names {
  account: (id: string) => string
  team: (id: string) => string
}

export const EVERYONE: Part = { mode: 'everyone', roles: [], accountIds: [], teamIds: [] }

export const isOpen = ({ mode }: Part): boolean => mode === 'everyone'

/** Who has access, in words: `Owners, admins, Managers and Underwriters`. */
export function policyWords(part: Part, kind: 'see' | 'edit', names: Names): string {
  if (part.mode === 'everyone') return kind === 'see' ? 'Everyone' : 'Everyone but viewers'
  if (part.mode === 'nobody') return kind === 'see' ? 'Owners and admins only' : 'Nobody'
  const others = [
    ...part.roles.filter((role) => role !== 'owner' && role !== 'admin').map(plural),
    ...part.teamIds.map((id) => `team ${names.team(id)}`),
    ...part.accountIds.map(names.account),
  ]
  return ['Owners', 'admins', ...others].join(', ')
}

const plural = (role: Part['roles'][number]): string => `${roleLabel(role).toLowerCase()}s`

/** Why a part cannot be saved. */
export const problemOf = ({ mode, roles, accountIds, teamIds }: Part): string | null =>
  mode === 'roles' && roles.length + accountIds.length + teamIds.length === 0
    ? 'Choose a role, a team or a person, or another setting.'
    : null

/** A policy as it is sent; only the mode `roles` has lists. */
export const policyBody = (visibleTo: Part, editableBy: Part): PolicyBody => ({
  visibleTo: sent(visibleTo),
  editableBy: sent(editableBy),
})

const sent = ({ mode, roles, accountIds, teamIds }: Part): PolicyBody['visibleTo'] =>
  mode === 'roles' ? { mode, roles, accountIds, teamIds } : { mode }
