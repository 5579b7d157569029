import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { restMs } from '../../../platform/http/courtesy.ts'
import { newId } from '../../../platform/ids.ts'
import { Lanes } from '../../../platform/jobs/lanes.ts'
import { Memory } from '../../../platform/sharing/memory.ts'
import { appendEvents } from '../../events/events.ts'
import type { RowPlan } from '../../records/rows/rows.rules.ts'
import { type BatchRun, recordBatches } from '../../records/rows/runs.ts'
import {
  insertLine,
  lineOf,
  type NewRow,
  type RowLine,
  settleCounters,
  storeRows,
} from '../../records/rows/stored-rows.ts'
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
  /** The ids of the new rows, which have consecutive positions from `first`. */
  | { kind: 'done'; rate: Rate; now: Date; ids: readonly string[]; first: number }

const MAX_ROWS = 1000
const MAX_WAITING_ROWS = 20_000
/** For the small requests of a workspace: while one lane waits for the disk, the others collect requests. */
const LANES = 3
/** A larger request gains nothing from sharing a commit, so it has a lane for its board alone. */
const SMALL = 50

/** A planned request whose rows have their ids. */
export interface Write extends PlannedWrite {
  ids: readonly string[]
  /** The run that several rows are. */
  runId: string | undefined
  /** The rows of a large request. */
  line?: RowLine
}

export interface QuickWriteOptions {
  db: Database
  writesPerMinute: number
  maxWaitMs?: number | undefined
  /** Whether large requests of a workspace should leave time to another one. */
  othersAtWork: (workspaceId: string) => boolean
}

/**
 * Writes the simple requests, which are most of them: new rows without unique values, own ids or an
 * Idempotency-Key. Requests that arrive while a commit is under way share the next one, so a busy board is
 * no slower than fifty quiet ones. A request is answered only after its commit.
 */
export class QuickWrites {
  readonly #db: Database
  readonly #limit: number
  readonly #othersAtWork: QuickWriteOptions['othersAtWork']
  readonly #small: Lanes<Write, Verdict>
  readonly #large: Lanes<Write, Verdict>
  /** Keys that were refused something a moment ago. */
  readonly #refused = new Memory<true>({ most: 1000, forMs: 10_000 })

