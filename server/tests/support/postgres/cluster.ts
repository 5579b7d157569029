import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { prepareMembers } from '../../../platform/database/cluster/cluster.sql.ts'
import { distributeTables } from '../../../platform/database/cluster/distribution.ts'
import { withOwner } from '../../../platform/database/owner.ts'
import { until } from '../clients/listener.ts'
import { copyCluster, makeCluster, runPostgres } from './installed-postgres.ts'
import { asOwner, serverProcesses } from './postgres.ts'
import { freePort } from './standby.ts'

/** A Citus cluster: its coordinator, which clients talk to, and its workers. */
export interface Cluster {
  connection: ClientConfig
  workers: ClientConfig[]
  /** The processes of PostgreSQL, the coordinator's first. */
  pids: number[]
  /** SIGKILL for the coordinator, which then starts again. */
  crashCoordinator(): Promise<void>
  stop(): Promise<void>
}

/**
 * What `sourcebook distribute` sets for one database is set for all here, since each test has its own. Each database has a process of
 * Citus on each node.
 */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  'citus.propagate_set_commands': 'local',
  max_prepared_transactions: 400,
  wal_level: 'logical',
  'citus.enable_unsafe_triggers': 'on', // those of tests look at the row alone
  'citus.node_conninfo': 'sslmode=prefer',
  max_connections: 400,
  max_worker_processes: 200,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  cluster_name: 'sourcebook-tests', // what is left of a run that was killed is known by it
}

/** A server of its own, which can be killed. */
interface Node {
  connection: ClientConfig
  pid: number
  kill(): void
  /** Kills it, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL with Citus and an empty database `sourcebook`, which could be a node. */
export async function startNode(program: string, data: string): Promise<Node> {
  makeCluster(program, data)
  const node = await runNode(program, data, await freePort())
  const connection = { ...node.connection, database: 'postgres' }
  await asOwner(connection, (sql) => sql('CREATE DATABASE sourcebook'))
  return node
}

/** The same with its standby, for which every commit waits. */
export async function startNodePair(
  program: string,
  data: string,
): Promise<{ node: Node; standby: Node }> {
  const { connection, stop } = await startNode(program, data)
  await stop()
  const copy = `${data}-standby`
  await copyCluster(data, copy)
  const port = connection.port!
  const node = await runNode(program, data, port, { synchronous_standby_names: '*' })
  const following = { primary_conninfo: `host=127.0.0.1 port=${port} user=postgres` }
  return { node, standby: await runNode(program, copy, await freePort(), following) }
}

async function runNode(
  program: string,
  data: string,
  port: number,
  more: Record<string, string> = {},
): Promise<Node> {
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'sourcebook' }
  const run = () => runPostgres(program, data, { ...SETTINGS, ...more, port }, connection)
  let running = await run()
  return {
    connection,
    pid: running.pid,
    kill: () => running.kill(),
    crash: async () => {
      const pids = [running.pid, ...serverProcesses(running.pid)]
      running.kill()
      await until(() => !pids.some(isAlive), 'PostgreSQL to end')
      running = await run()
    },
    stop: () => running.stop(),
  }
}

/** A coordinator and its workers, with an empty database `sourcebook` that they share. */
export async function startCluster(
  program: string,
  directory: string,
  count = 2,
): Promise<Cluster> {
  const running: Node[] = []
  const stop = async () => {
    for (const node of running.reverse()) await node.stop()
  }
  try {
    const nodes: ClientConfig[] = []
    const names = Array.from({ length: count }, (_, n) => `worker-${n + 1}`)
    for (const name of ['pg', ...names]) {
      const node = await startNode(program, join(directory, name))
      running.push(node)
      await asOwner(node.connection, (sql) => sql('CREATE EXTENSION citus'))
      nodes.push(node.connection)
    }
    const [connection, ...workers] = nodes as [ClientConfig, ...ClientConfig[]]
    await asOwner(connection, async (sql) => {
      await sql('SELECT citus_set_coordinator_host($1, $2)', [connection.host, connection.port])
      for (const { host, port } of workers) await sql('SELECT citus_add_node($1, $2)', [host, port])
    })
    const { crash } = running[0]!
    return {
      connection,
      workers,
      pids: running.map(({ pid }) => pid),
      crashCoordinator: crash,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Few, because each database has them all; more than workers, so that a node has several. */
const SHARDS = 4

/** Spreads the migrated database over the nodes, and makes a template of it on each of them. */
export async function distribute(
  connection: ClientConfig,
  workers: readonly ClientConfig[],
): Promise<void> {
  await withOwner(connection, async (client) => {
    await prepareMembers(client)
    await distributeTables(client, SHARDS, () => {})
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
