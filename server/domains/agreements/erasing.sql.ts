import { ERASED_NAME } from '../../../shared/erased-name.ts'
import type { OwnerQuery } from '../../platform/database/owner.ts'

/** Takes the person out of their signatures, of which the rest stays. @returns the ids of the signatures. */
export const eraseSigner = (query: OwnerQuery, accountId: string): Promise<{ id: string }[]> =>
  query(
    `UPDATE agreement_signatures
     SET email = '', signer_name = $2, signer_title = '–', address = '', user_agent = ''
     WHERE workspace_id = current_workspace() AND account_id = $1 AND signer_name <> $2 RETURNING id`,
    [accountId, ERASED_NAME],
  )

export const eraseViewer = (query: OwnerQuery, accountId: string): Promise<unknown> =>
  query(
    `UPDATE agreement_views SET name = $2
     WHERE workspace_id = current_workspace() AND account_id = $1`,
    [accountId, ERASED_NAME],
  )
