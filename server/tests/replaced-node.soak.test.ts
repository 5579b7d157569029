// Nodes of a cluster are lost while clients write: first the one that has their workspace, then the coordinator. The standby of
// each takes over. Nothing that was acknowledged is lost.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findServer } from '../../scripts/test-servers.mjs'
import { prepareMembers } from '../platform/database/cluster/cluster.sql.ts'
import { distributeTables } from '../platform/database/cluster/distribution.ts'
import { migrate } from '../platform/database/migrate.ts'
import { withOwner } from '../platform/database/owner.ts'
import { newSeed } from './scenarios/chance.ts'
import { faultsDespiteRefusals } from './scenarios/upgrade.rules.ts'
import { furnish, type Load, readStored, startLoad, type UpgradeDesk } from './scenarios/upgrade.ts'
import { until } from './support/clients/listener.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { startNode, startNodePair } from './support/postgres/cluster.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { runProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const { program, missing } = findServer('citus')
const seed = Number(process.env.SEED ?? newSeed())
const ROWS = 200

type Pair = Awaited<ReturnType<typeof startNodePair>>
let directory: string
let coordinators: Pair
let workers: Pair
let other: Awaited<ReturnType<typeof startNode>>
let env: Record<string, string>
let server: ServerProcess
let desk: UpgradeDesk
/** Where the coordinator is. */
let at: Pair['node']['connection']

const placeOf = ({ connection: { host, port } }: Pair['node']) => `${host}:${port}`
const command = async (words: string) => {
  const { code, stdout, stderr } = await runProcess('bin/sourcebook.mjs', words.split(' '), env)
  expect(stderr).not.toMatch(/^ {4}at /m)
  return { code, said: stdout + stderr }
}

beforeAll(async () => {
  if (missing !== undefined) return
  directory = await temporaryDirectory()
  coordinators = await startNodePair(program!, join(directory, 'coordinator'))
  workers = await startNodePair(program!, join(directory, 'worker'))
  other = await startNode(program!, join(directory, 'other'))
  at = coordinators.node.connection
  for (const { connection } of [coordinators.node, workers.node, other]) {
    await asOwner(connection, (sql) => sql('CREATE EXTENSION citus'))
  }
  await asOwner(at, async (sql) => {
    await sql('SELECT citus_set_coordinator_host($1, $2)', [at.host, at.port])
    const { host, port } = workers.node.connection
    await sql('SELECT citus_add_node($1, $2)', [host, port])
  })
  await migrate(at)
  await withOwner(at, async (client) => {
    await prepareMembers(client)
    await distributeTables(client, 4, () => {})
  })
  const hosts = [coordinators.node, coordinators.standby].map(placeOf).join()
  env = {
    DATABASE_URL: `postgres://postgres@${hosts}/sourcebook?target_session_attrs=read-write`,
    DATA_DIR: join(directory, 'data'),
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    LOG_LEVEL: 'error',
    RATE_LIMIT_INGEST: '10000000',
  }
  server = await startServerProcess({ env })
  desk = await furnish(server, at, { rows: 500, receipts: 500 })
})
afterAll(async () => {
  if (missing !== undefined) return
  await server?.stop()
  for (const node of [other, workers?.standby, workers?.node]) await node?.stop()
  for (const node of [coordinators?.standby, coordinators?.node]) await node?.stop()
  await discard(directory)
})

const promote = ({ connection }: Pair['node']) =>
  asOwner(connection, (sql) => sql('SELECT pg_promote()'))
const moreRows = async ({ traffic }: Load) => {
  const enough = traffic.acknowledged.length + ROWS
  await until(() => traffic.acknowledged.length > enough, 'more rows to be written')
}
const faultsOf = async ({ traffic }: Load) =>
  faultsDespiteRefusals(traffic, await readStored(at, desk))

describe.skipIf(missing !== undefined)('on a cluster', () => {
  test(`a node with workspaces is lost (seed ${seed})`, async () => {
    const load = startLoad(desk, server.url, seed)
    await moreRows(load)
    const [lost, heir] = [workers.node, workers.standby]
    const words = `cluster replace ${placeOf(lost)} ${placeOf(heir)}`
    expect(await command(words)).toEqual({
      code: 1,
      said: expect.stringMatching(/still takes writes: stop its PostgreSQL first\.$/m),
    })
    lost.kill()
    expect(await command(words)).toEqual({
      code: 1,
      said: expect.stringMatching(/is still a standby: promote it first\.$/m),
    })
    await promote(heir)
    expect(await command(`cluster replace ${placeOf(lost)} ${placeOf(other)}`)).toEqual({
      code: 1,
      said: expect.stringMatching(/is no standby of that node: it lacks \d+ of its \d+ parts/),
    })
    const since = performance.now()
    const { code, said } = await command(words)
    expect([code, said]).toEqual([0, expect.stringContaining('is the node that was at')])
    const again = load.traffic.acknowledged.length
    await until(() => load.traffic.acknowledged.length > again, 'the next row')
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    expect(await command(words)).toMatchObject({
      code: 0,
      said: expect.stringContaining('nothing to do'),
    })
    await moreRows(load)
    await load.end()
    expect(await faultsOf(load), server.stderr().slice(-3_000)).toEqual([])
    expect((await command('cluster status')).said).toContain(`${placeOf(heir)}\t4 parts`)
    expect(await command('doctor')).toMatchObject({ code: 0 })
    console.log(`figure: a node replaced by its standby, writes again after ${seconds} s`)
  })

  test('the coordinator is lost', async () => {
    const load = startLoad(desk, server.url, seed + 1)
    await moreRows(load)
    const [lost, heir] = [coordinators.node, coordinators.standby]
    lost.kill()
    await promote(heir)
    at = heir.connection
    await moreRows(load)
    expect(await command(`cluster replace ${placeOf(lost)} ${placeOf(heir)}`)).toMatchObject({
      code: 0,
      said: expect.stringContaining('is the node that was at'),
    })
    await moreRows(load)
    await load.end()
    expect(await faultsOf(load), server.stderr().slice(-3_000)).toEqual([])
    expect((await command('cluster status')).said).toContain(`${placeOf(heir)}\tcoordinator`)
    expect(await command('doctor')).toMatchObject({ code: 0 })
    expect(await command(`cluster add ${placeOf(other)}`)).toMatchObject({ code: 0 })
  })
})

test('the cluster is there, or it is said', () => {
  if (missing !== undefined) console.log(`skipped: ${missing}`)
})
