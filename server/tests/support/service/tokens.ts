import { newId, newSecret, secretHash } from '../../../platform/ids.ts'
import type { TestService } from './service.ts'

/** Makes a session for an existing seat, without the time that a sign-in takes. Returns its token. */
export async function openToken(
  service: Pick<TestService, 'sql'>,
  workspaceId: string,
  crmUserId: number,
): Promise<{ token: string; sessionId: string }> {
  const token = `sat_${newSecret()}`
  const sessionId = newId()
  await service.sql(
    `INSERT INTO access_tokens (id, token_hash, account_id, workspace_id, crm_user_id, expires_at)
     SELECT $1, $2, account_id, workspace_id, crm_user_id, now() + interval '1 day'
     FROM seats WHERE workspace_id = $3 AND crm_user_id = $4`,
    [sessionId, secretHash(token), workspaceId, crmUserId],
  )
  return { token, sessionId }
}
