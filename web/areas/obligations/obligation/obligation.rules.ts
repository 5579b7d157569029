import { isOpen, type Verb, verbsFrom } from '../../../../shared/obligation-states.ts'
import type { Item } from '../../../service/api.ts'
import type { Obligation, Status } from '../../../ui/obligations/obligation-words.rules.ts'

/** What can be done in a status. Reopening is for admins, apart from an undo, and a viewer can do nothing. */
export const verbsOffered = (status: Status, may: { write: boolean; admin: boolean }): Verb[] =>
  may.write ? verbsFrom(status).filter((verb) => verb !== 'reopen' || may.admin) : []

type Seat = Pick<Item<'workspace.listSeats'>, 'crmUserId' | 'name' | 'role' | 'status'>

/** The people an obligation can be assigned to: those who may work on it, and the person it is assigned to now. */
export const assignable = (seats: readonly Seat[], chosen: string | null) =>
  seats
    .map(({ crmUserId, ...seat }) => ({ ...seat, value: String(crmUserId) }))
    .filter(
      ({ value, role, status }) => value === chosen || (role !== 'viewer' && status === 'active'),
    )
    .map(({ value, name }) => ({ value, label: name }))

/** A checklist's progress; cancelled items do not count. */
export function progressOf(items: Pick<Obligation, 'status'>[]): { done: number; of: number } {
  const counted = items.filter(({ status }) => status !== 'cancelled')
  return { done: counted.filter(({ status }) => !isOpen(status)).length, of: counted.length }
}

export interface Branch {
  obligation: Obligation
  depth: number
}

/**
 * Parents before their children, each level sorted by deadline. Items whose parent is not listed are on top.
 */
export function treeOf(items: Obligation[]): Branch[] {
  const ids = new Set(items.map(({ id }) => id))
  const below = Map.groupBy(items, ({ parentObligationId: parent }) =>
    parent !== null && ids.has(parent) ? parent : 0,
  )
  const walk = (parent: number, depth: number): Branch[] =>
    (below.get(parent) ?? [])
      .sort(byTime)
      .flatMap((obligation) => [{ obligation, depth }, ...walk(obligation.id, depth + 1)])
  return walk(0, 0)
}

const byTime = (a: Obligation, b: Obligation): number =>
  Number(isOpen(b.status)) - Number(isOpen(a.status)) || timeOf(a) - timeOf(b) || a.id - b.id
const timeOf = ({ deadlineAt }: Obligation): number =>
  deadlineAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(deadlineAt)
