import { inputOf } from '../../../../shared/column-types.ts'
import { bareNumber } from '../../../../shared/phone-extension.ts'
import { comparable } from '../../../../shared/visible-text.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { CellContext } from '../cells/column.ts'
import type { Column, DefinitionView, StoredCells } from '../definitions/definition.rules.ts'
import { uniqueHash } from '../uniques/uniques.rules.ts'
import { holdersOfUniques } from '../uniques/uniques.sql.ts'
import {
  acceptNewOptions,
  claimOf,
  decideImport,
  type Entry,
  type Found,
  type ImportPlan,
  importFault,
  type Memory,
  matchOf,
  refuseDangling,
  storedEntry,
} from './imported-rows.rules.ts'
import * as sql from './imported-rows.sql.ts'
import { addLinkedRows } from './linked-rows.ts'
import { ownIdColumn, ownIdIn } from './own-id-column.rules.ts'
import { claimOwnIds, findOwnIds } from './own-ids.ts'
import { linksToItself } from './row-changes.rules.ts'
import { changeRows } from './row-changes.ts'
import type { RowContext } from './row-context.ts'
import { addRows, type PlannedRow } from './row-creation.ts'
import type { RowPlan } from './rows.rules.ts'

/** Rows of a file to write together. */
export interface ImportBlock {
  plan: ImportPlan
  /** The line of the file where each row begins. */
  lines: readonly number[]
  matchOn: Column | undefined
  /** The ids that the rows get if they are new, if they can link to each other. */
  ids?: readonly string[] | undefined
}

export interface ImportOutcome {
  /** Ids of rows that were made, and of those that were changed and that no earlier block had made or changed. */
  created: string[]
  updated: string[]
  /** The positions of the first and last new row. */
  firstPosition: number | null
  lastPosition: number | null
  /** How many rows of the file were accepted. */
  imported: number
  /** The rows that links made on other boards, by the boards' ids. */
  linked: ReadonlyMap<string, readonly { position: number }[]>
}

/**
 * Writes rows of a file; the plan's faults then say which were refused, and why. The caller holds the definition's lock
 * and made the plan with this view.
 */
export async function writeImport(
  tx: Tx,
  view: DefinitionView,
  context: RowContext,
  block: ImportBlock,
  { by, runId }: { by: string; runId: string },
): Promise<ImportOutcome> {
  const { definition } = view
  const { plan, matchOn } = block
  let entries: readonly (Entry & PlannedRow)[] = await entriesOf(tx, view, block, runId)
  const accepted = acceptNewOptions(view, context, plan, matchOn !== undefined)
  if (accepted.rows) {
    const spelled = respelled(plan, accepted.rows)
    for (const entry of entries) spell(entry, spelled)
  }
  // Leaves out rows that were refused for the options that they add.
  entries = withoutFaults(view, entries, block).map(storedEntry)
  const made = entries.filter(({ found }) => !found)
  const changes = entries.flatMap(({ found, cells, rows }) => {
    if (!found) return []
    const { id, version, before } = found
    return [{ id, version, before, after: cells, index: rows[0]! }]
  })
  const creation = { by, source: 'import' as const, importRunId: runId }
  const planned = { rows: made, newOptions: accepted.newOptions }
  const linked = await addLinkedRows(tx, definition, context.drafts, entries, creation, true)
  const { rows: created, twins: lost } = await addRows(tx, definition, planned, creation)
  if (lost.length > 0)
    throw new Error(`a row of an import lost a unique value: ${lost[0]!.message}`)
  const claims = made.flatMap(({ externalId }, at) =>
    externalId === undefined ? [] : [{ externalId, rowId: created[at]!.id }],
  )
  if (claims.length > 0) claimOwnIds(tx, definition.id, claims)
  const before = changes.map(({ id }) => id)
  const again = new Set(before.length > 0 ? await sql.listChangedBy(tx, before, runId) : [])
  const { changed, twins } = await changeRows(tx, definition, changes, {
    by,
    action: 'imported',
    runId,
  })
  if (twins.length > 0)
    throw new Error(`a change of an import lost a unique value: ${twins[0]!.message}`)
  const stamped = new Set(entries.flatMap(({ found }) => (found?.stamped ? found.id : [])))
  return {
    created: created.map(({ id }) => id),
    updated: changed.filter((id) => !stamped.has(id) && !again.has(id)),
    firstPosition: created[0]?.position ?? null,
    lastPosition: created.at(-1)?.position ?? null,
    imported: entries.reduce((sum, { rows }) => sum + rows.length, 0),
    linked,
  }
}

