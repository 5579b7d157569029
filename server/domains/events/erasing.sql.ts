import { ERASED_NAME } from '../../../shared/erased-name.ts'
import type { OwnerQuery } from '../../platform/database/owner.ts'

/** The names that events about these subjects hold. */
export const listNames = (
  query: OwnerQuery,
  subjects: readonly string[],
): Promise<{ name: string }[]> =>
  query(
    `SELECT DISTINCT data ->> 'name' AS name FROM events
     WHERE workspace_id = current_workspace() AND subject = ANY ($1::text[]) AND data ? 'name'`,
    [subjects],
  )

/** Takes names and network addresses out of events about these subjects. @returns the ids of the events. */
export const erasePeople = (
  query: OwnerQuery,
  subjects: readonly string[],
): Promise<{ id: string }[]> =>
  query(
    `UPDATE events SET data = jsonb_set(data - 'address', '{name}', to_jsonb($2::text), false)
     WHERE workspace_id = current_workspace() AND subject = ANY ($1::text[])
       AND (data ->> 'name' <> $2 OR data ? 'address') RETURNING id`,
    [subjects, ERASED_NAME],
  )
