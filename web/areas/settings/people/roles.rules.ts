import type { Role } from '../../../service/session.ts'

/** Every role, from the most to the least powerful, with its purpose. */
export const roles: readonly { value: Role; label: string; about: string }[] = [
  { value: 'owner', label: 'Owner', about: 'Everything, including other owners' },
  { value: 'admin', label: 'Admin', about: 'People, columns, policies and keys' },
  {
    value: 'manager',
    label: 'Manager',
    about: 'Works on records and conversations, and posts money',
  },
  { value: 'member', label: 'Member', about: 'Works on records and conversations' },
  { value: 'viewer', label: 'Viewer', about: 'Can look but not change anything' },
]

export const roleLabel = (role: Role): string =>
  roles.find(({ value }) => value === role)?.label ?? role

export const roleAbout = (role: Role): string =>
  `${roles.find(({ value }) => value === role)?.about ?? ''}.`

/** The roles that somebody may give: only owners can make an owner. */
export const givenBy = (mine: Role) =>
  roles
    .filter(({ value }) => mine === 'owner' || value !== 'owner')
    .map(({ value, label }) => ({ value, label }))
