import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { Lanes } from '../../../platform/jobs/lanes.ts'
import { appendEvents } from '../../events/events.ts'
import type { RowPlan } from '../../records/rows/rows.rules.ts'
import { type BatchRun, recordBatches } from '../../records/rows/runs.ts'
import { type NewRow, settleCounters, storeRows } from '../../records/rows/stored-rows.ts'
import { type Admission, admit } from '../admission/admission.ts'
import type { Rate } from '../admission/rate.rules.ts'
import { type KeyWriter, sourceOf, type Writer } from '../keys/writer.rules.ts'
import { insertReceipts, type NewReceipt, type ReceiptDetails } from '../receipts/receipts.sql.ts'
import { detailsOf } from '../receipts/receipts.ts'

/** A request that was planned outside a transaction, with some version of its definition. */
export interface PlannedWrite {
  writer: KeyWriter
  version: string
  /** What to store, or why the request is refused, which still counts against the rate. */
  effect: { rows: RowPlan[] } | { refused: ReceiptDetails; rowCount: number }
}

export type Verdict =
  /** The key was revoked, or its board deleted. */
  | { kind: 'gone' }
  /** The definition has changed since the plan: plan again. */
  | { kind: 'stale' }
  | { kind: 'limited'; rate: Rate; retryAfter: number }
  | { kind: 'done'; rate: Rate; now: Date; rows: { id: string; position: number }[] }

const MAX_ROWS = 1000
const MAX_WAITING_ROWS = 20_000
/** For the small requests of a workspace: while one lane waits for the disk, the others collect requests. */
const LANES = 3
/** A larger request gains nothing from sharing a commit, so it has a lane for its board alone. */
const SMALL = 50

/**
 * Writes the simple requests, which are most of them: new rows without unique values, own ids or an
 * Idempotency-Key. Requests that arrive while a commit is under way share the next one, so a busy board is
 * no slower than fifty quiet ones. A request is answered only after its commit.
 */
export class QuickWrites {
  readonly #db: Database
  readonly #limit: number
  readonly #lanes: Lanes<PlannedWrite, Verdict>

  constructor(db: Database, limit: number, maxWaitMs?: number) {
    this.#db = db
    this.#limit = limit
    const lane = {
      work: (writes: PlannedWrite[]) => this.#write(writes).catch(verdictsOf),
      weigh,
      maxWeight: MAX_ROWS,
      maxWaiting: MAX_WAITING_ROWS,
      maxWaitMs,
    }
    this.#lanes = new Lanes(() => lane)
  }

  /** @throws Refusal overloaded if so many rows would not be taken, before anybody plans them. */
  requireRoom(writer: Writer, rows: number): void {
    this.#lanes.requireRoom(laneOf(writer, rows), rows)
  }

  submit(write: PlannedWrite): Promise<Verdict> {
    return this.#lanes.submit(laneOf(write.writer, weigh(write)), write)
  }

  /** Writes what one lane collected, which is all of one workspace. */
  #write(writes: PlannedWrite[]): Promise<Verdict[]> {
    const { workspaceId } = writes[0]!.writer
    return this.#db.withWorkspace({ workspaceId }, (tx) => this.#writeIn(tx, workspaceId, writes))
  }

  async #writeIn(tx: Tx, workspaceId: string, writes: PlannedWrite[]): Promise<Verdict[]> {
    const rows = new Map<string, number>()
    for (const { writer, effect } of writes) {
      if (!('rows' in effect)) continue
      const before = rows.get(writer.definitionId) ?? 0
      rows.set(writer.definitionId, before + effect.rows.length)
    }
    const keys = writes.map(({ writer }) => writer)
    const admission = await admit(tx, 'write', this.#limit, keys, rows)
    const batch = new Batch(admission)
    const verdicts = writes.map((write) => batch.judge(write))
    if (verdicts.every(({ kind }) => kind !== 'done')) throw new Ungranted(verdicts)
    batch.save(tx, workspaceId)
    return verdicts
  }
}

function laneOf({ workspaceId, definitionId }: Writer, weight: number): string {
  const shared = Number.parseInt(definitionId.slice(-2), 16) % LANES
  return `${workspaceId} ${weight > SMALL ? definitionId : shared}`
}

