/** On a cluster, keeps a table of a test on the node of its workspace, by `workspace_id`, where triggers of other tables write it. */
export async function keepBesideRows(
  sql: (text: string) => Promise<unknown>,
  table: string,
): Promise<void> {
  await sql(`DO $$ BEGIN
    IF to_regclass('pg_dist_partition') IS NOT NULL THEN
      IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'rows'::regclass AND partmethod = 'h') THEN
        PERFORM create_distributed_table('${table}', 'workspace_id', colocate_with => 'rows');
      END IF;
    END IF;
  END $$`)
}
