import type { Tx } from '../../../platform/database/tx.ts'
import type { FormFields } from './forms.sql.ts'

/** The form that has an address, and its workspace, from the directory. */
export async function findFormLink(
  tx: Tx,
  publicId: string,
): Promise<{ workspaceId: string; formId: string } | undefined> {
  const [link] = await tx.run<{ workspaceId: string; formId: string }>(
    `SELECT workspace_id AS "workspaceId", form_id AS "formId" FROM form_links WHERE public_id = $1`,
    [publicId],
  )
  return link
}

export interface PublicForm extends FormFields {
  workspace_id: string
  id: string
  definition_id: string
  definition_version: string
  /** The name of the workspace. */
  desk: string
  /** Differs after every change of the form, its board or page, or the workspace. */
  version: string
  is_past: boolean
  /** The last day on which it took rows, and how many. */
  last_day: string | null
  last_sent: number | null
  now: Date
}

/** A form as the public sees it; undefined if it or its board was deleted. */
export async function findPublicForm(tx: Tx, formId: string): Promise<PublicForm | undefined> {
  const [form] = await tx.run<PublicForm>(
    `SELECT f.workspace_id, f.id, f.definition_id, f.name, f.title, f.intro, f.columns, f.thanks, f.redirect_url,
       f.origins, f.closes_at, f.limit_per_day, f.notify, f.drafts, w.name AS desk, now() AS now,
       n.version::text AS definition_version, n.version || '.' || extract(epoch FROM f.updated_at) AS version,
       coalesce(f.closes_at <= now(), false) AS is_past, s.day::text AS last_day, s.sent AS last_sent
     FROM forms f
     JOIN row_counters n ON n.workspace_id = f.workspace_id AND n.definition_id = f.definition_id
       AND n.version IS NOT NULL
     JOIN workspaces w ON w.id = f.workspace_id
     LEFT JOIN LATERAL (
       SELECT day, sent FROM form_days WHERE workspace_id = current_workspace() AND form_id = f.id
       ORDER BY day DESC LIMIT 1) s ON true
     WHERE f.workspace_id = current_workspace() AND f.id = $1 AND f.removed_at IS NULL`,
    [formId],
  )
  return form
}

export interface Count {
  inAll: number
  perSender: number
  /** How many seconds until the counts start over. */
  wait: number
}

/** Counts something that was sent; the counts start over every ten minutes. */
export function countSent(tx: Tx, formId: string, sender: Buffer): Promise<Count> {
  return counted(
    tx.run(
      `WITH counted AS (
         INSERT INTO form_rates AS r (workspace_id, form_id, sender, sent, since)
         SELECT current_workspace(), $1, s, 1, now() FROM unnest(ARRAY[''::bytea, $2]) AS s ORDER BY s
         ON CONFLICT (workspace_id, form_id, sender) DO UPDATE SET
           sent = CASE WHEN excluded.since - r.since > interval '10 minutes' THEN 1 ELSE r.sent + 1 END,
           unproven = CASE WHEN excluded.since - r.since > interval '10 minutes' THEN 0 ELSE r.unproven END,
           since = CASE WHEN excluded.since - r.since > interval '10 minutes' THEN excluded.since ELSE r.since END
         RETURNING sender, sent, since)
       SELECT sender = '' AS in_all, sent AS count,
         ceil(extract(epoch FROM since + interval '10 minutes' - now()))::integer AS wait FROM counted`,
      [formId, sender],
    ),
  )
}

/** Counts something without a proof of work, which `countSent` has counted before. */
export function countUnproven(tx: Tx, formId: string, sender: Buffer): Promise<Count> {
  return counted(
    tx.run(
      `WITH locked AS (
         SELECT sender FROM form_rates WHERE workspace_id = current_workspace() AND form_id = $1
           AND sender IN ('', $2) ORDER BY sender FOR UPDATE)
       UPDATE form_rates r SET unproven = unproven + 1 FROM locked
       WHERE r.workspace_id = current_workspace() AND r.form_id = $1 AND r.sender = locked.sender
       RETURNING r.sender = '' AS in_all, unproven AS count, 0 AS wait`,
      [formId, sender],
    ),
  )
}

async function counted(
  rows: Promise<{ in_all: boolean; count: number; wait: number }[]>,
): Promise<Count> {
  const found = await rows
  const all = found.find(({ in_all }) => in_all)
  const one = found.find(({ in_all }) => !in_all)
  return {
    inAll: all?.count ?? 0,
    perSender: one?.count ?? 0,
    wait: Math.max(all?.wait ?? 0, one?.wait ?? 0),
  }
}

/** Counts a row of today, in a time zone. */
export function countRow(tx: Tx, formId: string, timeZone: string): void {
  tx.queue(
    `INSERT INTO form_days AS d (workspace_id, form_id, day, sent)
     VALUES (current_workspace(), $1, (now() AT TIME ZONE $2)::date, 1)
     ON CONFLICT (workspace_id, form_id, day) DO UPDATE SET sent = d.sent + 1`,
    [formId, timeZone],
  )
}

/** Notes a row that the people of a form do not know of yet. */
export function noteRow(tx: Tx, formId: string, rowId: string): void {
  tx.queue(
    `INSERT INTO form_notices AS n (workspace_id, form_id, untold, row_id)
     VALUES (current_workspace(), $1, 1, $2)
     ON CONFLICT (workspace_id, form_id) DO UPDATE SET untold = n.untold + 1, row_id = excluded.row_id`,
    [formId, rowId],
  )
}

/** Forgets what forms counted: rates of more than an hour ago, days of more than two months ago. */
export async function sweepCounts(tx: Tx): Promise<void> {
  await tx.run(
    `WITH days AS (
       DELETE FROM form_days WHERE workspace_id = current_workspace() AND day < now() - interval '60 days')
     DELETE FROM form_rates WHERE workspace_id = current_workspace() AND since < now() - interval '1 hour'`,
  )
}
