import type { Tx } from '../../../platform/database/tx.ts'

/** Stamps rows with a run, unless they have a stamp already. */
export function stampRows(
  tx: Tx,
  definitionId: string,
  ids: readonly string[],
  runId: string,
): void {
  tx.queue(
    `UPDATE rows SET import_run_id = $3 WHERE workspace_id = current_workspace()
       AND definition_id = $1 AND id = ANY ($2::uuid[]) AND import_run_id IS NULL`,
    [definitionId, ids, runId],
  )
}