/**
 * Says what `writeImport` would do, but writes nothing.
 *
 * @param memory what earlier blocks would have stored.
 */
export async function judgeImport(
  tx: Tx,
  view: DefinitionView,
  context: CellContext,
  block: ImportBlock,
  memory: Memory,
): Promise<{ imported: number; updated: number }> {
  const before = new Set(memory.matches)
  const entries = await entriesOf(tx, view, block, undefined, memory)
  acceptNewOptions(view, context, block.plan, block.matchOn !== undefined)
  const kept = withoutFaults(view, entries, block)
  forget(block, memory, before)
  let updated = 0
  for (const { found, rows } of kept) {
    const match = block.matchOn && matchOf(block.matchOn, block.plan.rows[rows[0]!]!)
    const isOld = found !== undefined || (match !== undefined && before.has(match))
    updated += isOld ? rows.length : rows.length - 1
  }
  return { imported: kept.reduce((sum, { rows }) => sum + rows.length, 0), updated }
}

async function entriesOf(
  tx: Tx,
  view: DefinitionView,
  block: ImportBlock,
  runId: string | undefined,
  memory?: Memory,
): Promise<readonly Entry[]> {
  const { plan, lines, matchOn, ids } = block
  const accepted = plan.rows.filter((_, at) => plan.faults[at]!.length === 0)
  const all = accepted.flatMap((row) => row.uniques)
  const uniques = all.filter(({ column }) => column !== ownIdColumn)
  const ownIds = await holdersOfOwnIds(tx, view, accepted)
  const [found, others] = await Promise.all([
    matchOn ? findMatches(tx, view, matchOn, accepted, ownIds, runId) : new Map<string, Found[]>(),
    uniques.length > 0
      ? holdersOfUniques(
          tx,
          uniques.map(({ column, hash }) => ({ columnId: column.id, hash })),
        )
      : new Map<string, string>(),
  ])
  const taken = new Map([...others, ...ownIds.map(({ claim, rowId }) => [claim, rowId] as const)])
  const known = { found, taken, lines, ids, memory }
  const entries = decideImport(view, plan, matchOn, known)
  for (const { id, cells, rows } of entries) {
    for (const at of id === undefined ? [] : rows) {
      const circles = linksToItself(view.definition, id!, cells, at)
      plan.faults[at]!.push(...circles.map((error) => importFault(view, error)))
    }
  }
  return ids ? withoutFaults(view, entries, block) : entries
}

/** The rows of the page that have the own ids of planned rows. Rows in the trash give them up. */
async function holdersOfOwnIds(
  tx: Tx,
  { definition }: DefinitionView,
  rows: readonly RowPlan[],
): Promise<{ claim: string; externalId: string; rowId: string }[]> {
  const ownIds = [...new Set(rows.flatMap(({ cells }) => ownIdIn(cells) ?? []))]
  if (ownIds.length === 0) return []
  const holders = await findOwnIds(tx, definition.id, ownIds)
  return holders
    .filter(({ trashed }) => !trashed)
    .map(({ externalId, rowId }) => ({
      externalId,
      rowId,
      claim: claimOf(ownIdColumn, uniqueHash(ownIdColumn, externalId)),
    }))
}

