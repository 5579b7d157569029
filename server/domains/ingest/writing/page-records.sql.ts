import type { OwnerQuery } from '../../../platform/database/owner.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { StoredCells } from '../../records/definitions/definition.rules.ts'
import type { OwnIdHolder } from '../../records/rows/own-ids.ts'
import type { RowReceipt } from '../../records/rows/rows.rules.ts'

/** The first answer for a record, by slot. */
export interface FirstAnswer extends RowReceipt {
  cells: StoredCells
}

export interface PageRecord {
  external_id: string
  answer: FirstAnswer
  row_id: string
  position: number
  /** The row's current cells, which an update adds to. */
  cells: StoredCells
  version: number
  /** Whether the row is in the trash. An update changes it there, and leaves it there. */
  trashed: boolean
  created_at: Date
  created_by: string
}

/**
 * The records of a page with these external ids; locks their rows until the transaction ends. If several rows have an id,
 * the one outside the trash counts, or else the one that was deleted last.
 */
export async function findPageRecords(
  tx: Tx,
  definitionId: string,
  externalIds: readonly string[],
): Promise<PageRecord[]> {
  const records = await tx.run<PageRecord>(
    `SELECT p.external_id, p.answer, p.row_id, r.position, r.cells, r.version,
       r.deleted_at IS NOT NULL AS trashed, r.created_at, r.created_by
     FROM page_records p
     JOIN rows r ON r.workspace_id = p.workspace_id AND r.id = p.row_id
     WHERE p.workspace_id = current_workspace() AND p.definition_id = $1
       AND p.external_id = ANY ($2::text[])
     ORDER BY r.deleted_at DESC NULLS FIRST, r.position DESC FOR UPDATE OF r`,
    [definitionId, externalIds],
  )
  const first = new Map<string, PageRecord>()
  for (const record of records) {
    if (!first.has(record.external_id)) first.set(record.external_id, record)
  }
  return [...first.values()]
}

/**
 * The rows of a page that have these own ids, one for each: the one outside the trash, or else the one that was deleted
 * last. Each is looked up by itself: for a join, PostgreSQL would read all rows of the page.
 */
export function findOwnIds(
  tx: Tx,
  definitionId: string,
  externalIds: readonly string[],
): Promise<OwnIdHolder[]> {
  return tx.run(
    `WITH holders AS MATERIALIZED (
       SELECT external_id, row_id,
         (SELECT r.deleted_at FROM rows r
          WHERE r.workspace_id = current_workspace() AND r.id = p.row_id) AS deleted_at
       FROM page_records p
       WHERE workspace_id = current_workspace() AND definition_id = $1
         AND external_id = ANY ($2::text[]))
     SELECT DISTINCT ON (external_id) external_id AS "externalId", row_id AS "rowId",
       deleted_at IS NOT NULL AS trashed
     FROM holders ORDER BY external_id, deleted_at DESC NULLS FIRST, row_id DESC`,
    [definitionId, externalIds],
  )
}

export function insertPageRecords(
  tx: Tx,
  definitionId: string,
  records: readonly { externalId: string; rowId: string; answer: FirstAnswer }[],
): void {
  tx.queue(
    `WITH written AS (
       INSERT INTO page_records (workspace_id, definition_id, external_id, row_id, answer)
       SELECT current_workspace(), $1, r.e, r.r, r.a
       FROM jsonb_to_recordset($2::jsonb) AS r (e text, r uuid, a jsonb) RETURNING 1)
     SELECT FROM written LIMIT 0`,
    [
      definitionId,
      JSON.stringify(records.map((r) => ({ e: r.externalId, r: r.rowId, a: r.answer }))),
    ],
  )
}

/** Deletes the own ids of rows that are being purged, as the owner of the tables. */
export async function deletePageRecords(
  query: OwnerQuery,
  rowIds: readonly string[],
): Promise<void> {
  await query(
    `DELETE FROM page_records
     WHERE workspace_id = current_workspace() AND row_id = ANY ($1::uuid[])`,
    [rowIds],
  )
}
