import { failed } from '../../../../contract/refusals/reasons.ts'
import { atLeast } from '../../../../shared/roles.ts'
import type { UserActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { FailedWork } from '../../../platform/failed-work.ts'
import { newId } from '../../../platform/ids.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { CellContext } from '../../records/cells/column.ts'
import { cellContext } from '../../records/definitions/cell-context.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { lockDefinition } from '../../records/definitions/locate.ts'
import { type ImportFault, isEarly } from '../../records/rows/imported-rows.rules.ts'
import { type ImportOutcome, writeImport } from '../../records/rows/imported-rows.ts'
import { confirmMarks, LinkMemory } from '../../records/rows/link-memory.ts'
import { viewWithOwnId } from '../../records/rows/own-id-column.rules.ts'
import { namesOwnRows } from '../../records/rows/references/sent.rules.ts'
import { contextOf, linkedFromMemory, type RowContext } from '../../records/rows/row-context.ts'
import { findActor } from '../../workspaces/seats/seats.ts'
import { corrected } from '../mapping/corrections.rules.ts'
import { contextIn, NO_TREATMENT } from '../mapping/treatments.rules.ts'
import { type Line, lineOf, type Target, targetsOf } from '../planning/lines.rules.ts'
import { type LinesPlan, MOST_MADE, makingOf, planLines, sentOf } from '../planning/plans.ts'
import { type FileRecord, textFor } from '../reading/file-values.rules.ts'
import { deleteFailures, insertFailures, insertResults, listFailures } from '../runs/runs.sql.ts'
import { advanceRun, type ClaimedRun, holdRun } from './work.sql.ts'

/** A worker without progress for this long has died, and another can take its run. Far longer than a block takes. */
export const LEASE_SECONDS = 60
const FAILURES_AT_ONCE = 1000

/** The run now belongs to another worker, or has ended. */
export class LostRun extends Error {}
/** The run cannot continue; the message says why. */
export class BrokenRun extends FailedWork {}

/** What a block is planned with. */
interface Basis {
  view: DefinitionView
  context: CellContext
  /** By place in the file; null if that column of the file is not imported. */
  targets: (Target | null)[]
  matchOn: Column | undefined
}

interface PlannedBlock {
  records: readonly FileRecord[]
  basis: Basis
  lines: Line[]
  plan: LinesPlan
  context: RowContext
  /** The ids that new rows get, if the lines name rows of their own board. */
  ids: string[] | undefined
}

/** Writes a run's blocks, each in one transaction together with the run's progress. */
export class BlockWriter {
  readonly #db: Database
  readonly #workspaceId: string
  readonly #run: ClaimedRun
  readonly #token: string
  readonly #linked = new LinkMemory()
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
    return this.#planOn(this.#basis, records, true)
  }

  /**
   * @param mayComeLater whether rows that the lines name may still be written.
   * @param tx looks linked rows up as they are now. Without one, they are taken as an earlier block has found them; `write`
   *   checks that.
   */
  async #planOn(
    basis: Basis,
    read: readonly FileRecord[],
    mayComeLater: boolean,
    tx?: Tx,
  ): Promise<PlannedBlock> {
    const { view, targets, matchOn } = basis
    const treatment = this.#run.treatment ?? NO_TREATMENT
    const { corrections } = treatment
    const records = read.map((record) => corrected(record, targets, corrections))
    const lines = records.map((record) => lineOf(record, targets, this.#run.file))
    const sent = sentOf(lines)
    const ids = namesOwnRows(view.definition, sent) ? lines.map(() => newId()) : undefined
    const making = ids && makingOf(ids, sent)
    const { definition, actor } = view
    const known = ids || tx ? undefined : linkedFromMemory(definition, sent, this.#linked)
    const rows = { sent, actor, making, mostMade: MOST_MADE, memory: this.#linked }
    const look = (on: Tx) => contextOf(on, definition, rows)
    const looked: RowContext = known
      ? { ...basis.context, ...known }
      : await (tx ? look(tx) : this.#within(look))
    const context = {
      ...contextIn(looked, treatment, view.columns),
      ofSheet: this.#run.file.format === 'xlsx',
    }
    const plan = await planLines(view, context, lines, targets, matchOn, mayComeLater)
    return { records, basis, lines, plan, context, ids }
  }

  /** @throws LostRun, BrokenRun; then nothing of the block is written. */
  async write(planned: PlannedBlock): Promise<void> {
    const outcome = await this.#within(async (tx) => {
      const basis = await this.#hold(tx)
      // The rows that the block before made, itself or by links, can be found only now that they are written.
      const { ids, context } = planned
      const isGood = basis === planned.basis && !ids && context.drafts.size === 0
      // In the meantime, linked rows may have gone to the trash.
      const block =
        isGood && (await confirmMarks(tx, context.marks))
          ? planned
          : await this.#planOn(basis, planned.records, true, tx)
      return this.#save(tx, block, false)
    })
    this.#linesDone += planned.records.length
    this.#count(outcome)
  }

  /**
   * Writes lines again that were refused because they name rows that came later in the file.
   *
   * @param isLast whether no more rows can come: then a link that leads nowhere is treated like any bad value.
   * @returns how many are now written.
   * @throws LostRun, BrokenRun; then nothing of them is written.
   */
  async writeAgain(records: readonly FileRecord[], isLast: boolean): Promise<number> {
    const outcome = await this.#within(async (tx) => {
      const basis = await this.#hold(tx)
      const block = await this.#planOn(basis, records, !isLast, tx)
      return this.#save(tx, block, true)
    })
    this.#count(outcome)
    return outcome.imported
  }

  /** The lines, by number, that were refused because they name rows that may have come later in the file. */
  async listEarly(): Promise<Set<number>> {
    const early = new Set<number>()
    const { view } = this.#basis ?? (await this.#within((tx) => this.#readBasis(tx)))
    for (let after = 0; ; ) {
      const failures = await this.#within((tx) =>
        listFailures(tx, { runId: this.#run.id, imported: false }, after, FAILURES_AT_ONCE),
      )
      if (failures.length === 0) return early
      after = failures.at(-1)!.line
      for (const { line, errors } of failures) if (isEarly(view, errors)) early.add(line)
    }
  }

  /** Locks the definition and the run. @throws LostRun, BrokenRun. */
  async #hold(tx: Tx): Promise<Basis> {
    const run = { id: this.#run.id, token: this.#token, linesDone: this.#linesDone }
    const [basis, isHeld] = await Promise.all([this.#readBasis(tx), holdRun(tx, run)])
    if (!isHeld) throw new LostRun()
    this.#basis = basis
    return basis
  }

  #count({ created, updated }: ImportOutcome): void {
    if (created.length + updated.length > 0) this.#blocks++
  }

  /** @param isAgain whether the lines are counted as read and refused already. */
  async #save(
    tx: Tx,
    { records, basis, lines, plan: planned, context, ids }: PlannedBlock,
    isAgain: boolean,
  ): Promise<ImportOutcome> {
    const { id: runId, createdBy: by } = this.#run
    const { view, matchOn } = basis
    // Writing adds faults to a copy: if the transaction is repeated, it starts with the plan's own faults.
    const plan = { ...planned, faults: planned.faults.map((faults) => [...faults]) }
    const block = { plan, lines: lines.map(({ line }) => line), matchOn, ids }
    // Then the locks of the boards where links make rows are held, and these rows alone change the boards' marks.
    const isRemembered = context.drafts.size > 0 && (await confirmMarks(tx, context.marks))
    const outcome = await writeImport(tx, view, context, block, { by, runId })
    if (isRemembered) await this.#linked.renew(tx)
    const { created, updated } = outcome
    if (created.length + updated.length > 0) {
      insertResults(tx, runId, [{ block: this.#blocks, stamped: created, others: updated }])
    }
    const failures = records.flatMap(({ line, values }, at) => {
      const imported = plan.faults[at]!.length === 0
      const errors = imported ? plan.left[at]! : plan.faults[at]!
      if (errors.length === 0) return []
      const texts = values.map((value, place) => keptText(basis.targets[place]?.column.type, value))
      return [{ line, texts, errors, imported }]
    })
    if (isAgain) deleteFailures(tx, runId, block.lines)
    if (failures.length > 0) insertFailures(tx, runId, failures)
    const cellsOf = (isCounted: (error: ImportFault) => boolean) =>
      failures.reduce(
        (sum, { imported, errors }) => sum + (imported ? errors.filter(isCounted).length : 0),
        0,
      )
    const failed = failures.filter(({ imported }) => !imported).length
    const linked = [...outcome.linked].map(([id, rows]) => ({ id, rows }))
    const progress = {
      lines: isAgain ? 0 : records.length,
      imported: outcome.imported,
      failed: failed - (isAgain ? records.length : 0),
      leftEmpty: cellsOf(() => true),
      kept: cellsOf(({ keptIn }) => keptIn !== undefined),
      results: created.length + updated.length,
      created: linked.reduce((sum, { rows }) => sum + rows.length, created.length),
      linked: Object.fromEntries(
        linked.map(({ id, rows }) => [id, [rows[0]!.position, rows.at(-1)!.position] as const]),
      ),
      firstPosition: outcome.firstPosition,
      lastPosition: outcome.lastPosition,
    }
    advanceRun(tx, runId, progress, LEASE_SECONDS)
    return outcome
  }

  #within<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    const { definitionIds } = this.#run
    const scope = { workspaceId: this.#workspaceId, ...(definitionIds && { definitionIds }) }
    return this.#db.withWorkspace(scope, fn)
  }

  /** Reads the definition and the seat as they are now. */
  async #readBasis(tx: Tx): Promise<Basis> {
    const { definitionId, actorUserId, file, treatment } = this.#run
    const [actor, definition] = await Promise.all([
      findActor(tx, actorUserId),
      lockDefinition(tx, definitionId).catch((error) => {
        const isGone = error instanceof Refusal && error.code === 'not_found'
        throw isGone ? new BrokenRun(failed('definition_deleted', {})) : error
      }),
    ])
    refuseActor(actor)
    const known = this.#basis?.view
    if (known?.definition.version === definition.version && isAlike(known.actor, actor)) {
      return this.#basis!
    }
    const view = viewWithOwnId(definition, actor)
    const byId = new Map(view.columns.map((column) => [column.id, column]))
    const columns = file.columns.map((id) => {
      if (id === null) return null
      const column = byId.get(id)
      if (column && !column.readOnly && view.mayWrite(column)) return column
      throw new BrokenRun(
        column ? failed('column_closed', { column: column.key }) : failed('column_gone', {}),
      )
    })
    for (const id of Object.values(treatment?.keep ?? {})) {
      const column = byId.get(id)
      if (!column || !view.mayWrite(column)) {
        throw new BrokenRun(failed('kept_column_gone', {}))
      }
    }
    const matchOn = file.matchOn === null ? undefined : byId.get(file.matchOn)
    const targets = targetsOf(columns, treatment ?? NO_TREATMENT, file.header)
    return { view, targets, matchOn, context: await cellContext(tx, definition) }
  }
}

function refuseActor(actor: UserActor | undefined): asserts actor is UserActor {
  if (!actor) throw new BrokenRun(failed('seat_ended', {}))
  if (!atLeast(actor.role, 'member')) {
    throw new BrokenRun(failed('role_too_low', {}))
  }
}

const isAlike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A text with U+FFFD for what PostgreSQL cannot hold. */
const keptText = (...value: Parameters<typeof textFor>): string =>
  textFor(...value)
    .replaceAll('\0', '\ufffd')
    .toWellFormed()
