import type { CaseWorld } from './cases.ts'

/** Lets nobody write the column from now on, nor from what a process has in memory. */
export async function lockColumn(
  { service, desk: { workspaceId } }: Pick<CaseWorld, 'service' | 'desk'>,
  columnId: string,
): Promise<void> {
  const of = (mode: string) => ({ mode, roles: [], accountIds: [], teamIds: [] })
  await service.sql(
    `INSERT INTO column_policies (workspace_id, column_id, visible_to, editable_by, updated_by)
     VALUES ($1, $2, $3, $4, 'user:1')`,
    [workspaceId, columnId, of('everyone'), of('nobody')],
  )
  await service.sql('UPDATE row_counters SET version = version + 1 WHERE workspace_id = $1', [
    workspaceId,
  ])
}
