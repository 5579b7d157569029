import type { ClientBase } from 'pg'
import { APP_ROLE } from '../app-role.ts'
import { holdMigrations } from '../migration-lock.ts'
import { inTransaction } from '../owner.ts'
import { changeTables } from '../table-change.ts'
import { endOwnSessions, listClosedDoors, listMembers } from './cluster.sql.ts'
import {
  asOnCluster,
  type Found,
  locksFor,
  planDistribution,
  type Step,
  strangersOf,
} from './distribution.rules.ts'
import {
  findForeignKeys,
  findFunctions,
  findHorizon,
  findNumber,
  findPolicies,
  findTables,
  hasCitus,
  hasDistributed,
} from './distribution.sql.ts'
import { places } from './places.ts'

/** Whether the tables are distributed over the nodes of a cluster. */
export const isDistributed = async (client: ClientBase): Promise<boolean> =>
  (await hasCitus(client)) && (await hasDistributed(client))

export interface Plan {
  steps: Step[]
  /** The obstacles, one line each, with the remedy. */
  obstacles: string[]
  /** How many locks a node has to have room for. */
  locks: number
}

/** The steps that are left until every table is at its place. */
export async function findPlan(client: ClientBase, shards: number): Promise<Plan> {
  const found = await findAll(client)
  const steps = planDistribution(found, places, shards)
  const nodes = (await listMembers(client)).filter(({ holdsRows }) => holdsRows)
  return {
    steps,
    obstacles: strangersOf(found, places).map(
      ({ table, name, refersTo }) =>
        `the foreign key ${name} leads from ${table} to ${refersTo}, and one of them is not Sourcebook’s: drop it`,
    ),
    locks: locksFor(steps, shards, Math.max(nodes.length, 1)),
  }
}

async function findAll(client: ClientBase): Promise<Found> {
  return {
    tables: await findTables(client),
    foreignKeys: await findForeignKeys(client),
    policies: await findPolicies(client),
    functions: await findFunctions(client),
    waitsForNodes: await findHorizon(client),
    logsNumbers: await findNumber(client),
  }
}

/**
 * Distributes the tables in one transaction: all of them, or none. Requests wait meanwhile, and then connect again.
 * @param say hears of each step before it is done
 * @returns for how many milliseconds requests waited
 */
export async function distributeTables(
  client: ClientBase,
  shards: number,
  say: (what: string) => void,
): Promise<number> {
  await client.query('SET client_min_messages = warning')
  let since = 0
  await changeTables(client, async () => {
    await holdMigrations(client)
    since = performance.now()
    // They do not have the settings that a cluster needs. And as long as all of them connect again, nobody has a table.
    await endOwnSessions(client)
    await client.query(`LOCK TABLE ${Object.keys(places).join(', ')} IN ACCESS EXCLUSIVE MODE`)
    await client.query('SET LOCAL lock_timeout = 0')
    await takeSteps(client, shards, say)
  })
  const waitedMs = performance.now() - since
  say('analyze')
  await client.query('ANALYZE')
  return waitedMs
}

/** Runs the statements of a migration. On a cluster, what they make gets its place in the same transaction. */
export async function runStatements(
  client: ClientBase,
  statements: readonly string[],
): Promise<void> {
  const isThere = await isDistributed(client)
  if (isThere) await client.query(ONE_BY_ONE)
  for (const statement of statements) {
    await client.query(isThere ? asOnCluster(statement) : statement)
    // Before the next statement, which may be a foreign key.
    if (isThere && /\bCREATE (UNLOGGED )?TABLE\b/.test(statement)) await placeNew(client)
  }
  if (isThere) await placeNew(client)
}

const placeNew = (client: ClientBase): Promise<void> => takeSteps(client, 1, () => {})

/** A node is told everything on one connection, so that a later step sees what an earlier one did. */
const ONE_BY_ONE = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'"

async function takeSteps(
  client: ClientBase,
  shards: number,
  say: (what: string) => void,
): Promise<void> {
  await client.query(ONE_BY_ONE)
  for (const { what, statements } of planDistribution(await findAll(client), places, shards)) {
    say(what)
    for (const statement of statements) await client.query(statement)
  }
}

/** Why other nodes do not let the role of requests in, one line each. */
export const closedToRequests = (client: ClientBase): Promise<string[]> =>
  inTransaction(client, async () => {
    await client.query(`SET LOCAL ROLE ${APP_ROLE}`)
    return listClosedDoors(client)
  })
