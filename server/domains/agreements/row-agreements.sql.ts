import type { Tx } from '../../platform/database/tx.ts'
import type { Moment } from '../../platform/http/cursor.ts'

export interface BindingRecord {
  id: string
  signed_at: Date
  at_us: number
  crm_user_id: number
  signer_name: string
  kind: string
  version: string
  title: string
}

/** The signatures for the workspace, newest first. A version has one at most, so there are few to sort. */
export function listBindings(tx: Tx, before: Moment, limit: number): Promise<BindingRecord[]> {
  return tx.run(
    `SELECT s.id, s.signed_at, (extract(epoch FROM s.signed_at) * 1000000)::bigint AS at_us, s.crm_user_id,
       s.signer_name, s.kind, s.version, v.title
     FROM agreement_signatures s JOIN agreement_versions v ON v.kind = s.kind AND v.version = s.version
     WHERE s.workspace_id = current_workspace() AND s.for_workspace
       AND (s.signed_at, s.id) < ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid)
     ORDER BY s.signed_at DESC, s.id DESC LIMIT $3`,
    [before.atUs, before.id, limit],
  )
}
