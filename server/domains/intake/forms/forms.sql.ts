import type { Tx } from '../../../platform/database/tx.ts'
import type { FormColumn } from './forms.rules.ts'

export interface FormFields {
  name: string
  title: string
  intro: string | null
  columns: readonly FormColumn[]
  thanks: string | null
  redirect_url: string | null
  origins: readonly string[]
  closes_at: Date | string | null
  limit_per_day: number | null
  notify: readonly number[]
  drafts: boolean
}

export interface FormRecord extends FormFields {
  id: string
  definition_id: string
  public_id: string
  closes_at: Date | null
  created_at: Date
  created_by: string
  updated_at: Date
  is_past: boolean
  /** How many rows it took today, in the time zone of its board or page. */
  sent_today: number
}

const FORM = `f.id, f.definition_id, f.public_id, f.name, f.title, f.intro, f.columns, f.thanks, f.redirect_url,
  f.origins, f.closes_at, f.limit_per_day, f.notify, f.drafts, f.created_at, f.created_by, f.updated_at,
  coalesce(f.closes_at <= now(), false) AS is_past`

/** By id, so the oldest comes first. */
export function listForms(
  tx: Tx,
  definitionId: string,
  timeZone: string,
  after: string | null,
  limit: number,
): Promise<FormRecord[]> {
  return tx.run(
    `SELECT ${FORM}, coalesce(d.sent, 0) AS sent_today FROM forms f
     LEFT JOIN form_days d ON d.workspace_id = f.workspace_id AND d.form_id = f.id
       AND d.day = (now() AT TIME ZONE $2)::date
     WHERE f.workspace_id = current_workspace() AND f.definition_id = $1 AND f.removed_at IS NULL
       AND ($3::uuid IS NULL OR f.id > $3) ORDER BY f.id LIMIT $4`,
    [definitionId, timeZone, after, limit],
  )
}

/** What the forms of a definition are called, including removed ones. */
export function listFormNames(
  tx: Tx,
  definitionId: string,
): Promise<{ id: string; name: string }[]> {
  return tx.run(
    `SELECT id, name FROM forms WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [definitionId],
  )
}

export async function findForm(
  tx: Tx,
  definitionId: string,
  id: string,
  timeZone: string,
): Promise<FormRecord | undefined> {
  const [form] = await tx.run<FormRecord>(
    `SELECT ${FORM}, coalesce(d.sent, 0) AS sent_today FROM forms f
     LEFT JOIN form_days d ON d.workspace_id = f.workspace_id AND d.form_id = f.id
       AND d.day = (now() AT TIME ZONE $3)::date
     WHERE f.workspace_id = current_workspace() AND f.definition_id = $1 AND f.id = $2
       AND f.removed_at IS NULL`,
    [definitionId, id, timeZone],
  )
  return form
}

export async function countForms(tx: Tx, definitionId: string): Promise<number> {
  const [row] = await tx.run<{ count: number }>(
    `SELECT count(*) AS count FROM forms
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND removed_at IS NULL`,
    [definitionId],
  )
  return row!.count
}

export async function hasForm(tx: Tx): Promise<boolean> {
  const [row] = await tx.run<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM forms
       WHERE workspace_id = current_workspace() AND removed_at IS NULL) AS has`,
  )
  return row!.has
}

/** Stores in the directory which workspace a form's address belongs to. */
export function insertFormLink(tx: Tx, publicId: string, id: string): void {
  tx.queue(
    `INSERT INTO form_links (public_id, workspace_id, form_id) VALUES ($1, current_workspace(), $2)`,
    [publicId, id],
  )
}

export async function insertForm(
  tx: Tx,
  form: FormFields & { id: string; definitionId: string; publicId: string; createdBy: string },
): Promise<void> {
  await tx.run(
    `INSERT INTO forms (workspace_id, id, definition_id, created_by, public_id, name, title, intro, columns, thanks,
       redirect_url, origins, closes_at, limit_per_day, notify, drafts)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [form.id, form.definitionId, form.createdBy, form.publicId, ...valuesOf(form)],
  )
}

export async function updateForm(tx: Tx, id: string, form: FormFields): Promise<void> {
  await tx.run(
    `UPDATE forms SET name = $2, title = $3, intro = $4, columns = $5, thanks = $6, redirect_url = $7,
       origins = $8, closes_at = $9, limit_per_day = $10, notify = $11, drafts = $12, updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, ...valuesOf(form)],
  )
}

const valuesOf = (form: FormFields) => [
  form.name,
  form.title,
  form.intro,
  JSON.stringify(form.columns),
  form.thanks,
  form.redirect_url,
  form.origins,
  form.closes_at,
  form.limit_per_day,
  form.notify,
  form.drafts,
]

export function removeForm(tx: Tx, id: string): void {
  tx.queue(
    'UPDATE forms SET removed_at = now() WHERE workspace_id = current_workspace() AND id = $1',
    [id],
  )
}
