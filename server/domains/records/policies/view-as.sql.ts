import type { KeyScope } from '../../../../contract/operation.ts'
import type { Tx } from '../../../platform/database/db.ts'

/** A key of a definition, unless it is revoked. */
export async function findKey(
  tx: Tx,
  definitionId: string,
  keyId: string,
): Promise<{ scopes: KeyScope[] } | undefined> {
  const [key] = await tx.run<{ scopes: KeyScope[] }>(
    `SELECT scopes FROM ingest_keys
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND id = $2
       AND revoked_at IS NULL`,
    [definitionId, keyId],
  )
  return key
}
