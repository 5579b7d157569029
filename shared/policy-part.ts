import { atLeast, type Role } from './roles.ts'

/** Who may see or write a column. */
export interface PolicyPart {
  mode: 'everyone' | 'roles' | 'nobody'
  roles: readonly Role[]
  accountIds: readonly string[]
  teamIds: readonly string[]
}

/** The facts about a person that policies depend on. */
export interface Person {
  role: Role
  accountId: string
  teamIds: readonly string[]
}

/** Whether a part that is not for everyone includes somebody: owners and admins, and anyone it names. */
export const letsBy = (part: PolicyPart, person: Person): boolean =>
  atLeast(person.role, 'admin') || (part.mode === 'roles' && names(part, person))

const names = (part: PolicyPart, { role, accountId, teamIds }: Person): boolean =>
  part.roles.includes(role) ||
  part.accountIds.includes(accountId) ||
  part.teamIds.some((id) => teamIds.includes(id))
