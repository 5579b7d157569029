import type { OwnerQuery } from '../../platform/database/owner.ts'

/** The keys of all files of the workspace, also of those that are being uploaded. */
export const listFileKeys = (query: OwnerQuery): Promise<{ key: string }[]> =>
  query('SELECT store_key AS key FROM files WHERE workspace_id = current_workspace()', [])

/** The keys of the files that imports still read. */
export const listRunKeys = (query: OwnerQuery): Promise<{ key: string }[]> =>
  query(
    `SELECT file ->> 'key' AS key FROM import_runs
     WHERE workspace_id = current_workspace() AND file ->> 'key' IS NOT NULL`,
    [],
  )
