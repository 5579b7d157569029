import type { Failure } from '../../../../../sdk/client.ts'
import { MOST_ROWS } from '../../../../../shared/limits.ts'
import { Refused } from '../../../../service/api.ts'
import { unresolvedIn } from '../../cells/unresolved.rules.ts'
import type { Row } from '../../list/types.ts'
import {
  byRow,
  type CellChange,
  type Conflict,
  cellsAfter,
  chunks,
  inConflict,
  placeOfIssue,
} from './changes.rules.ts'
import { nothing, type Outcome } from './outcomes.rules.ts'
import type { RowSource } from './row-source.ts'

/** How often a write is corrected and sent again before giving up. */
const MOST_TRIES = 8
/** How many rows are read at the same time. */
const READS_AT_ONCE = 8

type Rows = Map<string, Map<string, CellChange>>

/** Writes any number of cells. Cells that are refused or in conflict are left out and reported; the rest are written. */
export async function saveCells(
  source: RowSource,
  changes: readonly CellChange[],
  onProgress?: (done: number, of: number) => void,
): Promise<Outcome> {
  const outcome = nothing()
  const rows = [...byRow(changes)]
  let done = 0
  for (const part of chunks(rows, MOST_ROWS)) {
    await saveRows(source, new Map(part), outcome)
    done += part.length
    onProgress?.(done, rows.length)
  }
  return outcome
}

async function saveRows(source: RowSource, rows: Rows, outcome: Outcome): Promise<void> {
  const unread = await learnUnknown(source, rows)
  if (unread) return refuseAll(rows, unread, outcome)
  for (let tries = 0; rows.size > 0; tries++) {
    // An event about the write may come before its answer.
    const before = new Map([...rows.keys()].map((id) => [id, source.saved(id)]))
    const result = await source.insist(() => {
      // What others have changed by now may have come with an event.
      leaveTheirs(rows, overtaken(source, rows), outcome)
      return send(source, rows)
    })
    if (result.ok) {
      result.data.forEach((row, i) => {
        note(outcome, row, rows.get(row.id)!, result.receipts[i]!, before.get(row.id))
      })
      source.settle(result.data)
      return
    }
    const ids = [...rows.keys()]
    const mended = tries < MOST_TRIES && (await mend(source, rows, ids, result, outcome))
    if (!mended) return refuseAll(rows, result, outcome)
  }
}

/**
 * Reads rows that have left the list, such as those of an undo, so that none is written over unseen.
 *
 * @returns why one could not be read. A row that is gone is refused when it is written.
 */
async function learnUnknown(source: RowSource, rows: Rows): Promise<Failure | undefined> {
  const unknown = [...rows.keys()].filter((rowId) => !source.saved(rowId))
  const learn = async (rowId: string): Promise<Failure | undefined> => {
    const answer = await source.service.getRow({ key: source.key, rowId }, { expand: 'links' })
    if (!answer.ok) return answer.code === 'not_found' ? undefined : answer
    source.learn(answer.data)
    return undefined
  }
  for (const part of chunks(unknown, READS_AT_ONCE)) {
    const failure = (await Promise.all(part.map(learn))).find((one) => one !== undefined)
    if (failure) return failure
  }
  return undefined
}

interface Receipt {
  coerced: { column: string; sent: string; stored: string }[]
  ignored: { column: string; why: string }[]
}
type Sent = { ok: true; data: Row[]; receipts: Receipt[] } | Failure

async function send(source: RowSource, rows: Rows): Promise<Sent> {
  const { key, service } = source
  const edits = [...rows].map(([id, changes]) => {
    const version = source.versionOf(id)
    return { id, cells: cellsAfter(changes), ...(version === undefined ? {} : { version }) }
  })
  if (edits.length > 1) return service.updateRows({ key }, { rows: edits })
  if (!edits[0]) return { ok: true, data: [], receipts: [] }
  const { id: rowId, ...edit } = edits[0]
  const answer = await service.updateRow({ key, rowId }, edit)
  return answer.ok ? { ok: true, data: [answer.data], receipts: [answer] } : answer
}

function note(
  outcome: Outcome,
  row: Row,
  changes: ReadonlyMap<string, CellChange>,
  { coerced, ignored }: Receipt,
  before: Row | undefined,
): void {
  const rowId = row.id
  for (const { column, ...texts } of coerced) outcome.coerced.push({ rowId, key: column, ...texts })
  for (const { column, why } of ignored) outcome.ignored.push({ rowId, key: column, why })
  for (const [key, change] of changes) {
    const names = { before: unresolvedIn(change, before), after: unresolvedIn(change, row) }
    const isNamed = names.before.length + names.after.length > 0
    outcome.changed.push({ ...change, stored: row.cells[key] ?? null, ...(isNamed && { names }) })
  }
}

/** Removes the refused parts from a write; false if that is not possible. */
async function mend(
  source: RowSource,
  rows: Rows,
  ids: readonly string[],
  failure: Failure,
  outcome: Outcome,
): Promise<boolean> {
  switch (failure.code) {
    case 'invalid_rows':
    case 'unknown_reference':
      return leaveOut(rows, ids, failure, outcome)
    case 'not_found':
      refuseAll(rows, failure, outcome)
      return true
    case 'row_changed':
      return reconcile(source, rows, ids, failure, outcome)
    default:
      return false
  }
}

function leaveOut(rows: Rows, ids: readonly string[], failure: Failure, outcome: Outcome): boolean {
  let some = false
  for (const { path, ...why } of failure.issues) {
    const place = placeOfIssue(path)
    const rowId = place && ids[place.index]
    const changes = rowId ? rows.get(rowId) : undefined
    if (!place || !rowId || !changes) continue
    some = true
    outcome.refused.push({ rowId, key: place.key, ...why })
    if (place.key === null || !changes.delete(place.key)) changes.clear()
    if (changes.size === 0) rows.delete(rowId)
  }
  return some
}

/** Others changed the rows in the meantime: if they changed other cells, both changes are kept; otherwise theirs stay. */
async function reconcile(
  source: RowSource,
  rows: Rows,
  ids: readonly string[],
  { issues }: Failure,
  outcome: Outcome,
): Promise<boolean> {
  const named = issues.map(({ path }) => ids[placeOfIssue(path)?.index ?? -1])
  const stale = ids.length === 1 ? ids : named.filter((id) => id !== undefined)
  const conflicts: Conflict[] = []
  for (const rowId of stale) {
    const answer = await source.service.getRow({ key: source.key, rowId }, { expand: 'links' })
    if (!answer.ok) return false
    source.settle([answer.data])
    conflicts.push(...inConflict(rows.get(rowId)!.values(), answer.data.cells))
  }
  leaveTheirs(rows, conflicts, outcome)
  return stale.length > 0
}

/** Conflicts that arrived live, so that the version to write over is already known. */
function overtaken(source: RowSource, rows: Rows): Conflict[] {
  return [...rows].flatMap(([rowId, changes]) => {
    const now = source.saved(rowId)?.cells
    return now ? inConflict(changes.values(), now) : []
  })
}

function leaveTheirs(rows: Rows, conflicts: readonly Conflict[], outcome: Outcome): void {
  outcome.conflicts.push(...conflicts)
  for (const { change } of conflicts) {
    const changes = rows.get(change.rowId)!
    changes.delete(change.key)
    if (changes.size === 0) rows.delete(change.rowId)
  }
}

function refuseAll(rows: Rows, failure: Failure, outcome: Outcome): void {
  const { message } = new Refused(failure)
  const { code } = failure
  for (const rowId of rows.keys()) outcome.refused.push({ rowId, key: null, message, code })
  rows.clear()
}
