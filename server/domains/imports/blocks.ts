import { atLeast } from '../../../shared/roles.ts'
import type { UserActor } from '../../platform/actor.ts'
import type { Database, Tx } from '../../platform/database/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { CellContext } from '../records/cells/column.ts'
import {
  type Column,
  type DefinitionView,
  viewOf,
} from '../records/definitions/definition.rules.ts'
import { lockDefinition } from '../records/definitions/locate.ts'
import type { ImportPlan } from '../records/rows/imported-rows.rules.ts'
import { type ImportOutcome, writeImport } from '../records/rows/imported-rows.ts'
import { referringCells } from '../records/rows/references.ts'
import { contextOf } from '../records/rows/row-writes.ts'
import { findActor } from '../workspaces/seats/seats.ts'
import { type Line, lineOf, textOf } from './lines.rules.ts'
import { planLines, sentOf } from './plans.ts'
import type { FileRecord } from './records.ts'
import { insertFailures, insertResults } from './runs.sql.ts'
import { advanceRun, type ClaimedRun, holdRun } from './work.sql.ts'

/** A worker without progress for this long has died, and another can take its run. Far longer than a block takes. */
export const LEASE_SECONDS = 60

/** The run now belongs to another worker, or has ended. */
export class LostRun extends Error {}
/** The run cannot continue; the message says why. */
export class BrokenRun extends Error {}

/** What a block is planned with. */
interface Basis {
  view: DefinitionView
  context: CellContext
  /** By place in the file; null if that column of the file is not imported. */
  columns: (Column | null)[]
  matchOn: Column | undefined
}

interface PlannedBlock {
  records: readonly FileRecord[]
  basis: Basis
  lines: Line[]
  plan: ImportPlan
  context: CellContext
}

/** Writes a run's blocks, each in one transaction together with the run's progress. */
export class BlockWriter {
  readonly #db: Database
  readonly #workspaceId: string
  readonly #run: ClaimedRun
  readonly #token: string
  #basis: Basis | undefined
  #linesDone: number
  #blocks: number

  constructor(db: Database, workspaceId: string, run: ClaimedRun, token: string) {
    this.#db = db
    this.#workspaceId = workspaceId
    this.#run = run
    this.#token = token
    this.#linesDone = run.linesDone
    this.#blocks = run.blocks
  }

  /** Plans a block with the definition as it was last read; `write` checks whether it has changed. */
  async plan(records: readonly FileRecord[]): Promise<PlannedBlock> {
    this.#basis ??= await this.#within((tx) => this.#readBasis(tx))
    return this.#planOn(this.#basis, records)
  }

  async #planOn(basis: Basis, records: readonly FileRecord[]): Promise<PlannedBlock> {
    const ragged = this.#run.file.format === 'xlsx'
    const lines = records.map((record) => lineOf(record, basis.columns, ragged))
    const context = await this.#contextOf(basis, lines)
    const plan = await planLines(basis.view, context, lines, basis.matchOn)
    return { records, basis, lines, plan, context }
  }

  /** The basis's context, with the rows and files that the lines name. */
  #contextOf({ view, context }: Basis, lines: readonly Line[]): Promise<CellContext> | CellContext {
    const sent = sentOf(lines)
    if (referringCells(view.definition, sent).length === 0) return context
    return this.#within((tx) => contextOf(tx, view.definition, sent, view.actor))
  }

  /** @throws LostRun, BrokenRun; then nothing of the block is written. */
  async write(planned: PlannedBlock): Promise<void> {
    const outcome = await this.#within(async (tx) => {
      const run = { id: this.#run.id, token: this.#token, linesDone: this.#linesDone }
      const [basis, isHeld] = await Promise.all([this.#readBasis(tx), holdRun(tx, run)])
      if (!isHeld) throw new LostRun()
      this.#basis = basis
      const isGood = basis === planned.basis
      return this.#save(tx, isGood ? planned : await this.#planOn(basis, planned.records))
    })
    this.#linesDone += planned.records.length
    if (outcome.created.length + outcome.updated.length > 0) this.#blocks++
  }

  async #save(
    tx: Tx,
    { records, basis, lines, plan: planned, context }: PlannedBlock,
  ): Promise<ImportOutcome> {
    const { id: runId, createdBy: by } = this.#run
    const { view, matchOn } = basis
    // Writing adds faults to a copy: if the transaction is repeated, it starts with the plan's own faults.
    const plan = { ...planned, faults: planned.faults.map((faults) => [...faults]) }
    const block = { plan, lines: lines.map(({ line }) => line), matchOn }
    const outcome = await writeImport(tx, view, context, block, { by, runId })
    const { created, updated } = outcome
    if (created.length + updated.length > 0) {
      insertResults(tx, runId, [{ block: this.#blocks, stamped: created, others: updated }])
    }
    const failures = records.flatMap(({ line, values }, at) =>
      plan.faults[at]!.length === 0
        ? []
        : [{ line, texts: values.map(keptText), errors: plan.faults[at]! }],
    )
    if (failures.length > 0) insertFailures(tx, runId, failures)
    const progress = {
      lines: records.length,
      imported: outcome.imported,
      failed: failures.length,
      results: created.length + updated.length,
      created: created.length,
      firstPosition: outcome.firstPosition,
      lastPosition: outcome.lastPosition,
    }
    advanceRun(tx, runId, progress, LEASE_SECONDS)
    return outcome
  }

  #within<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#db.withWorkspace({ workspaceId: this.#workspaceId }, fn)
  }

  /** Reads the definition and the seat as they are now. */
  async #readBasis(tx: Tx): Promise<Basis> {
    const { definitionId, actorUserId, file } = this.#run
    const seat = findActor(tx, actorUserId)
    const definition = await lockDefinition(tx, definitionId).catch((error) => {
      const isGone = error instanceof Refusal && error.code === 'not_found'
      throw isGone ? new BrokenRun('The board or page was deleted.') : error
    })
    const actor = await seat
    refuseActor(actor)
    const known = this.#basis?.view
    if (known?.definition.version === definition.version && isAlike(known.actor, actor)) {
      return this.#basis!
    }
    const view = viewOf(definition, actor)
    const byId = new Map(view.columns.map((column) => [column.id, column]))
    const columns = file.columns.map((id) => {
      if (id === null) return null
      const column = byId.get(id)
      if (column && !column.readOnly && view.mayWrite(column)) return column
      throw new BrokenRun(
        column
          ? `The person importing can no longer edit the column ${column.key}.`
          : 'A mapped column was deleted, or the person importing can no longer see it.',
      )
    })
    const matchOn = file.matchOn === null ? undefined : byId.get(file.matchOn)
    return { view, columns, matchOn, context: await contextOf(tx, definition) }
  }
}

function refuseActor(actor: UserActor | undefined): asserts actor is UserActor {
  if (!actor) throw new BrokenRun('The person importing no longer has an active seat here.')
  if (!atLeast(actor.role, 'member')) {
    throw new BrokenRun('The person importing can no longer write rows.')
  }
}

const isAlike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A text with U+FFFD for what PostgreSQL cannot hold. */
const keptText = (value: Parameters<typeof textOf>[0]): string =>
  textOf(value).replaceAll('\0', '\ufffd').toWellFormed()