  constructor({ db, writesPerMinute, maxWaitMs, othersAtWork }: QuickWriteOptions) {
    this.#db = db
    this.#limit = writesPerMinute
    this.#othersAtWork = othersAtWork
    const lane = { weigh, maxWeight: MAX_ROWS, maxWaiting: MAX_WAITING_ROWS, maxWaitMs }
    const small = { ...lane, work: (writes: Write[]) => this.#write(writes) }
    const large = {
      ...lane,
      work: (writes: Write[], goOn: () => void) => this.#writeAhead(writes, goOn),
      restMs: ([write]: readonly Write[], tookMs: number) =>
        othersAtWork(write!.writer.workspaceId) ? restMs(tookMs) : 0,
    }
    this.#small = new Lanes(() => small)
    this.#large = new Lanes(() => large)
  }

  /** @throws Refusal overloaded if so many rows would not be taken, before anybody plans them. */
  requireRoom(writer: Writer, rows: number): void {
    if (rows > SMALL) this.#large.requireRoom(boardOf(writer), rows)
    else this.#small.requireRoom(shareOf(writer), rows)
  }

  submit(write: Write): Promise<Verdict> {
    return write.line
      ? this.#large.submit(boardOf(write.writer), write)
      : this.#small.submit(shareOf(write.writer), write)
  }

  /** Writes what one lane collected, which is all of one workspace. */
  #write(writes: readonly Write[]): Promise<Verdict[]> {
    const { workspaceId } = writes[0]!.writer
    return this.#db
      .withWorkspace({ workspaceId }, async (tx) => {
        const batch = new Batch(await this.#admit(tx, writes))
        const verdicts = writes.map((write) => batch.judge(write))
        // Nothing is to be committed: positions that were taken are given back by the rollback.
        if (verdicts.every(({ kind }) => kind !== 'done')) throw new Ungranted(verdicts)
        batch.storeRows(tx, workspaceId)
        batch.save(tx)
        return verdicts
      })
      .catch(verdictsOf)
  }

  /**
   * The same for large requests of one board. Their rows go out behind the question whether they may, so that PostgreSQL
   * inserts them while this process decides; and the next batch goes out behind the decision, so that it waits there for this
   * one's commit, unless another workspace is at work, which this one leaves time. If not all requests are granted, everything
   * is rolled back, and judged again before any rows go out.
   */
  async #writeAhead(writes: readonly Write[], goOn: () => void): Promise<Verdict[]> {
    const { workspaceId } = writes[0]!.writer
    if (writes.some(({ writer }) => this.#refused.get(writer.keyId))) return this.#write(writes)
    try {
      return await this.#db.withWorkspace({ workspaceId }, async (tx) => {
        const [admission] = await Promise.all([this.#admit(tx, writes), sendRows(tx, writes)])
        const batch = new Batch(admission)
        const verdicts = writes.map((write) => batch.judge(write))
        if (verdicts.some(({ kind }) => kind !== 'done')) throw new Ungranted(verdicts)
        batch.save(tx)
        if (!this.#othersAtWork(workspaceId)) goOn()
        return verdicts
      })
    } catch (error) {
      verdictsOf(error).forEach(({ kind }, i) => {
        if (kind !== 'done') this.#refused.keep(writes[i]!.writer.keyId, true)
      })
      return this.#write(writes)
    }
  }

  #admit(tx: Tx, writes: readonly Write[]): Promise<Admission> {
    const rows = new Map<string, number>()
    for (const { writer, effect, ids } of writes) {
      if (!('rows' in effect)) continue
      rows.set(writer.definitionId, (rows.get(writer.definitionId) ?? 0) + ids.length)
    }
    const keys = writes.map(({ writer }) => writer)
    return admit(tx, 'write', this.#limit, keys, rows)
  }
}

/** Sends the rows of large requests behind what the transaction was asked so far, which takes the positions for all of them. */
function sendRows(tx: Tx, writes: readonly Write[]): void {
  tx.send()
  let behind = writes.reduce((sum, { ids }) => sum + ids.length, 0)
  for (const { writer, line, ids } of writes) {
    insertLine(tx, writer.workspaceId, line!, { behind })
    behind -= ids.length
  }
  tx.send()
}

const boardOf = ({ workspaceId, definitionId }: Writer): string => `${workspaceId} ${definitionId}`

const shareOf = ({ workspaceId, definitionId }: Writer): string =>
  `${workspaceId} ${Number.parseInt(definitionId.slice(-2), 16) % LANES}`

/** Makes ids, and the text of many rows, before a transaction is open: others wait for that. */
export function withIds(planned: PlannedWrite): Write {
  const plans = 'rows' in planned.effect ? planned.effect.rows : []
  const ids = plans.map(() => newId())
  const write: Write = { ...planned, ids, runId: ids.length > 1 ? newId() : undefined }
  if (ids.length > SMALL) write.line = lineOf(rowsOf(write, plans))
  return write
}

const rowsOf = ({ writer, ids, runId }: Write, plans: readonly RowPlan[]) =>
  plans.map(({ cells }, i) => ({
    id: ids[i]!,
    definitionId: writer.definitionId,
    source: sourceOf(writer),
    cells,
    createdBy: writer.by,
    importRunId: runId,
  }))

/** The transaction is to be rolled back, because not everything is granted. */
class Ungranted extends Error {
  readonly verdicts: Verdict[]

  constructor(verdicts: Verdict[]) {
    super('not everything is granted')
    this.verdicts = verdicts
  }
}

function verdictsOf(error: unknown): Verdict[] {
  if (error instanceof Ungranted) return error.verdicts
  throw error
}

const weigh = ({ ids }: Write): number => Math.max(1, ids.length)

/** Collects what a batch of requests writes, so that each table is written once. */
class Batch {
  readonly #admission: Admission
  readonly #rows: NewRow[] = []
  readonly #lines: { line: RowLine; position: number }[] = []
  readonly #receipts: NewReceipt[] = []
  readonly #runs: BatchRun[] = []
  readonly #added = new Map<string, number>()
  /** One event for everything that a key added to its board. */
  readonly #events = new Map<string, { writer: Writer; runs: [number, number][] }>()

  constructor(admission: Admission) {
    this.#admission = admission
  }

  judge(write: Write): Verdict {
    const { writer, version, effect, ids } = write
    const current = this.#admission.version(writer)
    if (current === undefined) return { kind: 'gone' }
    // This applies to a refusal too: what an older definition forbade may be allowed now.
    if (current !== version) return { kind: 'stale' }
    const decision = this.#admission.decide(writer.keyId)
    const { rate } = decision
    if (!decision.granted) return { kind: 'limited', rate, retryAfter: decision.retryAfter }
    const first = 'rows' in effect ? this.#add(write, effect.rows) : this.#refuse(writer, effect)
    return { kind: 'done', rate, now: this.#admission.now, ids, first }
  }

  /** @returns the position of the first row */
  #add(write: Write, plans: readonly RowPlan[]): number {
    const { writer, ids, runId, line } = write
    const { definitionId, keyId, sender, by: createdBy } = writer
    const count = ids.length
    const added = this.#added.get(definitionId) ?? 0
    const first = this.#admission.nextPosition(definitionId) + added
    this.#added.set(definitionId, added + count)
    if (line) this.#lines.push({ line, position: first })
    else {
      const rows = rowsOf(write, plans).map((row, i) => ({ ...row, position: first + i }))
      this.#rows.push(...rows)
    }
    if (runId) {
      const run = { id: runId, definitionId, createdBy, total: count, made: count }
      this.#runs.push({ ...run, firstPosition: first })
    }
    this.#receipts.push({
      id: newId(),
      definitionId,
      sender,
      outcome: 'created',
      rowCount: count,
      firstPosition: first,
      details: detailsOf(plans),
    })
    const event = this.#events.get(keyId) ?? { writer, runs: [] }
    const last = event.runs.at(-1)
    if (last && last[0] + last[1] === first) last[1] += count
    else event.runs.push([first, count])
    this.#events.set(keyId, event)
    return first
  }

  #refuse(writer: Writer, effect: { refused: ReceiptDetails; rowCount: number }): 0 {
    this.#receipts.push({
      id: newId(),
      definitionId: writer.definitionId,
      sender: writer.sender,
      outcome: 'refused',
      rowCount: effect.rowCount,
      firstPosition: null,
      details: effect.refused,
    })
    return 0
  }

  storeRows(tx: Tx, workspaceId: string): void {
    for (const { line, position } of this.#lines) insertLine(tx, workspaceId, line, { position })
    if (this.#rows.length > 0) storeRows(tx, workspaceId, this.#rows)
  }

  /** Saves everything but the rows. */
  save(tx: Tx): void {
    if (this.#events.size > 0) {
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
