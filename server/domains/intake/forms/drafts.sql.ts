import type { Tx } from '../../../platform/database/tx.ts'

export interface Draft {
  id: string
  /** The typed answers, by the id of the column. */
  fields: Record<string, string[]>
  files: { id: string; columnId: string; name: string; size: number }[]
  expires_at: Date
}

/** A draft that has not expired. */
export async function findDraft(
  tx: Tx,
  formId: string,
  secretHash: Buffer,
): Promise<Draft | undefined> {
  const [draft] = await tx.run<Draft>(
    `SELECT d.id, d.fields, d.expires_at,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'columnId', df.column_id, 'name', f.name,
           'size', f.size) ORDER BY f.id), '[]')
         FROM form_draft_files df
         JOIN files f ON f.workspace_id = df.workspace_id AND f.id = df.file_id
         WHERE df.workspace_id = current_workspace() AND df.draft_id = d.id) AS files
     FROM form_drafts d
     WHERE d.workspace_id = current_workspace() AND d.form_id = $1 AND d.secret_hash = $2
       AND d.expires_at > now()`,
    [formId, secretHash],
  )
  return draft
}

export interface SavedDraft {
  id: string
  formId: string
  secretHash: Buffer
  fields: Record<string, readonly string[]>
  files: readonly { id: string; columnId: string }[]
}

/** Stores a draft for 7 days, in place of what it was before. @returns until when. */
export async function saveDraft(tx: Tx, draft: SavedDraft): Promise<Date> {
  const [saved] = await tx.run<{ expires_at: Date }>(
    `INSERT INTO form_drafts (workspace_id, id, form_id, secret_hash, fields, expires_at)
     VALUES (current_workspace(), $1, $2, $3, $4, now() + interval '7 days')
     ON CONFLICT (workspace_id, id) DO UPDATE SET fields = excluded.fields, expires_at = excluded.expires_at
     RETURNING expires_at`,
    [draft.id, draft.formId, draft.secretHash, JSON.stringify(draft.fields)],
  )
  return saved!.expires_at
}

/** Sets the files of a draft. @returns those that it gives up. */
export async function setDraftFiles(
  tx: Tx,
  draftId: string,
  files: readonly { id: string; columnId: string }[],
): Promise<string[]> {
  const gone = await tx.run<{ file_id: string }>(
    `WITH wanted AS (
       SELECT (w ->> 'id')::uuid AS id, (w ->> 'columnId')::uuid AS column_id FROM jsonb_array_elements($2) AS w),
     added AS (
       INSERT INTO form_draft_files (workspace_id, draft_id, column_id, file_id)
       SELECT current_workspace(), $1, column_id, id FROM wanted ON CONFLICT DO NOTHING)
     DELETE FROM form_draft_files WHERE workspace_id = current_workspace() AND draft_id = $1
       AND file_id NOT IN (SELECT id FROM wanted)
     RETURNING file_id`,
    [draftId, JSON.stringify(files)],
  )
  return gone.map(({ file_id }) => file_id)
}

export async function countDrafts(tx: Tx, formId: string): Promise<number> {
  const [row] = await tx.run<{ count: number }>(
    'SELECT count(*) AS count FROM form_drafts WHERE workspace_id = current_workspace() AND form_id = $1',
    [formId],
  )
  return row!.count
}

/** Deletes a draft. @returns the files that it held. */
export function deleteDraft(tx: Tx, id: string): Promise<string[]> {
  return filesOf(
    tx.run(
      `WITH gone AS (DELETE FROM form_drafts WHERE workspace_id = current_workspace() AND id = $1)
       SELECT file_id FROM form_draft_files WHERE workspace_id = current_workspace() AND draft_id = $1`,
      [id],
    ),
  )
}

/** Deletes the drafts that have expired, and those of a form that was deleted. @returns the files that they held. */
export function sweepDrafts(tx: Tx): Promise<string[]> {
  return filesOf(
    tx.run(
      `WITH gone AS (
         DELETE FROM form_drafts d USING forms f
         WHERE d.workspace_id = current_workspace() AND f.workspace_id = current_workspace() AND f.id = d.form_id
           AND (d.expires_at <= now() OR f.removed_at IS NOT NULL) RETURNING d.id)
       SELECT df.file_id FROM form_draft_files df, gone
       WHERE df.workspace_id = current_workspace() AND df.draft_id = gone.id`,
    ),
  )
}

const filesOf = async (rows: Promise<{ file_id: string }[]>): Promise<string[]> =>
  (await rows).map(({ file_id }) => file_id)

/** Which of these files belong to a draft. */
export async function listDraftFiles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return filesOf(
    tx.run(
      `SELECT DISTINCT file_id FROM form_draft_files
       WHERE workspace_id = current_workspace() AND file_id = ANY ($1::uuid[])`,
      [ids],
    ),
  )
}
