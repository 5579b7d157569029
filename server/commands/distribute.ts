import { parseArgs } from 'node:util'
import type { ClientBase } from 'pg'
import { VERSION } from '../../contract/language/version.ts'
import { ConfigError, loadConfig } from '../platform/config.ts'
import {
  coordinatorFaults,
  hostAndPort,
  memberFaults,
  otherReleases,
} from '../platform/database/cluster/cluster.rules.ts'
import {
  askMembers,
  findServerFacts,
  isCoordinator,
  listExtensions,
  listMembers,
  listPrograms,
  prepareMembers,
} from '../platform/database/cluster/cluster.sql.ts'
import {
  closedToRequests,
  distributeTables,
  findPlan,
  type Plan,
} from '../platform/database/cluster/distribution.ts'
import { openDatabase } from '../platform/database/database.ts'
import { schemaState } from '../platform/database/migrate.ts'
import { withOwner } from '../platform/database/owner.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { openLog } from '../platform/log.ts'
import { progress } from './progress.ts'

const USAGE = 'Usage: sourcebook distribute [--dry-run] [--shards N]'
/** Half of Citus' own number: requests wait while they are made. A workspace is in one of them, so as many nodes hold rows at most. */
const SHARDS = 16
const MOST_SHARDS = 512

/** Distributes the tables over the nodes of a Citus cluster: all of it in one transaction, or nothing. */
export async function distributeCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { 'dry-run': { type: 'boolean', default: false }, shards: { type: 'string' } },
  })
  const shards = shardsOf(values.shards)
  const config = loadConfig(process.env)
  if (config.databaseUrl === null) {
    throw new ExpectedError(
      'distribute is for a PostgreSQL with Citus, and this one is embedded: back it up, restore the backup into a database ' +
        'on the coordinator, and set DATABASE_URL to that (docs/scaling.md).',
    )
  }
  if (config.databaseReplicaUrls.length > 0) {
    throw new ConfigError(
      'DATABASE_REPLICA_URLS',
      'names replicas of the coordinator, which have no rows of workspaces: unset it here and for the service',
    )
  }
  const handle = await openDatabase(config, openLog('error'))
  try {
    if (handle.isLent) {
      refuse([
        'DATABASE_URL leads through a pooler, behind which a running service would not notice: stop the service, and set DATABASE_URL to the coordinator itself for this command',
      ])
    }
    await withOwner(handle.connection, async (client) => {
      await refuseServer(client)
      const plan = await findPlan(client, shards)
      await refusePlan(client, plan)
      sayPlan(plan)
      if (!values['dry-run'] && plan.steps.length > 0) await carryOut(client, shards)
    })
  } finally {
    await handle.stop()
  }
}

function shardsOf(given: string | undefined): number {
  const shards = given === undefined ? SHARDS : Number(given)
  if (Number.isInteger(shards) && shards >= 1 && shards <= MOST_SHARDS) return shards
  throw new ExpectedError(`--shards: "${given}" is not a number from 1 to ${MOST_SHARDS}. ${USAGE}`)
}

/** @throws ExpectedError that names everything that keeps the database from being distributed */
async function refuseServer(client: ClientBase): Promise<void> {
  refuse(coordinatorFaults(await findServerFacts(client)))
  if (!(await isCoordinator(client))) {
    refuse(['DATABASE_URL leads to another node: set it to the coordinator'])
  }
  if ((await schemaState(client)) !== 'current') {
    refuse(['the tables are not those of this release: run "sourcebook migrate" first'])
  }
  refuse(
    memberFaults(await listMembers(client), await askMembers(client), await listExtensions(client)),
  )
  const others = otherReleases(await listPrograms(client), VERSION)
  if (others.length > 0) {
    refuse([
      'a process of another release is connected, which could not work on a cluster: restart every process with this one first',
    ])
  }
}

async function refusePlan(client: ClientBase, { obstacles, locks }: Plan): Promise<void> {
  const answers = [...(await askMembers(client)).values()]
  const least = Math.min(...answers.map((one) => (typeof one === 'object' ? one.locks : 0)))
  refuse([
    ...obstacles,
    ...(locks > least
      ? [
          `a node has room for ${least} locks, and up to ${locks} are needed: set max_locks_per_transaction to ${Math.ceil((locks / least) * 64)} or more on all nodes, and restart PostgreSQL`,
        ]
      : []),
  ])
}

function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return
  const lines = faults.map((fault) => `- ${fault}`)
  throw new ExpectedError(`The database cannot be distributed yet:\n${lines.join('\n')}`)
}

function sayPlan({ steps }: Plan): void {
  if (steps.length === 0) {
    console.log('Every table is at its place: nothing to do.')
    return
  }
  for (const [at, { what }] of steps.entries()) console.log(`${at + 1}. ${what}`)
}

async function carryOut(client: ClientBase, shards: number): Promise<void> {
  const problems = await prepareMembers(client)
  refuse(problems.map((problem) => `a node could not be prepared: ${problem}`))
  refuse(
    (await closedToRequests(client)).map(
      (problem) =>
        `a node does not let the role sourcebook_app in (${problem}): allow it in pg_hba.conf, from the nodes of the cluster only`,
    ),
  )
  const waitedMs = await distributeTables(client, shards, progress())
  const nodes = (await listMembers(client)).filter(({ holdsRows }) => holdsRows)
  console.log(
    `Distributed over ${nodes.map(hostAndPort).join(' and ')}. Requests waited for ${(waitedMs / 1000).toFixed(1)} s.`,
  )
}
