import { ERASED_NAME } from '../../../../shared/erased-name.ts'
import type { OwnerQuery } from '../../../platform/database/owner.ts'

/** Takes a name out of the mentions in comments that mention the person. */
export const eraseMentions = (
  query: OwnerQuery,
  crmUserId: number,
  name: string,
): Promise<unknown> =>
  query(
    `UPDATE comments SET body = replace(body, '@' || $2, '@' || $3)
     WHERE workspace_id = current_workspace() AND $1 = ANY (mentions) AND strpos(body, '@' || $2) > 0`,
    [crmUserId, name, ERASED_NAME],
  )

/** Nobody reads them any more. */
export const deleteMentions = (query: OwnerQuery, crmUserId: number): Promise<unknown> =>
  query(
    'DELETE FROM comment_mentions WHERE workspace_id = current_workspace() AND crm_user_id = $1',
    [crmUserId],
  )

export const deletePrivateViews = (query: OwnerQuery, by: readonly string[]): Promise<unknown> =>
  query(
    `DELETE FROM saved_views
     WHERE workspace_id = current_workspace() AND private AND created_by = ANY ($1::text[])`,
    [by],
  )
