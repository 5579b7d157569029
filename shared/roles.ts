export const roles = ['owner', 'admin', 'manager', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

const rank: Record<Role, number> = { owner: 4, admin: 3, manager: 2, member: 1, viewer: 0 }

export const atLeast = (role: Role, least: Role): boolean => rank[role] >= rank[least]
