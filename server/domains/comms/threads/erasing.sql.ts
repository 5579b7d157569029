import { ERASED_NAME } from '../../../../shared/erased-name.ts'
import type { OwnerQuery } from '../../../platform/database/owner.ts'

/** Takes the name of a person of the desk off the messages that they sent. */
export const eraseSender = (query: OwnerQuery, crmUserId: number): Promise<unknown> =>
  query(
    `UPDATE messages SET sender_name = $2
     WHERE workspace_id = current_workspace() AND sender_type = 'user' AND sender_id = $1
       AND sender_name <> $2`,
    [crmUserId, ERASED_NAME],
  )
