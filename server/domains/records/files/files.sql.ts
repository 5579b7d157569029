import type { ClientBase } from 'pg'
import type { Tx } from '../../../platform/database/tx.ts'
import type { PolicyPart } from '../../policies/columns.rules.ts'

export interface FileRecord {
  id: string
  store_key: string
  name: string
  type: string
  size: number
  sha256: string
  created_at: Date
  created_by: string
  /** Whether it was uploaded more than a day ago. */
  is_old: boolean
}

/** Makes the row of a file that is about to be stored under a key. It has no hash, and nothing can use it. */
export function announceFile(tx: Tx, key: string, by: string): void {
  tx.queue(
    `INSERT INTO files (workspace_id, id, store_key, name, type, size, sha256, created_by)
     VALUES (current_workspace(), $1::uuid, $1, '', '', 0, '', $2)`,
    [key, by],
  )
}

/** Deletes the row that announced a file, unless the file is complete. */
export function forgetFile(tx: Tx, key: string): void {
  tx.queue(
    `DELETE FROM files WHERE workspace_id = current_workspace() AND id = $1 AND sha256 = ''`,
    [key],
  )
}

/** Makes the row of a stored file, in place of the one that announced it. */
export function insertFile(
  tx: Tx,
  file: Omit<FileRecord, 'created_at' | 'is_old'>,
): Promise<FileRecord[]> {
  return tx.run(
    `WITH announced AS (
       DELETE FROM files WHERE workspace_id = current_workspace() AND id = $8::uuid AND sha256 = '')
     INSERT INTO files (workspace_id, id, store_key, name, type, size, sha256, created_by)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7)
     RETURNING id, store_key, name, type, size, sha256, created_at, created_by, false AS is_old`,
    [
      file.id,
      file.store_key,
      file.name,
      file.type,
      file.size,
      file.sha256,
      file.created_by,
      file.store_key,
    ],
  )
}

/** The policy of a column that has a file in a row outside the trash; null if nobody restricted the column. */
export interface FileUse {
  visible_to: PolicyPart | null
  editable_by: PolicyPart | null
}

/**
 * Files, each with whether any cell or row holds it, whether a row outside the trash does, and the policies of columns
 * that hold it in such rows.
 */
export function listFiles(
  tx: Tx,
  ids: readonly string[],
): Promise<(FileRecord & { used: boolean; added: boolean; uses: FileUse[] })[]> {
  return tx.run(
    `SELECT f.id, f.store_key, f.name, f.type, f.size, f.sha256, f.created_at, f.created_by,
       f.created_at < now() - interval '24 hours' AS is_old,
       EXISTS (SELECT FROM file_uses u WHERE u.workspace_id = current_workspace() AND u.file_id = f.id)
         OR EXISTS (SELECT FROM row_files a WHERE a.workspace_id = current_workspace() AND a.file_id = f.id)
         AS used,
       EXISTS (SELECT FROM row_files a
         JOIN rows r ON r.workspace_id = a.workspace_id AND r.id = a.row_id AND r.deleted_at IS NULL
         JOIN definitions d ON d.workspace_id = r.workspace_id AND d.id = r.definition_id
           AND d.deleted_at IS NULL
         WHERE a.workspace_id = current_workspace() AND a.file_id = f.id) AS added,
       (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object(
           'visible_to', p.visible_to, 'editable_by', p.editable_by)), '[]')
         FROM file_uses u
         JOIN rows r ON r.workspace_id = u.workspace_id AND r.id = u.row_id AND r.deleted_at IS NULL
         JOIN columns c ON c.workspace_id = u.workspace_id AND c.id = u.column_id AND c.deleted_at IS NULL
         JOIN definitions d ON d.workspace_id = c.workspace_id AND d.id = c.definition_id
           AND d.deleted_at IS NULL
         LEFT JOIN column_policies p ON p.workspace_id = c.workspace_id AND p.column_id = c.id
         WHERE u.workspace_id = current_workspace() AND u.file_id = f.id) AS uses
     FROM files f
     WHERE f.workspace_id = current_workspace() AND f.id = ANY ($1::uuid[]) AND f.sha256 <> ''`,
    [ids],
  )
}

/** A file that a cell holds. */
export interface CellFile {
  columnId: string
  rowId: string
  fileId: string
}

