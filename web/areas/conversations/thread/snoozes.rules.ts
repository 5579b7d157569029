export interface Snooze {
  label: string
  until: Date
}

/** The usual times to snooze a thread until, from a moment in the reader's own time zone. */
export function snoozesFrom(now: Date): Snooze[] {
  const morning = (days: number): Date => {
    const at = new Date(now)
    at.setDate(at.getDate() + days)
    at.setHours(9, 0, 0, 0)
    return at
  }
  const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000)
  // Sunday is 0. On a Monday it is the Monday after.
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: 'In 3 hours', until: inHours(3) },
    { label: 'Tomorrow at 9', until: morning(1) },
    { label: 'Next Monday at 9', until: morning(toMonday) },
  ]
}
