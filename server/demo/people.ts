import { createUser } from '../domains/workspaces/operators.ts'
import type { Workspaces } from '../domains/workspaces/workspace/workspaces.ts'
import { type UserActor, userActor } from '../platform/actor.ts'

const people = {
  dana: { name: 'Dana Whitfield', role: 'owner' },
  marcus: { name: 'Marcus Webb', role: 'manager' },
  priya: { name: 'Priya Nair', role: 'member' },
} as const

export type Desk = Record<keyof typeof people, UserActor>

export const emailOf = (person: keyof typeof people): string => `${person}@harborline.example`

/** Gives each of the desk's people an account and a seat, all with the same password. */
export async function seatPeople(
  workspaces: Workspaces,
  workspace: { id: string; slug: string; plan: UserActor['plan'] },
  password: string,
): Promise<Desk> {
  const desk: Partial<Desk> = {}
  for (const [person, { name, role }] of Object.entries(people)) {
    const email = emailOf(person as keyof Desk)
    const seat = await createUser(workspaces, {
      email,
      name,
      password,
      role,
      workspace: workspace.slug,
    })
    desk[person as keyof Desk] = userActor({
      workspaceId: workspace.id,
      accountId: seat.accountId,
      crmUserId: seat.crmUserId,
      role,
      teamIds: [],
      plan: workspace.plan,
    })
  }
  return desk as Desk
}