/** No request was granted, so nothing is to be committed: positions that were taken are given back by the rollback. */
class Ungranted extends Error {
  readonly verdicts: Verdict[]

  constructor(verdicts: Verdict[]) {
    super('no request was granted')
    this.verdicts = verdicts
  }
}

function verdictsOf(error: unknown): Verdict[] {
  if (error instanceof Ungranted) return error.verdicts
  throw error
}

const weigh = ({ effect }: PlannedWrite): number => ('rows' in effect ? effect.rows.length : 1)

/** Collects what a batch of requests writes, so that each table is written once. */
class Batch {
  readonly #admission: Admission
  readonly #rows: NewRow[] = []
  readonly #receipts: NewReceipt[] = []
  readonly #runs: BatchRun[] = []
  readonly #added = new Map<string, number>()
  /** One event for everything that a key added to its board. */
  readonly #events = new Map<string, { writer: Writer; runs: [number, number][] }>()

  constructor(admission: Admission) {
    this.#admission = admission
  }

  judge({ writer, version, effect }: PlannedWrite): Verdict {
    const current = this.#admission.version(writer)
    if (current === undefined) return { kind: 'gone' }
    // This applies to a refusal too: what an older definition forbade may be allowed now.
    if (current !== version) return { kind: 'stale' }
    const decision = this.#admission.decide(writer.keyId)
    if (!decision.granted) {
      return { kind: 'limited', rate: decision.rate, retryAfter: decision.retryAfter }
    }
    const rows =
      'rows' in effect ? this.#addRows(writer, effect.rows) : this.#refuse(writer, effect)
    return { kind: 'done', rate: decision.rate, now: this.#admission.now, rows }
  }

  #addRows(writer: KeyWriter, plans: RowPlan[]): { id: string; position: number }[] {
    const { definitionId, keyId, sender, by: createdBy } = writer
    const added = this.#added.get(definitionId) ?? 0
    const first = this.#admission.nextPosition(definitionId) + added
    this.#added.set(definitionId, added + plans.length)
    const importRunId = plans.length > 1 ? newId() : undefined
    const rows = plans.map(({ cells }, i) => ({
      id: newId(),
      definitionId,
      position: first + i,
      source: sourceOf(writer),
      cells,
      createdBy,
      importRunId,
    }))
    this.#rows.push(...rows)
    if (importRunId) {
      const made = rows.map(({ id }) => id)
      const run = {
        id: importRunId,
        definitionId,
        createdBy,
        total: made.length,
        made,
        updated: [],
      }
      this.#runs.push({ ...run, firstPosition: first })
    }
    this.#receipts.push({
      id: newId(),
      definitionId,
      sender,
      outcome: 'created',
      rowCount: rows.length,
      firstPosition: first,
      details: detailsOf(plans),
    })
    const event = this.#events.get(keyId) ?? { writer, runs: [] }
    const last = event.runs.at(-1)
    if (last && last[0] + last[1] === first) last[1] += rows.length
    else event.runs.push([first, rows.length])
    this.#events.set(keyId, event)
    return rows
  }

  #refuse(writer: Writer, effect: { refused: ReceiptDetails; rowCount: number }): [] {
    this.#receipts.push({
      id: newId(),
      definitionId: writer.definitionId,
      sender: writer.sender,
      outcome: 'refused',
      rowCount: effect.rowCount,
      firstPosition: null,
      details: effect.refused,
    })
    return []
  }

  save(tx: Tx, workspaceId: string): void {
    if (this.#rows.length > 0) {
      storeRows(tx, workspaceId, this.#rows)
      appendEvents(
        tx,
        [...this.#events.values()].map(({ writer, runs }) => rowsCreated(writer, runs)),
      )
    }
    settleCounters(tx, this.#added, this.#admission.taken)
    recordBatches(tx, this.#runs)
    insertReceipts(tx, this.#receipts)
    this.#admission.save()
  }
}

/** @param runs the new rows by position: the first of each run, and how many follow from it. */
const rowsCreated = (
  { by, family, definitionId }: Writer,
  runs: readonly (readonly [number, number])[],
) => ({
  type: 'rows.created' as const,
  actor: by,
  subject: `${family}:${definitionId}`,
  data: { runs },
})
