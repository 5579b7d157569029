import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { APP_ROLE } from '../../../platform/database/app-role.ts'
import { makeCluster, type RunningPostgres, runPostgres } from './installed-postgres.ts'
import { asOwner } from './postgres.ts'
import { freePort } from './standby.ts'

/** A Citus cluster: its coordinator, which clients talk to, and its workers. */
export interface Cluster {
  connection: ClientConfig
  workers: ClientConfig[]
  stop(): Promise<void>
}

/** Citus needs the first four. Each database has a process of Citus on each node, and tests have many databases. */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  'citus.propagate_set_commands': 'local',
  max_prepared_transactions: 400,
  wal_level: 'logical',
  'citus.node_conninfo': 'sslmode=prefer',
  max_connections: 400,
  max_worker_processes: 200,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  cluster_name: 'sourcebook-tests', // what is left of a run that was killed is known by it
}

/** A coordinator and two workers, with an empty database `sourcebook` that they share. */
export async function startCluster(program: string, directory: string): Promise<Cluster> {
  const running: RunningPostgres[] = []
  const stop = async () => {
    for (const node of running.reverse()) await node.stop()
  }
  try {
    const nodes: ClientConfig[] = []
    for (const name of ['pg', 'worker-1', 'worker-2']) {
      const data = join(directory, name)
      makeCluster(program, data)
      const port = await freePort()
      const node = { host: '127.0.0.1', port, user: 'postgres', database: 'sourcebook' }
      running.push(await runPostgres(program, data, { ...SETTINGS, port }, node))
      await asOwner({ ...node, database: 'postgres' }, async (sql) => {
        // A node connects to another as the role that a request runs as.
        await sql(`CREATE ROLE ${APP_ROLE} LOGIN`)
        // The policies \`reach\` look up, on a node, rows that are on the same node.
        await sql(`ALTER ROLE ${APP_ROLE} SET citus.allow_nested_distributed_execution = on`)
        await sql('CREATE DATABASE sourcebook')
      })
      await asOwner(node, (sql) => sql('CREATE EXTENSION citus'))
      nodes.push(node)
    }
    const [connection, ...workers] = nodes as [ClientConfig, ...ClientConfig[]]
    await asOwner(connection, async (sql) => {
      await sql('SELECT citus_set_coordinator_host($1, $2)', [connection.host, connection.port])
      for (const { host, port } of workers) await sql('SELECT citus_add_node($1, $2)', [host, port])
    })
    return { connection, workers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Spreads the migrated database over the nodes, and makes a template of it on each of them. */
export async function distribute(
  connection: ClientConfig,
  workers: readonly ClientConfig[],
): Promise<void> {
  await asOwner(connection, async (sql) => {
    for (const statement of DISTRIBUTE) await sql(statement)
  })
  for (const node of [connection, ...workers]) {
    await asOwner({ ...node, database: 'postgres' }, async (sql) => {
      // A process of Citus is connected to it, which would come back.
      await sql(`ALTER DATABASE ${connection.database} ALLOW_CONNECTIONS false`)
      await sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
        connection.database,
      ])
    })
  }
}

/** As in server/tests/catalogue/tables.ts; all others are distributed by their workspace. */
const REFERENCE = `ARRAY['accounts', 'agreement_versions', 'workspaces', 'api_tokens', 'seats', 'team_members', 'teams']`
const LOCAL = `ARRAY['access_tokens', 'channel_hooks', 'form_links', 'hook_links', 'intake_mailboxes', 'invitations',
  'key_hashes', 'token_hashes', 'password_resets', 'schema_migrations', 'secret_key_proof', 'signin_failures']`

const DISTRIBUTE = [
  // Few: each database has them all.
  'SET citus.shard_count = 4',
  'SET citus.shard_replication_factor = 1',
  // A policy of a distributed table has no subquery.
  `DO $$ DECLARE p record; BEGIN
     FOR p IN SELECT * FROM pg_policies WHERE schemaname = 'public' AND policyname = 'reach' LOOP
       EXECUTE format('ALTER POLICY reach ON %I USING (%s)', p.tablename,
         replace(p.qual, '( SELECT narrowed() AS narrowed)', 'narrowed()'));
     END LOOP;
   END $$`,
  'ALTER TABLE ingest_rates SET LOGGED',
  'ALTER TABLE form_rates SET LOGGED',
  // Citus would convert all tables that a foreign key leads to, so they come back at the end.
  `CREATE TEMP TABLE kept AS
     SELECT conrelid::regclass::text AS on_table, conname AS name, pg_get_constraintdef(oid) AS def
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  `DO $$ DECLARE k record; BEGIN
     FOR k IN SELECT * FROM kept LOOP
       EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', k.on_table, k.name);
     END LOOP;
   END $$`,
  `SELECT create_reference_table(t::regclass) FROM unnest(${REFERENCE}) t`,
  "SELECT create_distributed_table('definitions', 'workspace_id', colocate_with => 'none')",
  `DO $$ DECLARE t text; BEGIN
     FOR t IN SELECT relname FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
         AND relname <> ALL (${REFERENCE} || ${LOCAL} || 'definitions'::text)
     LOOP
       PERFORM create_distributed_table(t::regclass, 'workspace_id', colocate_with => 'definitions');
     END LOOP;
   END $$`,
  `DO $$ DECLARE k record; BEGIN
     FOR k IN SELECT * FROM kept ORDER BY on_table, name LOOP
       EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.on_table, k.name, k.def);
     END LOOP;
   END $$`,
  // Events have numbers of the coordinator. A transaction that has ended there may still have to be committed on other nodes
  // (two-phase commit); until then it holds the lock on its own number.
  `CREATE OR REPLACE FUNCTION event_horizon() RETURNS xid8 LANGUAGE sql STABLE PARALLEL SAFE
   RETURN ((SELECT least(pg_snapshot_xmin(s.now)::text::bigint, (
       SELECT min(pg_snapshot_xmax(s.now)::text::bigint
         - (pg_snapshot_xmax(s.now)::text::bigint - l.transactionid::text::bigint) % 4294967296)
       FROM pg_locks l WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted
         AND l.pid <> pg_backend_pid()))
     FROM (SELECT pg_current_snapshot() AS now) s) + event_base())::text::xid8`,
]
