import { hash } from 'node:crypto'
import { inputOf } from '../../../../shared/column-types.ts'
import { keyActor, SYSTEM } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import { mark, rollBackToMark, type Tx } from '../../../platform/database/tx.ts'
import { announceWork, findDueWork, settleWork } from '../../../platform/jobs/due-work.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import { convertCell } from '../cells/convert.ts'
import type { Column, Definition, StoredCells } from '../definitions/definition.rules.ts'
import { findDefinition, lockCounter } from '../definitions/definitions.sql.ts'
import { boardMarks } from '../links/links.sql.ts'
import { linksToItself } from './row-changes.rules.ts'
import { changeRows, type RowChange } from './row-changes.ts'
import { contextOf } from './row-context.ts'
import { listRowsByIds, type RowRecord } from './rows.sql.ts'
import { besideSlot, joined, keptNames, unresolvedIn } from './unresolved.rules.ts'
import * as sql from './unresolved.sql.ts'
import { UNRESOLVED } from './unresolved.ts'

const AGAIN_MS = 2_000
const MOST_AT_ONCE = 500

/**
 * Has all names of a workspace looked up again, now and then. The mark of a board stays the same when an edit gives a row a
 * value, and while another transaction has not committed yet.
 */
export async function sweepUnresolved(tx: Tx): Promise<void> {
  if (await sql.outdateAll(tx)) announceWork(tx, UNRESOLVED)
}

/**
 * One turn of the background work: fills cells whose names lead somewhere by now.
 *
 * @returns whether there is more to do right away.
 */
export async function workOnUnresolved(db: Database, signal: AbortSignal): Promise<boolean> {
  let busy = false
  for (const due of await findDueWork(db, UNRESOLVED)) {
    const scope = { workspaceId: due.workspaceId }
    const columns = await db.withWorkspace(scope, sql.listUnresolvedColumns)
    let more = false
    for (const { definitionId, columnIds } of columns) {
      if (signal.aborted) return false
      more ||= await db.withWorkspace(scope, (tx) => resolveSome(tx, definitionId, columnIds))
    }
    await db.withWorkspace(scope, async (tx) =>
      settleWork(tx, UNRESOLVED, due, columns.length > 0 ? (more ? 0 : AGAIN_MS) : null),
    )
    busy ||= more
  }
  return busy
}

async function resolveSome(
  tx: Tx,
  definitionId: string,
  columnIds: readonly string[],
): Promise<boolean> {
  const marks = await marksOf(tx, definitionId, columnIds)
  if ((await sql.listOutdated(tx, marks, 1)).length === 0) return false
  await lockCounter(tx, definitionId)
  const definition = await findDefinition(tx, definitionId)
  if (!definition) return false
  const cells = await sql.listOutdated(tx, marks, MOST_AT_ONCE)
  const ids = [...new Set(cells.map(({ rowId }) => rowId))]
  const rows = await listRowsByIds(tx, definitionId, ids)
  const columns = definition.columns.filter(({ id }) => columnIds.includes(id))
  const changes = await changesOf(tx, definition, columns, rows)
  sql.noteLookedUp(tx, marks, cells)
  await fill(tx, definition, changes)
  return cells.length === MOST_AT_ONCE
}

/** What changes whenever the rows or people that the columns may name change, by the columns' ids. */
async function marksOf(
  tx: Tx,
  definitionId: string,
  columnIds: readonly string[],
): Promise<Record<string, string>> {
  const definition = await findDefinition(tx, definitionId)
  const columns = definition?.columns.filter(({ id }) => columnIds.includes(id)) ?? []
  const boards = columns.flatMap(({ settings }) => settings.definitionId ?? [])
  const found = await boardMarks(tx, [...new Set(boards)])
  const people = columns.some(({ type }) => inputOf(type) === 'person')
    ? hash('sha256', JSON.stringify(await listPeople(tx)))
    : ''
  return Object.fromEntries(
    columns.flatMap(({ id, type, settings }) => {
      const ofColumn = inputOf(type) === 'person' ? people : found.get(settings.definitionId ?? '')
      return ofColumn === undefined ? [] : [[id, ofColumn]]
    }),
  )
}

/** The rows with those of their names that lead somewhere now. They are looked up as a key would, so no key sees more. */
async function changesOf(
  tx: Tx,
  definition: Definition,
  columns: readonly Column[],
  rows: readonly RowRecord[],
): Promise<RowChange[]> {
  const { workspaceId, id: definitionId, kind: family } = definition
  const actor = keyActor({ workspaceId, keyId: '', definitionId, family, scopes: [] })
  const open = rows.map((row) => ({
    row,
    asked: columns.filter((column) => besideSlot(column.slot) in row.cells),
  }))
  const sent = open.map(({ row, asked }) =>
    Object.fromEntries(asked.map((column) => [column.id, unresolvedIn(row.cells, column)])),
  )
  const context = await contextOf(tx, definition, { sent, actor })
  return open.flatMap(({ row, asked }) => {
    const after: StoredCells = { ...row.cells }
    for (const column of asked) {
      const { slot } = column
      const names = unresolvedIn(row.cells, column)
      const value = inputOf(column.type) === 'person' ? names[0] : names
      const conversion = convertCell(column, value, context)
      if (conversion.kind === 'empty' || conversion.kind === 'refused') continue
      if (conversion.value !== undefined) after[slot] = joined(after[slot], conversion.value)
      if (conversion.kind === 'stored') delete after[besideSlot(slot)]
      else after[besideSlot(slot)] = keptNames(conversion.names)
    }
    if (linksToItself(definition, row.id, after, 0).length > 0) return []
    return [{ id: row.id, version: row.version, before: row.cells, after }]
  })
}

/** Stores changes, without those that would give a row a unique value of another. */
async function fill(tx: Tx, definition: Definition, changes: readonly RowChange[]): Promise<void> {
  for (let left = changes; left.length > 0; ) {
    mark(tx)
    const { twins } = await changeRows(tx, definition, left, { by: SYSTEM, action: 'updated' })
    if (twins.length === 0) return
    rollBackToMark(tx)
    const lost = new Set(twins.map(({ index }) => index))
    left = left.filter((_, at) => !lost.has(at))
  }
}
