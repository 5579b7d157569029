import type { FeedEvent } from '../../../../sdk/client.ts'

/** The longest time between two events of one act. */
const APART_MS = 60_000

/** One thing that somebody did. A big one has several events. */
export interface Act {
  /** The latest of its events. */
  event: FeedEvent
  /** How many rows it was about; undefined if it was not about rows. */
  rows: number | undefined
}

/** Events in their order, those of one act together: the same thing done to the same thing by the same actor at once. */
export function actsOf(events: readonly FeedEvent[]): Act[] {
  const acts: Act[] = []
  let before: FeedEvent | undefined
  for (const event of events) {
    const act = acts.at(-1)
    if (act && before && isOneAct(before, event)) {
      if (act.rows !== undefined) act.rows += rowsOf(event) ?? 0
    } else acts.push({ event, rows: rowsOf(event) })
    before = event
  }
  return acts
}

const isOneAct = (one: FeedEvent, other: FeedEvent): boolean =>
  one.type === other.type &&
  one.actor === other.actor &&
  one.subject === other.subject &&
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= APART_MS &&
  // Which cells changed is worth a line each.
  !(one.type === 'rows.updated' && rowsOf(one) === 1)

function rowsOf({ type, data }: FeedEvent): number | undefined {
  if (!type.startsWith('rows.')) return undefined
  const { rowCount, rows, rowIds } = data as {
    rowCount?: number
    rows?: unknown[]
    rowIds?: unknown[]
  }
  return rowCount ?? rows?.length ?? rowIds?.length ?? 0
}
