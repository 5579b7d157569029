import { cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { holdsFiles, isLink } from '../../../../shared/column-types.ts'
import { type RowError, rowError } from '../../../platform/refusal.ts'
import type { CellContext, FileCell } from '../../records/cells/column.ts'
import { named } from '../../records/cells/words.ts'
import type { DefinitionView, StoredCells } from '../../records/definitions/definition.rules.ts'
import type { RowInMaking } from '../../records/rows/references/making.ts'
import { editedCells, linksToItself } from '../../records/rows/row-changes.rules.ts'
import {
  type NewOptions,
  planRows,
  type ReceivedFile,
  type RowPlan,
} from '../../records/rows/rows.rules.ts'
import { besideSlot, keptNames } from '../../records/rows/unresolved.rules.ts'
import { twinsOf, type UniqueValue } from '../../records/uniques/uniques.rules.ts'
import type { Writer } from '../keys/writer.rules.ts'
import type { RecordOutcome, WrittenRow } from './answers.ts'
import type { FirstAnswer, PageRecord } from './page-records.sql.ts'
import type { WriteRequest } from './row-writes.rules.ts'

/** A row that a request changes, found by its own id, or one that it makes. */
export interface Draft {
  found: PageRecord | undefined
  /** The id of the row, found or new. */
  id: string
  externalId: string | undefined
  /** The cells that will be stored. */
  cells: StoredCells
  /** The first answer for it, which a replay repeats. */
  first: FirstAnswer
  /** The last of the request's records that wrote to it; undefined if they all replay. */
  index: number | undefined
  /** The unique values that this request sets or clears, by column id. */
  uniques: Map<string, SetUnique>
}

interface SetUnique {
  /** The record that set it. */
  index: number
  /** Empty if it was cleared. */
  values: UniqueValue[]
}

/** One record of a request, and its outcome. */
interface PlannedRecord {
  draft: Draft
  answered: FirstAnswer
  outcome: RecordOutcome
}

export interface RecordsPlan {
  records: PlannedRecord[]
  /** The rows that it writes to, each once, in order. */
  drafts: Draft[]
  newOptions: NewOptions
  errors: RowError[]
}

/** The rows of a request's records. */
export interface RecordRows {
  /** The stored rows that have the records' own ids. */
  found: readonly PageRecord[]
  /** Every record's row, found or new; the same for records with the same own id. */
  ids: readonly string[]
  /** The rows outside the trash that are written. */
  making: readonly RowInMaking[]
}

interface Records {
  request: WriteRequest
  rows: RecordRows
  /** The files that the request names, by their ids, as its receipt has them. */
  received: ReadonlyMap<string, ReceivedFile>
}

/**
 * Decides what a request's records do, as if one came after the other: a record can update a row that an earlier one
 * makes.
 */
export function planRecords(
  view: DefinitionView,
  context: CellContext,
  { request, rows: { found, ids }, received }: Records,
): RecordsPlan {
  const plan: RecordsPlan = { records: [], drafts: [], newOptions: new Map(), errors: [] }
  const used = new Set<string>()
  const drafts = new Map(found.map((record) => [record.external_id, draftOf(record)]))
  for (const [index, record] of request.records.entries()) {
    const { externalId } = record
    const known = externalId === undefined ? undefined : drafts.get(externalId)
    if (known && request.onConflict === 'keep') {
      plan.records.push({ draft: known, answered: known.first, outcome: 'replayed' })
      continue
    }
    const planned = planRows(view, context, [record.cells], {
      misfits: 'ignore',
      update: known !== undefined,
      newOptions: plan.newOptions,
    })
    plan.errors.push(...planned.errors.map((error) => ({ ...error, index })))
    const row = planned.rows[0]!
    if (received.size > 0) plan.errors.push(...addFiles(view, row, index, received, used))
    const draft = known ?? newDraft(ids[index]!, externalId, row)
    if (externalId !== undefined) drafts.set(externalId, draft)
    if (draft.index === undefined) plan.drafts.push(draft)
    write(draft, row, index, view)
    plan.records.push({ draft, answered: row, outcome: known ? 'updated' : 'created' })
  }
  for (const { id, cells, index } of plan.drafts) {
    // If the sender reads nothing, it must not learn that a name is the row's own.
    if (context.keepsUnresolved) withoutOwnLinks(view, id, cells)
    else plan.errors.push(...linksToItself(view.definition, id, cells, index!))
  }
  if (plan.errors.length === 0) plan.errors.push(...twinsOf(uniquesOf(plan.drafts)))
  return plan
}

function withoutOwnLinks({ definition }: DefinitionView, id: string, cells: StoredCells): void {
  for (const { slot, type, settings } of definition.columns) {
    if (!isLink(type) || settings.definitionId !== definition.id) continue
    const links = (cells[slot] ?? []) as string[]
    if (!links.includes(id)) continue
    const others = links.filter((link) => link !== id)
    if (others.length > 0) cells[slot] = others
    else delete cells[slot]
    cells[besideSlot(slot)] ??= keptNames([id])
  }
}

/**
 * Adds the files of a row to its receipt.
 *
 * @param used the files of the request's rows so far: each can be used once.
 * @returns an error for each that is used again.
 */
function addFiles(
  view: DefinitionView,
  row: RowPlan,
  index: number,
  received: ReadonlyMap<string, ReceivedFile>,
  used: Set<string>,
): RowError[] {
  const errors: RowError[] = []
  const files: (ReceivedFile & { slot: number })[] = []
  for (const { slot, key } of view.columns.filter(({ type }) => holdsFiles(type))) {
    for (const { id, name } of (row.cells[slot] ?? []) as FileCell[]) {
      if (used.has(id)) {
        errors.push(rowError(index, key, cellRefusal('file_used_twice', { sent: named(name) })))
      }
      used.add(id)
      files.push({ slot, ...received.get(id)! })
    }
  }
  row.files = files
  return errors
}

const draftOf = (found: PageRecord): Draft => ({
  found,
  id: found.row_id,
  externalId: found.external_id,
  cells: { ...found.cells },
  first: found.answer,
  index: undefined,
  uniques: new Map(),
})

const newDraft = (id: string, externalId: string | undefined, first: FirstAnswer): Draft => ({
  found: undefined,
  id,
  externalId,
  cells: {},
  first,
  index: undefined,
  uniques: new Map(),
})

function write(draft: Draft, row: RowPlan, index: number, { definition }: DefinitionView): void {
  draft.cells = editedCells(draft.cells, row)
  draft.index = index
  if (draft.found?.trashed) return
  for (const column of definition.columns.filter(({ unique }) => unique)) {
    const values = row.uniques.filter((unique) => unique.column === column)
    if (values.length > 0 || row.cleared.includes(column.slot)) {
      draft.uniques.set(column.id, { index, values })
    }
  }
}

/** The unique values that drafts set, each with the index of the record that sets it. */
export const uniquesOf = (drafts: readonly Draft[]) =>
  drafts.flatMap(({ id, uniques }) =>
    [...uniques.values()].map(({ index, values }) => ({
      id,
      index,
      plan: { uniques: values },
    })),
  )

/** The part of an answer that a retry repeats. */
export const answerKept = ({
  cells,
  filled,
  coerced,
  ignored,
  unresolved,
  sent,
  files,
}: FirstAnswer): FirstAnswer => ({
  cells,
  filled,
  coerced,
  ignored,
  ...(unresolved && { unresolved }),
  ...(sent && { sent }),
  ...(files && { files }),
})

/** The place of a row that was stored. */
export type Place = { id: string; position: number }

/** @param made the place of a new row, once it is stored. */
export function writtenRow(
  { draft: { found }, answered, outcome }: PlannedRecord,
  { by }: Writer,
  now: Date,
  made?: Place,
): WrittenRow {
  const { cells, ...receipt } = answerKept(answered)
  return {
    id: found?.row_id ?? made?.id ?? null,
    position: found?.position ?? made?.position ?? null,
    cells,
    createdBy: found?.created_by ?? by,
    createdAt: found?.created_at ?? now,
    receipt,
    outcome,
  }
}