async function findMatches(
  tx: Tx,
  { definition }: DefinitionView,
  column: Column,
  rows: readonly RowPlan[],
  ownIds: readonly { externalId: string; rowId: string }[],
  runId: string | undefined,
): Promise<Map<string, Found[]>> {
  const found = new Map<string, Found[]>()
  const add = (cells: StoredCells, record: sql.MatchRecord) => {
    const match = matchOf(column, { cells })!
    const stamped = runId !== undefined && record.import_run_id === runId
    const { id, version, cells: before } = record
    const one = { id, version, before, stamped }
    found.set(match, [...(found.get(match) ?? []), one])
  }
  if (column === ownIdColumn) {
    const byRow = new Map(ownIds.map(({ rowId, externalId }) => [rowId, externalId]))
    const records = byRow.size === 0 ? [] : await sql.listRowsById(tx, [...byRow.keys()])
    for (const record of records) add({ [column.slot]: byRow.get(record.id)! }, record)
    return found
  }
  const hashes = [...new Set(rows.flatMap((row) => matchOf(column, row) ?? []))]
  if (hashes.length === 0) return found
  const values = new Set(
    rows.map(({ cells }) => cells[column.slot]).filter((value) => value !== undefined),
  )
  const numbers =
    inputOf(column.type) === 'phone' ? [...values].map((one) => bareNumber(String(one))) : []
  const records = column.unique
    ? await sql.listRowsByUnique(tx, column.id, hashes)
    : await sql.listRowsBySlot(
        tx,
        definition.id,
        column.slot,
        [...values].map((value) => (typeof value === 'string' ? comparable(value) : value)),
        numbers,
      )
  for (const record of records) add(record.cells, record)
  return found
}

/**
 * Entries whose rows of the file are all accepted. If one row of an entry is refused, so are its others, and those that
 * link to it.
 */
function withoutFaults(
  view: DefinitionView,
  entries: readonly Entry[],
  { plan, ids }: ImportBlock,
): readonly Entry[] {
  for (let kept = entries; ; ) {
    kept = withoutRefused(kept, plan)
    if (!ids || !refuseDangling(view, plan, kept, ids)) return kept
  }
}

function withoutRefused(entries: readonly Entry[], plan: ImportPlan): readonly Entry[] {
  if (plan.faults.every((faults) => faults.length === 0)) return entries
  return entries.filter(({ rows }) => {
    const fault = rows.map((at) => plan.faults[at]!).find((faults) => faults.length > 0)
    if (!fault) return true
    for (const at of rows) if (plan.faults[at]!.length === 0) plan.faults[at]!.push(...fault)
    return false
  })
}

/** Takes back what a dry run remembers of rows that were refused after all. */
function forget(
  { plan, lines, matchOn }: ImportBlock,
  memory: Memory,
  matchesBefore: ReadonlySet<string>,
): void {
  const isRefused = (at: number) => plan.faults[at]!.length > 0
  const accepted = plan.rows.filter((_, at) => !isRefused(at))
  const matches = new Set(accepted.map((row) => matchOn && matchOf(matchOn, row)))
  for (const [at, row] of plan.rows.entries()) {
    if (!isRefused(at)) continue
    for (const { column, hash } of row.uniques) {
      const claim = claimOf(column, hash)
      if (memory.uniques.get(claim) === lines[at]) memory.uniques.delete(claim)
    }
    memory.ownIds.delete(lines[at]!)
    const match = matchOn && matchOf(matchOn, row)
    if (match !== undefined && !matches.has(match) && !matchesBefore.has(match)) {
      memory.matches.delete(match)
    }
  }
}

/** The accepted rows with the labels spelled as they are without the refused rows, by place in the plan. */
function respelled(plan: ImportPlan, rows: readonly RowPlan[]): Map<number, RowPlan> {
  const places = plan.faults.flatMap((faults, at) => (faults.length === 0 ? [at] : []))
  return new Map(places.map((at, index) => [at, rows[index]!]))
}

function spell(entry: Entry, spelled: ReadonlyMap<number, RowPlan>): void {
  for (const at of entry.rows) Object.assign(entry.cells, spelled.get(at)?.cells)
}
