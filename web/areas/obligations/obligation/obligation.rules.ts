import { isOpen, type Verb, verbsFrom } from '../../../../shared/obligation-states.ts'
import type { Item } from '../../../api.ts'
import type { Obligation, Severity, Status } from './obligation-words.rules.ts'

/** What can be done in a status; only an admin can reopen, and a viewer can do nothing. */
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

type Standing =
  | { kind: 'late'; severity: Severity; byMs: number }
  | { kind: 'soon' | 'ahead'; inMs: number }
  | { kind: 'was_late'; severity: Severity }
  | { kind: 'none' }

const DAY_MS = 86_400_000

/** Whether an obligation is or was late, or when it will be. */
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
  // It may have become late since it was loaded.
  return { kind: 'late', severity: breachSeverity ?? 'minor', byMs: -leftMs }
}

/** `40 minutes`, `30 hours`, `3 days`, rounded down. */
export function spanText(ms: number): string {
  const [n, unit] =
    ms < 2 * 3_600_000
      ? [Math.floor(ms / 60_000), 'minute']
      : ms < 2 * DAY_MS
        ? [Math.floor(ms / 3_600_000), 'hour']
        : [Math.floor(ms / DAY_MS), 'day']
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

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
 * Parents before their children, each level sorted by what is due next. Items whose parent is not listed are on top.
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
const timeOf = ({ slaBreachAt }: Obligation): number =>
  slaBreachAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(slaBreachAt)
