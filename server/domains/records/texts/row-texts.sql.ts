import type { ClientBase } from 'pg'
import type { Tx } from '../../../platform/database/tx.ts'
import type { NamedRows } from './row-texts.rules.ts'

export interface TextIndex {
  definition_id: string
  state: 'wanted' | 'filling' | 'filled' | 'ready'
  slots: number[]
  /** The form of the stored texts. */
  form: number
  position: number
  xid: string
  event_id: string
  /** Whether a search marked it as in use within the last day. */
  lately: boolean
  unused: boolean
  deleted: boolean
  /** `board:<id>` or `page:<id>`, as events name it. */
  subject: string
}

const INDEX = `i.definition_id, i.state, i.slots, i.form, i.position, i.xid::text AS xid, i.event_id,
  i.used_at > now() - interval '1 day' AS lately,
  i.used_at < now() - interval '30 days' AS unused, d.deleted_at IS NOT NULL AS deleted,
  d.kind || ':' || d.id AS subject`

export async function findTextIndex(tx: Tx, definitionId: string): Promise<TextIndex | undefined> {
  const [row] = await tx.run<TextIndex>(
    `SELECT ${INDEX} FROM text_indexes i
     JOIN definitions d ON d.workspace_id = i.workspace_id AND d.id = i.definition_id
     WHERE i.workspace_id = current_workspace() AND i.definition_id = $1`,
    [definitionId],
  )
  return row
}

export function listTextIndexes(tx: Tx): Promise<{ definition_id: string }[]> {
  return tx.run(
    'SELECT definition_id FROM text_indexes WHERE workspace_id = current_workspace() ORDER BY 1',
  )
}

/** Locks an index until the transaction ends; undefined if another worker has it. */
export async function takeTextIndex(tx: Tx, definitionId: string): Promise<TextIndex | undefined> {
  const [row] = await tx.run<TextIndex>(
    `SELECT ${INDEX} FROM text_indexes i
     JOIN definitions d ON d.workspace_id = i.workspace_id AND d.id = i.definition_id
     WHERE i.workspace_id = current_workspace() AND i.definition_id = $1
     FOR UPDATE OF i SKIP LOCKED`,
    [definitionId],
  )
  return row
}

/** Asks for a board's texts, from scratch if `again`, or marks them as still in use. */
export function wantTexts(tx: Tx, definitionId: string, again: boolean): void {
  tx.queue(
    `INSERT INTO text_indexes AS i (workspace_id, definition_id) VALUES (current_workspace(), $1)
     ON CONFLICT (workspace_id, definition_id) DO UPDATE
       SET used_at = excluded.used_at, state = CASE WHEN $2 THEN 'wanted' ELSE i.state END`,
    [definitionId, again],
  )
}

/** Starts following changes; the existing rows are filled in afterwards. */
export function beginTexts(
  tx: Tx,
  definitionId: string,
  slots: readonly number[],
  form: number,
  horizon: string,
): void {
  tx.queue(
    `UPDATE text_indexes SET state = 'filling', slots = $2, form = $3, position = 0,
       xid = $4::text::xid8, event_id = '00000000-0000-0000-0000-000000000000'
     WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [definitionId, slots, form, horizon],
  )
}

export function setTextState(
  tx: Tx,
  definitionId: string,
  state: TextIndex['state'],
  position: number,
): void {
  tx.queue(
    `UPDATE text_indexes SET state = $2, position = $3
     WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [definitionId, state, position],
  )
}

const TEXT = `plain_text(concat_ws(chr(31), VARIADIC ARRAY(
  SELECT CASE WHEN json_kind(json_field(r.cells, s)) = 'string' THEN cell_text(r.cells, s)
    WHEN json_kind(json_field(r.cells, s)) = 'array' THEN (SELECT string_agg(item, chr(31)) FROM jsonb_array_elements_text(json_field(r.cells, s)) AS item) END
  FROM unnest($2::text[]) AS s)))`
const TEXTS = `SELECT r.workspace_id, r.id, r.definition_id, ${TEXT}`
// The LIMIT makes the planner read run by run: it estimates a range at a ninth of the board, and would read all of it.
const OF_RUN = `CROSS JOIN LATERAL (SELECT * FROM rows
  WHERE workspace_id = current_workspace() AND definition_id = $1
    AND position >= n.first AND position < n.first + n.count
  ORDER BY position LIMIT n.count) AS r`
// The index is only written for texts that have changed.
const REPLACING = 'DO UPDATE SET text = excluded.text WHERE row_texts.text <> excluded.text'

/** Stores the texts of rows in a range of positions. */
export function storeTextsBetween(
  tx: Tx,
  definitionId: string,
  slots: readonly number[],
  after: number,
  upTo: number,
): void {
  tx.queue(
    `INSERT INTO row_texts (workspace_id, row_id, definition_id, text)
     ${TEXTS} FROM rows r
     WHERE r.workspace_id = current_workspace() AND r.definition_id = $1
       AND r.position > $3 AND r.position <= $4
     ON CONFLICT (workspace_id, row_id) ${REPLACING}`,
    [definitionId, slots.map(String), after, upTo],
  )
}

