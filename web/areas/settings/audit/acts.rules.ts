import type { FeedEvent } from '../../../../sdk/client.ts'

/** The longest time between two events of one act. */
const APART_MS = 60_000

/** One thing that somebody did. A big one has several events, and so have changes of one row in a row. */
export interface Act {
  /** The latest of its events. */
  event: FeedEvent
  /** The others, the latest first. */
  earlier: FeedEvent[]
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
      act.earlier.push(event)
      if (act.rows !== undefined && changedRow(event) === undefined) act.rows += rowsOf(event) ?? 0
    } else acts.push({ event, earlier: [], rows: rowsOf(event) })
    before = event
  }
  return acts
}

const isOneAct = (one: FeedEvent, other: FeedEvent): boolean =>
  one.type === other.type &&
  one.actor === other.actor &&
  one.subject === other.subject &&
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= APART_MS &&
  // Each row whose cells changed is worth a line of its own.
  changedRow(one) === changedRow(other)

/** The id of the row if the event is about changed cells of one row. */
function changedRow({ type, data }: FeedEvent): string | undefined {
  if (type !== 'rows.updated' || !('rows' in data)) return undefined
  return data.rows?.length === 1 ? data.rows[0]?.id : undefined
}

function rowsOf({ type, data }: FeedEvent): number | undefined {
  if (!type.startsWith('rows.')) return undefined
  const { rowCount, rows, rowIds } = data as {
    rowCount?: number
    rows?: unknown[]
    rowIds?: unknown[]
  }
  return rowCount ?? rows?.length ?? rowIds?.length ?? 0
}
