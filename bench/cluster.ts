import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareMembers } from '../server/platform/database/cluster/cluster.sql.ts'
import { distributeTables } from '../server/platform/database/cluster/distribution.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { withOwner } from '../server/platform/database/owner.ts'
import { type Cluster, startCluster } from '../server/tests/support/postgres/cluster.ts'

/** As many as `distribute` makes by itself. */
const SHARDS = 16

/** A coordinator and that many nodes, reached over TCP, with the service's tables distributed over the nodes. */
export async function startBenchCluster(
  program: string,
  home: string,
  nodes: number,
): Promise<Cluster & { url: string }> {
  const directory = await mkdtemp(join(home, 'cluster-'))
  await chmod(directory, 0o755) // PostgreSQL may run as another user
  const cluster = await startCluster(program, directory, nodes)
  try {
    const { connection } = cluster
    await migrate(connection)
    await withOwner(connection, async (client) => {
      const problems = await prepareMembers(client)
      if (problems.length > 0) throw new Error(problems.join('\n'))
      await distributeTables(client, SHARDS, () => {})
    })
    const { user, host, port, database } = connection
    return { ...cluster, url: `postgres://${user}@${host}:${port}/${database}` }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}
