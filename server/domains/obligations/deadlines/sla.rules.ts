import type { Priority, Severity } from '../../../../contract/obligations/obligation-fields.ts'

const HOUR_MS = 3_600_000

/** When an obligation becomes late: `slaHours` after it was made, or else when it is due, or else never. */
export function slaBreachAt(obligation: {
  createdAt: Date
  slaHours: number | null
  dueAt: Date | null
}): Date | null {
  const { createdAt, slaHours, dueAt } = obligation
  return slaHours === null ? dueAt : new Date(createdAt.getTime() + slaHours * HOUR_MS)
}

/** When an obligation has to be met: when it is due or when it becomes late, whichever is earlier. */
export function deadlineAt(obligation: {
  dueAt: Date | null
  slaBreachAt: Date | null
}): Date | null {
  const { dueAt, slaBreachAt } = obligation
  if (dueAt === null || slaBreachAt === null) return dueAt ?? slaBreachAt
  return dueAt < slaBreachAt ? dueAt : slaBreachAt
}

const steps: readonly Severity[] = ['minor', 'major', 'critical']

/** How late an obligation is at a time; null if it is not. At `breachAt` itself it is still in time. */
export function severityOf(breachAt: Date | null, at: Date, priority: Priority): Severity | null {
  if (breachAt === null || at.getTime() <= breachAt.getTime()) return null
  const lateMs = at.getTime() - breachAt.getTime()
  const step =
    (lateMs < 24 * HOUR_MS ? 0 : lateMs < 72 * HOUR_MS ? 1 : 2) + Number(priority === 'urgent')
  return steps[Math.min(step, steps.length - 1)] ?? null
}
