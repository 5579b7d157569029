import type { ClientBase } from 'pg'
import type { Located } from './moves.rules.ts'

/** Which part has the rows of each workspace, and on which node it is. */
export async function findParts(
  client: ClientBase,
  workspaceIds: readonly string[],
): Promise<Omit<Located, 'slug'>[]> {
  const { rows } = await client.query<Omit<Located, 'slug'>>(
    `SELECT k.id AS "workspaceId", s.part::text AS part, n.nodeid AS node
     FROM unnest($1::uuid[]) AS k (id)
     CROSS JOIN LATERAL (SELECT get_shard_id_for_distribution_column('definitions', k.id) AS part) s
     JOIN pg_dist_placement p ON p.shardid = s.part
     JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'`,
    [workspaceIds],
  )
  return rows
}

/** What each node holds, by its id: parts, and the bytes of all tables in them. */
export async function findWeights(
  client: ClientBase,
): Promise<Map<number, { parts: number; bytes: number }>> {
  const { rows } = await client.query<{ id: number; parts: number; bytes: number }>(
    `SELECT n.nodeid AS id, count(*) FILTER (WHERE s.table_name = 'definitions'::regclass)::int AS parts,
       coalesce(sum(s.shard_size), 0)::float8 AS bytes
     FROM citus_shards s JOIN pg_dist_node n ON n.nodename = s.nodename AND n.nodeport = s.nodeport
     GROUP BY n.nodeid`,
  )
  return new Map(rows.map(({ id, ...weight }) => [id, weight]))
}

/** Deletes what earlier moves have left behind, which would be in the way of a move back. */
export async function removeLeftovers(client: ClientBase): Promise<void> {
  await client.query('CALL citus_cleanup_orphaned_resources()')
}

/** `force_logical` lets people write meanwhile, `block_writes` does not. */
export type Mode = 'force_logical' | 'block_writes'

/** Gives a workspace a part of its own, on the node where it is. @returns the part */
export async function isolate(
  client: ClientBase,
  workspaceId: string,
  mode: Mode,
): Promise<string> {
  const { rows } = await client.query<{ part: string }>(
    `SELECT isolate_tenant_to_new_shard('definitions', $1::uuid, 'CASCADE', shard_transfer_mode => $2)::text AS part`,
    [workspaceId, mode],
  )
  return rows[0]!.part
}

/** Moves a part, of all tables, from one node to another. */
export async function movePart(
  client: ClientBase,
  { part, from, to }: { part: string; from: number; to: number },
  mode: Mode,
): Promise<void> {
  await client.query('SELECT citus_move_shard_placement($1::bigint, $2::int, $3::int, $4)', [
    part,
    from,
    to,
    mode,
  ])
}