/** Stores the texts of rows that events named. */
export function storeTextsOf(
  tx: Tx,
  definitionId: string,
  slots: readonly number[],
  named: { ids: readonly string[]; runs: readonly [number, number][] },
): void {
  tx.queue(
    `INSERT INTO row_texts (workspace_id, row_id, definition_id, text)
     ${TEXTS} FROM (
       SELECT * FROM rows
       WHERE workspace_id = current_workspace() AND definition_id = $1 AND id = ANY ($3::uuid[])
       UNION
       SELECT r.* FROM jsonb_to_recordset($4::jsonb) AS n (first bigint, count bigint) ${OF_RUN}) AS r
     ON CONFLICT (workspace_id, row_id) ${REPLACING}`,
    [
      definitionId,
      slots.map(String),
      named.ids,
      JSON.stringify(named.runs.map(([first, count]) => ({ first, count }))),
    ],
  )
}

export interface RowEvent {
  xid: string
  id: string
  data: NamedRows
}

/** An event id that comes before all events of its transaction. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** All transactions before this one have ended, so no event can still appear before it. */
export async function settledHorizon(tx: Tx): Promise<string> {
  const [row] = await tx.run<{ xid: string }>('SELECT event_horizon()::text AS xid')
  return row!.xid
}

/** The events of a board's rows after the last one followed, and before transaction `before`, if given. */
export function listRowEvents(
  tx: Tx,
  { subject, xid, event_id }: TextIndex,
  before: string | null,
  limit: number,
): Promise<RowEvent[]> {
  return tx.run(
    `SELECT xid::text AS xid, id, data FROM events
     WHERE workspace_id = current_workspace() AND (xid, id) > ($2::xid8, $3::uuid)
       AND subject = $1 AND type LIKE 'rows.%' AND ($4::xid8 IS NULL OR xid < $4::xid8)
     ORDER BY xid, id LIMIT $5`,
    [subject, xid, event_id, before, limit],
  )
}

/** Records that changes were followed up to this event. */
export function followTo(
  tx: Tx,
  definitionId: string,
  { xid, id }: Pick<RowEvent, 'xid' | 'id'>,
): void {
  tx.queue(
    `UPDATE text_indexes SET xid = $2::xid8, event_id = $3
     WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [definitionId, xid, id],
  )
}

export async function lastPosition(tx: Tx, definitionId: string): Promise<number> {
  const [row] = await tx.run<{ last: number }>(
    `SELECT next_position - 1 AS last FROM row_counters
     WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [definitionId],
  )
  return row?.last ?? 0
}

/** The rows whose stored texts contain a text. They are only candidates: the text may be in a hidden column. */
export async function rowsWithText(
  tx: Tx,
  definitionId: string,
  pattern: string,
  most: number,
): Promise<string[]> {
  const rows = await tx.run<{ id: string }>(
    'SELECT rows_with_text($1, plain_text($2::text), $3) AS id',
    [definitionId, pattern, most],
  )
  return rows.map(({ id }) => id)
}

/** The rows in ranges of positions. */
export async function rowsInRuns(
  tx: Tx,
  definitionId: string,
  runs: readonly [number, number][],
): Promise<string[]> {
  const rows = await tx.run<{ id: string }>(
    `SELECT r.id FROM jsonb_to_recordset($2::jsonb) AS n (first bigint, count bigint) ${OF_RUN}`,
    [definitionId, JSON.stringify(runs.map(([first, count]) => ({ first, count })))],
  )
  return rows.map(({ id }) => id)
}

/** Deletes part of a board's texts. @returns how many. */
export async function deleteTexts(tx: Tx, definitionId: string, limit: number): Promise<number> {
  const rows = await tx.run(
    `DELETE FROM row_texts WHERE workspace_id = current_workspace() AND row_id IN (
       SELECT row_id FROM row_texts WHERE workspace_id = current_workspace() AND definition_id = $1 LIMIT $2)
     RETURNING 1`,
    [definitionId, limit],
  )
  return rows.length
}

export function deleteTextIndex(tx: Tx, definitionId: string): void {
  tx.queue(
    'DELETE FROM text_indexes WHERE workspace_id = current_workspace() AND definition_id = $1',
    [definitionId],
  )
}

// ── as the owner of the tables, outside transactions ──

/** Whether the index exists and is valid, and whether the server can make one at all. */
export async function textIndexState(
  client: ClientBase,
  name: string,
): Promise<{ able: boolean; valid: boolean | null }> {
  const { rows } = await client.query(
    `SELECT EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops') AS able,
       (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)) AS valid`,
    [name],
  )
  return rows[0]
}

/** A restore brings back no indexes on texts. This has them made again before searches use them. */
export async function remakeTextIndexes(client: ClientBase): Promise<void> {
  await client.query("UPDATE text_indexes SET state = 'filled' WHERE state = 'ready'")
}
