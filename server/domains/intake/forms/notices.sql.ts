import type { Tx } from '../../../platform/database/tx.ts'

export interface Notice {
  form_id: string
  form_name: string
  board_name: string
  board_key: string
  notify: number[]
  /** How many new rows nobody was notified of yet, and the last of them. */
  untold: number
  row_id: string
}

/** Takes the notices that are due: of each form at most one every ten minutes. */
export function takeNotices(tx: Tx): Promise<Notice[]> {
  return tx.run(
    `WITH due AS (
       SELECT n.form_id, n.untold, n.row_id FROM form_notices n
       WHERE n.workspace_id = current_workspace() AND n.untold > 0
         AND (n.told_at IS NULL OR n.told_at <= now() - interval '10 minutes')
       ORDER BY n.form_id FOR UPDATE SKIP LOCKED),
     noticed AS (
       UPDATE form_notices n SET untold = 0, told_at = now() FROM due
       WHERE n.workspace_id = current_workspace() AND n.form_id = due.form_id)
     SELECT due.form_id, due.untold, due.row_id, f.name AS form_name, f.notify, d.name AS board_name, d.key AS board_key
     FROM due
     JOIN forms f ON f.workspace_id = current_workspace() AND f.id = due.form_id AND f.removed_at IS NULL
     JOIN definitions d ON d.workspace_id = f.workspace_id AND d.id = f.definition_id AND d.deleted_at IS NULL
     ORDER BY due.form_id`,
  )
}

/** In how many milliseconds the next notice is due; null if nothing waits. */
export async function nextNotice(tx: Tx): Promise<number | null> {
  const [row] = await tx.run<{ ms: number | null }>(
    `SELECT ceil(extract(epoch FROM min(told_at) + interval '10 minutes' - now()) * 1000)::float8 AS ms
     FROM form_notices WHERE workspace_id = current_workspace() AND untold > 0`,
  )
  return row!.ms === null ? null : Math.max(0, row!.ms)
}
