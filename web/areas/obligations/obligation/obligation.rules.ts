import { isOpen, type Verb, verbsFrom } from '../../../../shared/obligation-states.ts'
import type { Item } from '../../../api.ts'
import type { Obligation, Severity, Status } from './obligation-words.rules.ts'

/** What may be done from a status; to reopen takes an admin, and a viewer only looks. */
export const verbsOffered = (status: Status, may: { write: boolean; admin: boolean }): Verb[] =>
  may.write ? verbsFrom(status).filter((verb) => verb !== 'reopen' || may.admin) : []

type Seat = Pick<Item<'workspace.listSeats'>, 'crmUserId' | 'name' | 'role' | 'status'>

/** Whom an obligation can be given to: who may work on it, and who has it already. */
export const assignable = (seats: readonly Seat[], chosen: string | null) =>
  seats
    .map(({ crmUserId, ...seat }) => ({ ...seat, value: String(crmUserId) }))
    .filter(
      ({ value, role, status }) => value === chosen || (role !== 'viewer' && status === 'active'),
    )
    .map(({ value, name }) => ({ value, label: name }))

type Standing =
  | { kind: 'late'; severity: Severity; byMs: number }
  | { kind: 'soon' | 'ahead'; inMs: number }
  | { kind: 'was_late'; severity: Severity }
  | { kind: 'none' }

const DAY_MS = 86_400_000

/** How an obligation stands to the time at which it will be, is or was late. */
export function standingOf(
  { status, slaBreachAt, breachSeverity }: Obligation,
  nowMs: number,
): Standing {
  if (!isOpen(status)) {
    return breachSeverity ? { kind: 'was_late', severity: breachSeverity } : { kind: 'none' }
  }
  if (slaBreachAt === null) return { kind: 'none' }
  const leftMs = Date.parse(slaBreachAt) - nowMs
  if (leftMs >= 0) return { kind: leftMs <= DAY_MS ? 'soon' : 'ahead', inMs: leftMs }
  // It may have become late since it was read.
  return { kind: 'late', severity: breachSeverity ?? 'minor', byMs: -leftMs }
}

/** `40 minutes`, `30 hours`, `3 days`: whole ones, rounded down. */
export function spanText(ms: number): string {
  const [n, unit] =
    ms < 2 * 3_600_000
      ? [Math.floor(ms / 60_000), 'minute']
      : ms < 2 * DAY_MS
        ? [Math.floor(ms / 3_600_000), 'hour']
        : [Math.floor(ms / DAY_MS), 'day']
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

/** How far a checklist is: what was cancelled does not count. */
export function progressOf(items: Pick<Obligation, 'status'>[]): { done: number; of: number } {
  const counted = items.filter(({ status }) => status !== 'cancelled')
  return { done: counted.filter(({ status }) => !isOpen(status)).length, of: counted.length }
}

export interface Branch {
  obligation: Obligation
  depth: number
}

/** Parents before their children, each level in the order of what is due next; what has no parent here is at the top. */
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
const timeOf = ({ slaBreachAt }: Obligation): number =>
  slaBreachAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(slaBreachAt)
