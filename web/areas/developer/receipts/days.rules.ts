import type { Data, Item } from '../../../service/api.ts'

/** Who sent something, by the id of the key, form, email address or hook. */
export type Sender = Pick<
  Item<'definitions.listReceipts'>,
  'keyId' | 'formId' | 'addressId' | 'hookId'
>

export type Daily = Data<'definitions.countReceipts'>
export type DayCounts = Pick<Daily['days'][number], Measure>
export const measures = ['filled', 'coerced', 'ignored', 'refused', 'blocked'] as const
export type Measure = (typeof measures)[number]

export const measureNames: Record<Measure, string> = {
  filled: 'Rows filled',
  coerced: 'Cells converted',
  ignored: 'Cells ignored',
  refused: 'Rows refused',
  blocked: 'Rows blocked',
}

/** What arrived on each day of the period, including empty days, oldest first. */
export function byDay({ from, to, days }: Daily): (DayCounts & { day: string })[] {
  return daysBetween(from, to).map((day) => {
    const ofDay = days.filter((one) => one.day === day)
    const sum = (measure: Measure) => ofDay.reduce((total, one) => total + one[measure], 0)
    return {
      day,
      filled: sum('filled'),
      coerced: sum('coerced'),
      ignored: sum('ignored'),
      refused: sum('refused'),
      blocked: sum('blocked'),
    }
  })
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  const next = new Date(`${from}T00:00:00Z`)
  for (let day = from; day <= to; day = next.toISOString().slice(0, 10)) {
    days.push(day)
    next.setUTCDate(next.getUTCDate() + 1)
  }
  return days
}

/** Heights of bars from 0 to 1; anything above zero is visible. */
export function heightsOf(values: readonly number[]): number[] {
  const most = Math.max(...values, 1)
  return values.map((value) => (value === 0 ? 0 : Math.max(value / most, 0.06)))
}

/** Outcomes that write no rows. They are measures of their own. */
const unwritten = ['refused', 'blocked'] as const
type Unwritten = (typeof unwritten)[number]

/** Forms block what looks like spam, keys never: without any, there is no chart of it. */
export const shownMeasures = ({ days }: Pick<Daily, 'days'>): Measure[] =>
  measures.filter((measure) => measure !== 'blocked' || days.some(({ blocked }) => blocked > 0))

/** What one key, form, email address or hook brought in the whole period. */
export interface SenderTotal {
  sender: string
  rows: number
  requests: number
}

/** The key, form, email address or hook of a receipt, as filters name it. */
export function senderOf({ keyId, formId, addressId, hookId }: Sender): string {
  if (keyId) return `key:${keyId}`
  if (hookId) return `hook:${hookId}`
  return formId ? `form:${formId}` : `address:${addressId}`
}

/** Who brought how much, most rows first. */
export function bySender({ days }: Pick<Daily, 'days'>): SenderTotal[] {
  const totals = new Map<string, SenderTotal>()
  for (const day of days) {
    const sender = senderOf(day)
    const { rows, requests } = totals.get(sender) ?? { rows: 0, requests: 0 }
    totals.set(sender, { sender, rows: rows + day.filled, requests: requests + day.requests })
  }
  return [...totals.values()].sort((a, b) => b.rows - a.rows || b.requests - a.requests)
}

/** The filter of a list of receipts by one sender. */
export function onlyFrom(sender: string | undefined): Partial<Record<keyof Sender, string>> {
  const [kind, id] = sender?.split(':') ?? []
  if (!id) return {}
  if (kind === 'key') return { keyId: id }
  if (kind === 'hook') return { hookId: id }
  return kind === 'form' ? { formId: id } : { addressId: id }
}

/** The filter of a list of requests. */
export interface Cut<Outcome> {
  day: string | undefined
  outcome: Outcome | undefined
}

/**
 * Choosing a bar filters the list to the requests it counts: for refused and blocked rows, those requests of the day; for
 * the other measures, all requests of the day, since refused ones add nothing. Choosing it again clears the filter.
 */
export function cutByBar<Outcome extends string>(
  { day, outcome }: Cut<Outcome>,
  bar: { day: string; measure: Measure },
): Cut<Outcome | Unwritten> {
  const own = unwritten.find((one) => one === bar.measure)
  const wanted = own ?? (unwritten.some((one) => one === outcome) ? undefined : outcome)
  if (day === bar.day && outcome === wanted) {
    return { day: undefined, outcome: own ? undefined : outcome }
  }
  return { day: bar.day, outcome: wanted }
}
