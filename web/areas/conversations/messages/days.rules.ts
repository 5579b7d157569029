/** Something that happened at a moment. */
interface Dated {
  occurred_at: string
}

/**
 * Groups ordered items by day.
 *
 * @param dayOf names the day of a moment, in the reader's own time zone.
 */
export function byDay<T extends Dated>(
  items: readonly T[],
  dayOf: (at: string) => string,
): { day: string; items: T[] }[] {
  const days: { day: string; items: T[] }[] = []
  for (const item of items) {
    const day = dayOf(item.occurred_at)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
