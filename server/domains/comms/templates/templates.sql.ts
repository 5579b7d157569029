import type { Medium } from '../../../../contract/comms/messages.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Words } from './templates.rules.ts'

export interface TemplateRow extends Words {
  id: string
  name: string
  medium: Medium
  definitionId: string
  /** Kept even if the board or page is deleted. */
  definitionKey: string
  createdAt: Date
  updatedAt: Date
}

const TEMPLATE = `t.id, t.name, t.medium, t.definition_id AS "definitionId", d.key AS "definitionKey",
  t.subject, t.content, t.content_html AS "contentHtml", t.created_at AS "createdAt",
  t.updated_at AS "updatedAt"`
const OF_DEFINITION = `JOIN definitions d ON d.workspace_id = t.workspace_id AND d.id = t.definition_id`

/** In the order in which they were made. `after` is the last id of the page before. */
export function listTemplates(
  tx: Tx,
  query: { medium: Medium | null; after: string | null; limit: number },
): Promise<TemplateRow[]> {
  return tx.run(
    `SELECT ${TEMPLATE} FROM templates t ${OF_DEFINITION}
     WHERE t.workspace_id = current_workspace() AND ($1::text IS NULL OR t.medium = $1)
       AND ($2::uuid IS NULL OR t.id > $2)
     ORDER BY t.id LIMIT $3`,
    [query.medium, query.after, query.limit],
  )
}

export async function findTemplate(tx: Tx, id: string): Promise<TemplateRow | undefined> {
  const [template] = await tx.run<TemplateRow>(
    `SELECT ${TEMPLATE} FROM templates t ${OF_DEFINITION}
     WHERE t.workspace_id = current_workspace() AND t.id = $1`,
    [id],
  )
  return template
}

export async function lockTemplate(tx: Tx, id: string): Promise<TemplateRow | undefined> {
  const [template] = await tx.run<TemplateRow>(
    `SELECT ${TEMPLATE} FROM templates t ${OF_DEFINITION}
     WHERE t.workspace_id = current_workspace() AND t.id = $1 FOR UPDATE OF t`,
    [id],
  )
  return template
}

export async function insertTemplate(
  tx: Tx,
  t: Omit<TemplateRow, 'definitionKey' | 'createdAt' | 'updatedAt'>,
): Promise<TemplateRow> {
  const [made] = await tx.run<TemplateRow>(
    `WITH t AS (
       INSERT INTO templates (workspace_id, id, name, medium, definition_id, subject, content, content_html)
       VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7) RETURNING *)
     SELECT ${TEMPLATE} FROM t ${OF_DEFINITION}`,
    [t.id, t.name, t.medium, t.definitionId, t.subject, t.content, t.contentHtml],
  )
  return made!
}

export async function updateTemplate(
  tx: Tx,
  t: Words & { id: string; name: string },
): Promise<TemplateRow> {
  const [changed] = await tx.run<TemplateRow>(
    `WITH t AS (
       UPDATE templates SET name = $2, subject = $3, content = $4, content_html = $5, updated_at = now()
       WHERE workspace_id = current_workspace() AND id = $1 RETURNING *)
     SELECT ${TEMPLATE} FROM t ${OF_DEFINITION}`,
    [t.id, t.name, t.subject, t.content, t.contentHtml],
  )
  return changed!
}

/** Returns the template's name, if it existed. */
export async function deleteTemplate(tx: Tx, id: string): Promise<string | undefined> {
  const [deleted] = await tx.run<{ name: string }>(
    'DELETE FROM templates WHERE workspace_id = current_workspace() AND id = $1 RETURNING name',
    [id],
  )
  return deleted?.name
}
