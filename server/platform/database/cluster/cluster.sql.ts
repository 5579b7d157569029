import type { ClientBase } from 'pg'
import { APP_ROLE } from '../app-role.ts'
import type { Member, NodeAnswer, Place, ServerFacts } from './cluster.rules.ts'

/** What one server says about itself; without Citus too. */
export async function findServerFacts(client: ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(
    `SELECT current_setting('server_version_num')::int AS postgres,
       (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS citus,
       current_setting('citus.version', true) IS NOT NULL AS "isPreloaded",
       EXISTS (SELECT FROM pg_available_extensions WHERE name = 'citus') AS "isInstalled",
       r.rolsuper AS "isSuperuser", r.rolname AS user, current_database() AS database,
       current_setting('max_locks_per_transaction')::int
         * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) AS locks
     FROM pg_roles r WHERE r.rolname = current_user`,
  )
  return rows[0]!
}

/** Whether this server leads the cluster. Others know the tables too, but not how to plan for them. */
export async function isCoordinator(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>(
    'SELECT groupid = 0 AS leads FROM pg_dist_local_group',
  )
  return rows[0]?.leads ?? true
}

/** The nodes of the cluster, the coordinator first if the others know it. */
export async function listMembers(client: ClientBase): Promise<Member[]> {
  const { rows } = await client.query<Member>(
    `SELECT nodeid AS id, nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator",
       shouldhaveshards AS "holdsRows", isactive AND metadatasynced AS "isActive"
     FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid, nodeid`,
  )
  return rows
}

/** What a node says about itself. */
const ANSWER = `json_build_object(
  'postgres', current_setting('server_version_num')::int,
  'citus', (SELECT extversion FROM pg_extension WHERE extname = 'citus'),
  'prepared', current_setting('max_prepared_transactions')::int,
  'connections', current_setting('max_connections')::int,
  'walLevel', current_setting('wal_level'),
  'encoding', current_setting('server_encoding'),
  'keeps', current_setting('fsync') || current_setting('full_page_writes') NOT LIKE '%off%'
    AND current_setting('synchronous_commit') <> 'off',
  'timeZone', current_setting('timezone'),
  'propagates', current_setting('citus.propagate_set_commands', true),
  'locks', current_setting('max_locks_per_transaction')::int
    * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int),
  'plugins', CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE')
    THEN current_setting('output_plugin_libraries', true) END,
  'role', (SELECT json_build_object('mayLogIn', rolcanlogin, 'isFree', rolsuper OR rolbypassrls,
      'nests', coalesce(rolconfig::text LIKE '%citus.allow_nested_distributed_execution=on%', false))
    FROM pg_roles WHERE rolname = '${APP_ROLE}'),
  'extensions', (SELECT json_agg(name) FROM pg_available_extensions),
  'leftOpen', (SELECT count(*) FROM pg_prepared_xacts
    WHERE database = current_database() AND prepared < now() - interval '2 minutes'),
  'clockMs', extract(epoch FROM clock_timestamp()) * 1000)`

/** What each node says about itself, by its id; or why it does not answer. */
export async function askMembers(client: ClientBase): Promise<Map<number, NodeAnswer | string>> {
  const { rows } = await client.query<{ id: number; success: boolean; result: string }>(
    'SELECT nodeid AS id, success, result FROM run_command_on_all_nodes($1)',
    [`SELECT ${ANSWER}::text`],
  )
  return new Map(
    rows.map(({ id, success, result }) => [
      id,
      success ? (JSON.parse(result) as NodeAnswer) : result.trim(),
    ]),
  )
}

/** The same of one node, which need not be in a cluster. */
export async function askOne(client: ClientBase): Promise<NodeAnswer> {
  const { rows } = await client.query<{ answer: NodeAnswer }>(`SELECT ${ANSWER} AS answer`)
  return rows[0]!.answer
}

/**
 * Whether each node's Citus lets tables with row-level security follow a part that moves, by the text of its library; of nodes
 * where this user may not read that, nothing.
 */
export async function findPatched(client: ClientBase): Promise<Map<number, boolean>> {
  const { rows } = await client.query<{ id: number; result: string }>(
    'SELECT nodeid AS id, result FROM run_command_on_all_nodes($1) WHERE success',
    [
      `SELECT position('SUPERUSER BYPASSRLS IN ROLE'::bytea IN
         pg_read_binary_file((SELECT setting FROM pg_config WHERE name = 'PKGLIBDIR') || '/citus.so')) > 0`,
    ],
  )
  return new Map(rows.map(({ id, result }) => [id, result === 't']))
}

