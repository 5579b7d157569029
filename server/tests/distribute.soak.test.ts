// A filled database becomes one of a cluster while clients write, and distribute is killed on the way. Then a node is added and a
// workspace moves to it, while clients go on. Nothing that was acknowledged is lost, and events are complete.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findServer } from '../../scripts/test-servers.mjs'
import { places } from '../platform/database/cluster/places.ts'
import { MIGRATIONS, migrate } from '../platform/database/migrate.ts'
import { newSeed } from './scenarios/chance.ts'
import { faultsDespiteRefusals } from './scenarios/upgrade.rules.ts'
import { furnish, type Load, readStored, startLoad, type UpgradeDesk } from './scenarios/upgrade.ts'
import { until } from './support/clients/listener.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { startNode } from './support/postgres/cluster.ts'
import { asOwner, urlOf } from './support/postgres/postgres.ts'
import { runProcess, startProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const { program, missing } = findServer('citus')
const seed = Number(process.env.SEED ?? newSeed())
/** Requests answered in each phase. */
const PHASE = 400
/** How often the coordinator is killed. */
const CRASHES = 5
/** Statements at which distribute is killed. */
const KILLED_AT = ['DROP CONSTRAINT', 'create_distributed_table', 'ADD CONSTRAINT', 'COMMIT']

type Node = Awaited<ReturnType<typeof startNode>>
let directory: string
let nodes: Node[]
let env: Record<string, string>
let server: ServerProcess
let desk: UpgradeDesk
let slug: string
/** Ids of rows that were acknowledged, of all loads so far. */
const acknowledged: string[] = []

beforeAll(async () => {
  if (missing !== undefined) return
  directory = await temporaryDirectory()
  nodes = []
  for (const name of ['pg', 'worker-1', 'worker-2', 'worker-3']) {
    nodes.push(await startNode(program!, join(directory, name)))
  }
  env = {
    DATABASE_URL: urlOf(coordinator()),
    DATA_DIR: join(directory, 'data'),
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    LOG_LEVEL: 'error',
    RATE_LIMIT_INGEST: '10000000',
  }
  server = await startServerProcess({ env })
  desk = await furnish(server, coordinator(), { rows: 4_000, receipts: 10_000 })
  const workspace = await server.api('GET', '/v1/workspace', { token: desk.token })
  slug = workspace.body.data.slug
})
afterAll(async () => {
  if (missing !== undefined) return
  await server?.stop()
  for (const node of nodes.reverse()) await node.stop()
  await discard(directory)
})

const coordinator = () => nodes[0]!.connection
const placeOf = ({ connection: { host, port } }: Node) => `${host}:${port}`
const command = async (words: string) => {
  const { code, stdout, stderr } = await runProcess('bin/sourcebook.mjs', words.split(' '), env)
  expect(stderr).not.toMatch(/^ {4}at /m)
  return { code, said: stdout + stderr }
}
const onAll = async (statement: string) => {
  for (const { connection } of nodes) await asOwner(connection, (sql) => sql(statement))
}

/** What is wrong with what was written and with the events. */
async function faultsOf({ traffic }: Load): Promise<string[]> {
  acknowledged.push(...traffic.acknowledged)
  const faults = faultsDespiteRefusals(
    { ...traffic, acknowledged },
    await readStored(coordinator(), desk),
  )
  const pulled = new Map<string, number>()
  let cursor = ''
  do {
    const at = cursor === '' ? '' : `&cursor=${cursor}`
    const { body, text } = await server.api('GET', `/v1/events?limit=500${at}`, {
      token: desk.token,
    })
    expect(body.data, text).toBeInstanceOf(Array)
    for (const { id } of body.data) pulled.set(id, (pulled.get(id) ?? 0) + 1)
    cursor = body.data.length === 0 ? '' : (body.nextCursor ?? '')
  } while (cursor !== '')
  const events = await asOwner(coordinator(), (sql) => sql('SELECT id FROM events'))
  const missed = events.filter(({ id }) => !pulled.has(id)).length
  const twice = [...pulled.values()].filter((times) => times > 1).length
  return [
    ...faults,
    ...(missed > 0 ? [`${missed} of ${events.length} events are missed`] : []),
    ...(twice > 0 ? [`${twice} events come twice`] : []),
  ]
}

const countOf = (text: string) =>
  asOwner(coordinator(), async (sql) => (await sql(`SELECT count(*)::int AS n FROM ${text}`))[0].n)
const countDistributed = async () =>
  (await countOf("pg_extension WHERE extname = 'citus'")) === 0
    ? 0
    : countOf("pg_dist_partition WHERE partmethod = 'h'")

/** Kills distribute while it is at a statement. @returns whether it was done nevertheless */
async function killAt(statement: string): Promise<boolean> {
  const running = startProcess('bin/sourcebook.mjs', ['distribute', '--shards', '4'], env)
  const session = `pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND application_name = 'sourcebook worker (owner)' AND state <> 'idle'`
  let hasEnded = false
  running.exited.then(() => {
    hasEnded = true
  })
  await until(
    async () => hasEnded || (await countOf(`${session} AND query LIKE '%${statement}%'`)) > 0,
    `distribute to be at ${statement}`,
  )
  running.kill()
  await running.exited
  await until(async () => (await countOf(session)) === 0, 'its transaction to end')
  return (await countDistributed()) > 0
}

describe.skipIf(missing !== undefined)('on a cluster', () => {
  test(`a database is distributed while clients write, after distribute was killed (seed ${seed})`, async () => {
    const needs = async (what: RegExp) => {
      const { code, said } = await command('distribute')
      expect([code, said]).toEqual([1, expect.stringMatching(what)])
    }
    await needs(
      /^- the database sourcebook does not have the extension: .*CREATE EXTENSION citus$/m,
    )
    await onAll('CREATE EXTENSION citus')
    await needs(/^- no other node holds rows yet: add one with "sourcebook cluster add/m)
    for (const node of nodes.slice(1, 3)) {
      const { code, said } = await command(`cluster add ${placeOf(node)}`)
      expect([code, said]).toEqual([
        0,
        expect.stringMatching(/Once all are added, run "sourcebook d/),
      ])
    }
    const dry = await command('distribute --dry-run')
    expect(dry).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^\d+\. distribute rows by/m),
    })
    expect(await countDistributed()).toBe(0)

    const load = startLoad(desk, server.url, seed)
    await load.more(PHASE)
    const killed: string[] = []
    for (const statement of KILLED_AT) {
      const isDone = await killAt(statement)
      killed.push(`${statement}: ${isDone ? 'done' : 'nothing'}`)
      await load.more(PHASE / 4)
      if (isDone) break
      expect(await countDistributed()).toBe(0)
    }
    const { code, said } = await command('distribute --shards 4')
    expect([code, said]).toEqual([0, expect.stringMatching(/Requests waited for|nothing to do/)])
    await load.more(PHASE)
    await load.end()
    expect(await faultsOf(load), server.stderr().slice(-3_000)).toEqual([])
    expect(await countOf("pg_constraint WHERE contype = 'f' AND NOT convalidated")).toBe(0)
    const again = await command('distribute')
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining('nothing to do') })
    expect(await command('verify')).toMatchObject({ code: 0 })
    expect(await command('doctor')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^ok {4}every table is at its place on the cluster$/m),
    })
    console.log(
      `figure: ${acknowledged.length} rows acknowledged and stored; killed at ${killed.join(', ')}; ${/Requests waited for [\d.]+ s/.exec(said)?.[0] ?? 'done by a killed one'}`,
    )
  })

  test('a node is added and a workspace moves to it, to and fro, while clients write', async () => {
    const load = startLoad(desk, server.url, seed + 1)
    await load.more(PHASE / 4)
    const added = await command(`cluster add ${placeOf(nodes[3]!)}`)
    expect(added).toMatchObject({
      code: 0,
      said: expect.stringContaining('holds no workspaces until'),
    })
    const { said: before } = await command('cluster status')
    expect(before).toMatch(new RegExp(`^${placeOf(nodes[3]!)}\t0 parts, 0 workspaces`, 'm'))
    await asOwner(coordinator(), async (sql) => {
      // The newest releases of PostgreSQL ask for it.
      const [{ list }] = await sql(
        "SELECT current_setting('output_plugin_libraries', true) AS list",
      )
      if (list === null) return
      for (const { connection } of nodes) {
        await asOwner(connection, async (on) => {
          await on('ALTER SYSTEM SET output_plugin_libraries = pgoutput, test_decoding, citus')
          await on('SELECT pg_reload_conf()')
        })
      }
    })
    const home = new RegExp(`^${slug}\t(\\S+)`, 'm').exec(before)![1]
    for (const words of [
      `${placeOf(nodes[3]!)} --alone`,
      `${home} --block-writes`,
      placeOf(nodes[3]!),
    ]) {
      const moved = await command(`cluster move ${slug} ${words}`)
      expect(moved).toMatchObject({ code: 0, said: expect.stringMatching(/It took [\d.]+ s\.$/m) })
    }
    await load.more(PHASE / 4)
    await load.end()
    expect(await faultsOf(load), server.stderr().slice(-3_000)).toEqual([])
    expect((await command('cluster status')).said).toMatch(
      new RegExp(`^${slug}\t${placeOf(nodes[3]!)}\talone$`, 'm'),
    )
    expect(await command('verify')).toMatchObject({ code: 0 })
  })

  test('the coordinator is killed while clients write', async () => {
    const load = startLoad(desk, server.url, seed + 2)
    const { traffic } = load
    for (let times = 0; times < CRASHES; times++) {
      const enough = traffic.acknowledged.length + PHASE / 4
      await until(() => traffic.acknowledged.length > enough, 'more rows to be written')
      await nodes[0]!.crash()
    }
    await load.more(PHASE / 4)
    await load.end()
    // Citus would do so within a minute.
    await asOwner(coordinator(), (sql) => sql('SELECT recover_prepared_transactions()'))
    expect(await faultsOf(load), server.stderr().slice(-3_000)).toEqual([])
    expect(await command('verify')).toMatchObject({ code: 0 })
    console.log(`figure: the coordinator killed ${CRASHES} times: nothing acknowledged is lost`)
  })

  test('doctor says what a cluster lacks', async () => {
    const lacks = async (change: string, back: string, what: RegExp) => {
      const { connection } = nodes[1]!
      const run = (text: string) =>
        asOwner(connection, async (sql) => {
          await sql('SET citus.enable_ddl_propagation = off')
          await sql(text)
        })
      await run(change)
      const { code, said } = await command('doctor').finally(() => run(back))
      expect([code, said]).toEqual([1, expect.stringMatching(what)])
    }
    await lacks(
      'ALTER ROLE sourcebook_app NOLOGIN',
      'ALTER ROLE sourcebook_app LOGIN',
      /^FAIL .*the role sourcebook_app may not log in/m,
    )
    await lacks(
      'ALTER ROLE sourcebook_app RESET citus.allow_nested_distributed_execution',
      'ALTER ROLE sourcebook_app SET citus.allow_nested_distributed_execution = on',
      /^FAIL .*citus\.allow_nested_distributed_execution/m,
    )
    expect(await command('doctor')).toMatchObject({ code: 0 })
  })

  test('a later release’s migration makes tables that get their place', async () => {
    const folder = join(directory, 'schema')
    await cp(MIGRATIONS, folder, { recursive: true })
    const last = await countOf('schema_migrations')
    const name = (nth: number) => `${String(9000 + nth)}_gadgets.sql`
    await writeFile(join(folder, name(1)), await readFile(GADGETS, 'utf8'))
    Object.assign(places, {
      gadgets: 'distributed',
      gadget_kinds: 'reference',
      gadget_links: 'local',
    })
    const { applied } = await migrate(coordinator(), pathToFileURL(`${folder}/`))
    expect(applied).toEqual([name(1)])
    expect(await countOf('schema_migrations')).toBe(last + 1)
    const stored = await asOwner(coordinator(), (sql) =>
      sql(
        `SELECT table_name::text AS name, citus_table_type AS type FROM citus_tables
         WHERE table_name::text LIKE 'gadget%' ORDER BY 1`,
      ),
    )
    expect(stored).toEqual([
      { name: 'gadget_kinds', type: 'reference' },
      { name: 'gadget_links', type: 'local' },
      { name: 'gadgets', type: 'distributed' },
    ])
    expect(await countOf("pg_constraint WHERE conname = 'gadgets_of_rows'")).toBe(1)
  })
})

const GADGETS = new URL('./fixtures/migration-on-cluster.sql', import.meta.url)

test('the cluster is there, or it is said', () => {
  if (missing !== undefined) console.log(`skipped: ${missing}`)
})
