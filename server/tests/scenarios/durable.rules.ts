// What a crash must never do, as a check on two lists: what clients sent and were answered, and what is stored.

/** A request for rows as a writer sent it, perhaps several times under one Idempotency-Key. */
export interface SentRequest {
  /** The value of every row's cell `request`. Without a key, every attempt has one of its own. */
  request: string
  board: string
  size: number
}

/** What a 201 said. */
export interface Acknowledged {
  request: string
  rows: { id: string; position: number }[]
}

export interface Heard {
  sent: SentRequest[]
  acknowledged: Acknowledged[]
  /** Answers that nobody should get, in words. */
  odd: string[]
  /** How many answers said 503. */
  unavailable: number
  /** How many requests were in progress when the server was killed. */
  cutOff: number
}

export interface StoredRow {
  id: string
  position: number
  request: string
  size: number
  index: number
}

/** A run of positions, by its first one and how many there are. */
export type Run = readonly [first: number, count: number]

/** All that the database holds of one board. */
export interface StoredBoard {
  board: string
  rows: StoredRow[]
  receipts: Run[]
  events: Run[]
  counter: { nextPosition: number; rowCount: number }
}

/** Everything that is wrong, in words; empty if the promise holds. */
export function durabilityFaults(heard: Heard, store: readonly StoredBoard[]): string[] {
  return [...heard.odd, ...lost(heard, store), ...torn(heard, store), ...store.flatMap(untidy)]
}

/** Acknowledged rows that are not stored as they were acknowledged. */
function lost({ acknowledged }: Heard, store: readonly StoredBoard[]): string[] {
  const byId = new Map(store.flatMap(({ rows }) => rows.map((row) => [row.id, row])))
  return acknowledged.flatMap(({ request, rows }) =>
    rows.flatMap(({ id, position }, index) => {
      const row = byId.get(id)
      if (!row) return `${request}: row ${index} was acknowledged and is lost`
      const same = row.request === request && row.index === index && row.position === position
      return same ? [] : `${request}: row ${index} was acknowledged as something else`
    }),
  )
}

/** Requests of which a part is stored, or that had two effects, or that nobody sent. */
function torn({ sent }: Heard, store: readonly StoredBoard[]): string[] {
  const requests = new Map(sent.map((one) => [one.request, one]))
  return store.flatMap(({ board, rows }) =>
    [...Map.groupBy(rows, ({ request }) => request)].flatMap(([request, stored]) => {
      const asked = requests.get(request)
      if (asked?.board !== board) return `${request}: stored, though nobody sent it to this board`
      const indexes = stored.map(({ index }) => index).sort((a, b) => a - b)
      const whole = indexes.length === asked.size && indexes.every((index, i) => index === i)
      return whole ? [] : `${request}: ${stored.length} rows are stored of ${asked.size}`
    }),
  )
}

/** Bookkeeping that doesn't fit the rows. */
function untidy({ board, rows, receipts, events, counter }: StoredBoard): string[] {
  const positions = rows.map(({ position }) => position).sort((a, b) => a - b)
  const faults: string[] = []
  const twice = positions.find((position, i) => position === positions[i + 1])
  if (twice !== undefined) faults.push(`position ${twice} is taken twice`)
  if (!covers(receipts, positions)) faults.push('the receipts are not those of the rows')
  if (!covers(events, positions)) faults.push('the events are not those of the rows')
  if (counter.rowCount !== rows.length) {
    faults.push(`row_count is ${counter.rowCount}, but there are ${rows.length} rows`)
  }
  if (counter.nextPosition <= (positions.at(-1) ?? 0)) {
    faults.push(`next_position is ${counter.nextPosition}, and ${positions.at(-1)} is taken`)
  }
  return faults.map((fault) => `board ${board}: ${fault}`)
}

/** Whether the runs name each of the positions once, and nothing else. */
function covers(runs: readonly Run[], positions: readonly number[]): boolean {
  const named = runs
    .flatMap(([first, count]) => Array.from({ length: count }, (_, i) => first + i))
    .sort((a, b) => a - b)
  return named.length === positions.length && named.every((at, i) => at === positions[i])
}
