import type { Tx } from '../../platform/database/tx.ts'
import type { Funding } from './documents.rules.ts'

export function putOverride(tx: Tx, kind: string, { amountMinor, period }: Funding): void {
  tx.queue(
    `INSERT INTO agreement_overrides
       (workspace_id, kind, minimum_funding_minor, minimum_funding_period)
     VALUES (current_workspace(), $1, $2, $3)
     ON CONFLICT (workspace_id, kind) DO UPDATE
       SET minimum_funding_minor = EXCLUDED.minimum_funding_minor,
         minimum_funding_period = EXCLUDED.minimum_funding_period, updated_at = EXCLUDED.updated_at`,
    [kind, amountMinor, period],
  )
}

export function deleteOverride(tx: Tx, kind: string): void {
  tx.queue(
    'DELETE FROM agreement_overrides WHERE workspace_id = current_workspace() AND kind = $1',
    [kind],
  )
}

/** Whether somebody in the workspace signed the current version, so that its document no longer changes. */
export async function isCurrentKept(tx: Tx, kind: string): Promise<boolean> {
  const kept = await tx.run(
    `SELECT 1 FROM agreement_documents d JOIN agreement_versions v USING (kind, version)
     WHERE d.workspace_id = current_workspace() AND kind = $1 AND v.effective_at = (
       SELECT max(effective_at) FROM agreement_versions WHERE kind = $1 AND effective_at <= now())`,
    [kind],
  )
  return kept.length > 0
}