/** Removes uses and adds others; none is in both. A file that a cell gives up can be purged a day later. */
export function replaceUses(tx: Tx, gone: readonly CellFile[], made: readonly CellFile[]): void {
  tx.queue(
    `WITH gone AS (
       DELETE FROM file_uses u
       USING jsonb_to_recordset($1::jsonb) AS g ("columnId" uuid, "rowId" uuid, "fileId" uuid)
       WHERE u.workspace_id = current_workspace() AND u.column_id = g."columnId"
         AND u.row_id = g."rowId" AND u.file_id = g."fileId" RETURNING u.file_id),
     loose AS (
       UPDATE files SET loose_since = now()
       WHERE workspace_id = current_workspace() AND id IN (SELECT file_id FROM gone))
     INSERT INTO file_uses (workspace_id, column_id, row_id, file_id)
     SELECT current_workspace(), m."columnId", m."rowId", m."fileId"
     FROM jsonb_to_recordset($2::jsonb) AS m ("columnId" uuid, "rowId" uuid, "fileId" uuid)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(gone), JSON.stringify(made)],
  )
}

/** Locks files that no cell or row has held for a day, the longest first. Skips files that another transaction has locked. */
export async function takeLooseFiles(tx: Tx, limit: number): Promise<string[]> {
  const found = await tx.run<{ id: string }>(
    `SELECT l.id FROM files l WHERE l.workspace_id = current_workspace()
       AND l.loose_since < now() - interval '24 hours'
       AND NOT EXISTS (SELECT FROM file_uses u WHERE u.workspace_id = current_workspace() AND u.file_id = l.id)
       AND NOT EXISTS (SELECT FROM row_files a WHERE a.workspace_id = current_workspace() AND a.file_id = l.id)
     ORDER BY l.loose_since LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  )
  return found.map(({ id }) => id)
}

/** Lets files be purged a day from now, unless something holds them by then. */
export function loosenFiles(tx: Tx, ids: readonly string[]): void {
  tx.queue(
    `UPDATE files SET loose_since = now()
     WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[])`,
    [ids],
  )
}

/** Lets files be purged by the next turn, unless something else holds them. */
export function expireFiles(tx: Tx, ids: readonly string[]): void {
  tx.queue(
    `UPDATE files SET loose_since = '-infinity'
     WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[])`,
    [ids],
  )
}

/** Deletes those of the files that no cell or row holds now. @returns the keys of their bytes. */
export async function deleteLooseFiles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const gone = await tx.run<{ store_key: string }>(
    `DELETE FROM files f WHERE f.workspace_id = current_workspace() AND f.id = ANY ($1::uuid[])
       AND NOT EXISTS (SELECT FROM file_uses u WHERE u.workspace_id = current_workspace() AND u.file_id = f.id)
       AND NOT EXISTS (SELECT FROM row_files a WHERE a.workspace_id = current_workspace() AND a.file_id = f.id)
     RETURNING f.store_key`,
    [ids],
  )
  return gone.map(({ store_key }) => store_key)
}

/** Files that are held for good are no longer loose: nobody checks one again until a cell gives it up. */
export function keepFiles(tx: Tx, ids: readonly string[]): void {
  tx.queue(
    `UPDATE files SET loose_since = 'infinity'
     WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[])`,
    [ids],
  )
}

/** Keeps files from being purged until the transaction ends. */
export function holdFiles(tx: Tx, ids: readonly string[]): void {
  tx.queue(
    `SELECT FROM files WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[])
     ORDER BY id FOR KEY SHARE`,
    [ids],
  )
}

/** Keeps files from everybody else until the transaction ends: who wants one of them too waits, and then sees it used. */
export function reserveFiles(tx: Tx, ids: readonly string[]): void {
  tx.queue(
    `SELECT FROM files WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[])
     ORDER BY id FOR UPDATE`,
    [ids],
  )
}

/** Which of these hashes a file already has that a cell of these columns, or a row of the definition, holds outside the trash. */
export async function listSeenHashes(
  tx: Tx,
  definitionId: string,
  columnIds: readonly string[],
  hashes: readonly string[],
): Promise<string[]> {
  const seen = await tx.run<{ sha256: string }>(
    `SELECT DISTINCT f.sha256 FROM files f
     WHERE f.workspace_id = current_workspace() AND f.sha256 = ANY ($3::text[])
       AND (EXISTS (SELECT FROM file_uses u
           JOIN rows r ON r.workspace_id = u.workspace_id AND r.id = u.row_id AND r.deleted_at IS NULL
           WHERE u.workspace_id = current_workspace() AND u.file_id = f.id AND u.column_id = ANY ($2::uuid[]))
         OR EXISTS (SELECT FROM row_files a
           JOIN rows r ON r.workspace_id = a.workspace_id AND r.id = a.row_id AND r.deleted_at IS NULL
           WHERE a.workspace_id = current_workspace() AND a.file_id = f.id AND r.definition_id = $1))`,
    [definitionId, columnIds, hashes],
  )
  return seen.map(({ sha256 }) => sha256)
}

/** The keys of all complete files, for the owner of the tables: of the workspace that the client has entered, or else of all. */
export async function listStoredFiles(
  client: ClientBase,
): Promise<{ key: string; sha256: string | null }[]> {
  const { rows } = await client.query(
    `SELECT store_key AS key, sha256 FROM files WHERE sha256 <> '' ORDER BY id`,
  )
  return rows
}
