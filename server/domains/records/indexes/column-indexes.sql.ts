import type { ClientBase } from 'pg'
import type { Tx } from '../../../platform/database/tx.ts'
import { idSql } from '../filters/statement.rules.ts'

export interface WantedIndex {
  definition_id: string
  key: string
  state: 'wanted' | 'ready' | 'failed'
  /** Whether no list has wanted it for a long time. */
  unused: boolean
  /** The slots of the definition's live columns; null if the definition is deleted. */
  slots: number[] | null
}

/**
 * Asks for indexes, or marks them as still in use. A mark that is less than an hour old is left alone, so that most
 * lists write nothing. @returns the indexes that were written.
 */
export function wantIndexes(
  tx: Tx,
  definitionId: string,
  keys: readonly string[],
  most: number,
): Promise<{ key: string }[]> {
  return tx.run(
    `INSERT INTO column_indexes AS i (workspace_id, definition_id, key)
     SELECT current_workspace(), $1, k FROM unnest($2::text[]) AS k
     WHERE NOT EXISTS (SELECT FROM column_indexes WHERE workspace_id = current_workspace()
         AND definition_id = $1 AND key = k AND used_at > now() - interval '1 hour')
       AND (SELECT count(*) FROM column_indexes WHERE workspace_id = current_workspace()
         AND definition_id = $1 AND key <> ALL ($2::text[])) < $3
     ON CONFLICT (workspace_id, definition_id, key) DO UPDATE SET used_at = excluded.used_at
     RETURNING key`,
    [definitionId, keys, most],
  )
}

/** Whether an index is ready, and can serve filters under row-level security. */
export async function isServing(tx: Tx, definitionId: string, key: string): Promise<boolean> {
  const found = await tx.run(
    `SELECT FROM column_indexes
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND key = $2 AND state = 'ready'
       AND (SELECT proleakproof FROM pg_proc WHERE oid = 'json_field(jsonb, text)'::regprocedure)`,
    [definitionId, key],
  )
  return found.length > 0
}

export function listWantedIndexes(tx: Tx, unusedDays: number): Promise<WantedIndex[]> {
  return tx.run(
    `SELECT i.definition_id, i.key, i.state, i.used_at < now() - $1 * interval '1 day' AS unused,
       CASE WHEN d.deleted_at IS NULL THEN ARRAY(SELECT c.slot FROM columns c
         WHERE c.workspace_id = current_workspace() AND c.definition_id = i.definition_id
           AND c.deleted_at IS NULL) END AS slots
     FROM column_indexes i
     JOIN definitions d ON d.workspace_id = i.workspace_id AND d.id = i.definition_id
     WHERE i.workspace_id = current_workspace() ORDER BY i.requested_at, i.key`,
    [unusedDays],
  )
}

export function setIndexState(
  tx: Tx,
  definitionId: string,
  key: string,
  state: WantedIndex['state'],
): void {
  tx.queue(
    `UPDATE column_indexes SET state = $3
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND key = $2`,
    [definitionId, key, state],
  )
}

export function deleteIndex(tx: Tx, definitionId: string, key: string): void {
  tx.queue(
    `DELETE FROM column_indexes
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND key = $2`,
    [definitionId, key],
  )
}

// ── as the owner of the tables, outside transactions ──

/** Keeps other processes from changing a table's indexes until the connection ends; false if one is doing so now. */
export async function tryIndexLock(
  client: ClientBase,
  table: 'rows' | 'row_texts',
): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT pg_try_advisory_lock(hashtextextended('sourcebook indexes of ' || $1, 0)) AS locked",
    [table],
  )
  return rows[0].locked
}

/** The existing indexes on cells; half-made ones are not valid. */
export async function listCellIndexes(
  client: ClientBase,
): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await client.query(
    `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i
     JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = 'rows'::regclass AND c.relname LIKE 'cells\\_%'`,
  )
  return rows
}

/**
 * Makes an index on the rows of one board outside the trash, with their position last, so that it also serves the
 * order by position among equal values. CREATE INDEX takes no parameters, so the ids are in the text.
 *
 * @param name from `indexName`.
 * @param indexed from `indexedSql`.
 */
export async function makeIndex(
  client: ClientBase,
  place: { workspaceId: string; definitionId: string },
  name: string,
  indexed: readonly string[],
): Promise<void> {
  await client.query(
    `CREATE INDEX CONCURRENTLY ${name} ON rows (${indexed.map((sql) => `(${sql})`).join(', ')}, position)
     WHERE workspace_id = ${idSql(place.workspaceId)} AND definition_id = ${idSql(place.definitionId)}
       AND deleted_at IS NULL`,
  )
}

/**
 * Makes the trigram index of a board's texts.
 *
 * @param name from `textIndexName`.
 */
export async function makeTextIndex(
  client: ClientBase,
  place: { workspaceId: string; definitionId: string },
  name: string,
): Promise<void> {
  await client.query(
    `CREATE INDEX CONCURRENTLY ${name} ON row_texts USING gin (text gin_trgm_ops)
     WHERE workspace_id = ${idSql(place.workspaceId)} AND definition_id = ${idSql(place.definitionId)}`,
  )
}

/** @param name from `indexName` or `textIndexName`. */
export async function dropIndex(client: ClientBase, name: string): Promise<void> {
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
}

/** Tells the planner which values the expressions of new indexes have. */
export async function analyzeRows(client: ClientBase): Promise<void> {
  await client.query('ANALYZE rows')
}

export async function analyzeTexts(client: ClientBase): Promise<void> {
  await client.query('ANALYZE row_texts')
}