/** Why other nodes do not let the current user in, one line each. */
export async function listClosedDoors(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ problem: string }>(
    "SELECT trim(result) AS problem FROM run_command_on_workers('SELECT 1') WHERE NOT success ORDER BY 1",
  )
  return rows.map(({ problem }) => problem)
}

/** The extensions that the service's tables need. */
export async function listExtensions(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT extname AS name FROM pg_extension
     WHERE extname NOT IN ('plpgsql', 'citus', 'citus_columnar') ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** What programs of the service are connected, by the names that they give themselves. */
export async function listPrograms(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND application_name LIKE 'sourcebook%' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Prepares every node: Citus connects to the others as the role that a request runs as, and tells them the settings of its
 * transactions. Policies look up, on a node, rows that are on the same node. Sessions that begin later have the settings.
 * @returns what could not be done, by node
 */
export async function prepareMembers(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ problem: string }>(
    `SELECT trim(result) AS problem FROM run_command_on_all_nodes($1) WHERE NOT success`,
    [PREPARE],
  )
  return rows.map(({ problem }) => problem)
}

/** On one node, in one statement. */
const PREPARE = `DO $$ BEGIN
  SET LOCAL citus.enable_ddl_propagation = off;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
    CREATE ROLE ${APP_ROLE} NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
  ALTER ROLE ${APP_ROLE} LOGIN;
  ALTER ROLE ${APP_ROLE} SET citus.allow_nested_distributed_execution = on;
  EXECUTE format('ALTER DATABASE %I SET timezone = %L', current_database(), 'UTC');
  EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands = %L', current_database(), 'local');
END $$`

/** The same on one node, before it belongs to the cluster. */
export async function prepareOne(client: ClientBase): Promise<void> {
  await client.query(PREPARE)
}

/** How many tables a database has that belong to no extension. */
export async function countTables(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT EXISTS (
       SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`,
  )
  return rows[0]!.count
}

/** Tells the nodes where the coordinator is. */
export async function setCoordinator(client: ClientBase, at: Place): Promise<void> {
  await client.query('SELECT citus_set_coordinator_host($1, $2)', [at.host, at.port])
}

export async function addMember(client: ClientBase, at: Place): Promise<void> {
  await client.query('SELECT citus_add_node($1, $2)', [at.host, at.port])
}

/** Takes a node out that holds no rows. */
export async function removeMember(client: ClientBase, at: Place): Promise<void> {
  await client.query('SELECT citus_remove_node($1, $2)', [at.host, at.port])
}

/** What a server says of itself that might take over from a node. */
export interface Heir {
  isStandby: boolean
  /** How many of the node's parts of tables it does not have. */
  lacking: number
}

/** @param parts the names of the node's parts of tables */
export async function findHeir(client: ClientBase, parts: readonly string[]): Promise<Heir> {
  const { rows } = await client.query<Heir>(
    `SELECT pg_is_in_recovery() AS "isStandby",
       (SELECT count(*)::int FROM unnest($1::text[]) AS part WHERE to_regclass(part) IS NULL) AS lacking`,
    [parts],
  )
  return rows[0]!
}

/** The names of the parts of tables that a node holds. */
export async function listPartNames(client: ClientBase, { id }: Member): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT shard_name(s.logicalrelid, s.shardid) AS name FROM pg_dist_shard s
     JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node n USING (groupid)
     WHERE n.nodeid = $1::int AND s.logicalrelid <> 0`,
    [id],
  )
  return rows.map(({ name }) => name)
}

/** Sends what is for a node to another address from now on. A backend that waits for the node is ended after some seconds. */
export async function relocateMember(client: ClientBase, { id }: Member, to: Place): Promise<void> {
  await client.query('SELECT citus_update_node($1, $2, $3, force => true, lock_cooldown => 3000)', [
    id,
    to.host,
    to.port,
  ])
}

/** Copies the tables that every node has to new nodes. They are small, so writers wait meanwhile. */
export async function copyReferences(client: ClientBase): Promise<void> {
  await client.query("SELECT replicate_reference_tables('block_writes')")
}

/** Ends the sessions of the service, so that its processes connect again. A backup goes on. */
export async function endOwnSessions(client: ClientBase): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND application_name LIKE 'sourcebook%' AND application_name <> 'sourcebook backup'`,
  )
}
