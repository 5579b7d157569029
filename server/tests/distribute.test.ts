// distribute and cluster say what a database lacks, and change nothing. What they do on a cluster is in distribute.soak.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import {
  administer,
  createPlainDatabase,
  createTestDatabase,
  isOnCluster,
  type TestDatabase,
} from './support/postgres/database.ts'
import { startPooler } from './support/postgres/pooler.ts'
import { urlOf } from './support/postgres/postgres.ts'
import { runProcess } from './support/processes/child-process.ts'

/** A server may have Citus installed, or even loaded. */
const NO_CITUS =
  /(PostgreSQL here has no Citus: install it|Citus is not loaded: set|the database \S+ does not have the extension: run)/

let database: TestDatabase
let directory: string
beforeAll(async () => {
  database = await createPlainDatabase()
  directory = await temporaryDirectory()
})
afterAll(async () => {
  await database.drop()
  await discard(directory)
})

/** The refusal of a command, which is never a stack. */
async function refusal(
  words: string,
  env: Record<string, string>,
  name = 'distribute',
): Promise<string> {
  const { code, stdout, stderr } = await runProcess(
    'bin/sourcebook.mjs',
    `${name} ${words}`.trim().split(' '),
    {
      DATA_DIR: directory,
      SECRET_KEY: 'only-for-tests-only-for-tests-only',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  )
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).not.toMatch(/^ {4}at /m)
  return stderr
}

it('is not for the embedded database, and says what to do instead', async () => {
  expect(await refusal('', { DATABASE_URL: '' })).toMatch(
    /^distribute is for a PostgreSQL with Citus, and this one is embedded: back it up, restore/,
  )
})

it('needs Citus', async () => {
  for (const words of ['', '--dry-run']) {
    expect(await refusal(words, { DATABASE_URL: database.url })).toMatch(
      new RegExp(`^The database cannot be distributed yet:\\n- ${NO_CITUS.source}`),
    )
  }
})

describe('a user without rights', () => {
  let plain: string
  beforeAll(async () => {
    plain = `plain_${database.connection.database}`
    await administer(`CREATE ROLE ${plain} LOGIN`)
    await administer(`GRANT sourcebook_app TO ${plain}`)
  })
  afterAll(() => administer(`DROP ROLE ${plain}`))

  it.each(['distribute', 'cluster'])(
    'is told by %s what is missing, and gets no stack',
    async (name) => {
      const env = { DATABASE_URL: urlOf({ ...database.connection, user: plain }) }
      const words = name === 'cluster' ? 'status' : ''
      expect(await refusal(words, env, name)).toMatch(NO_CITUS)
    },
  )

  it('learns from doctor how a cluster is, but for what a superuser sees', async () => {
    if (!isOnCluster()) return
    const distributed = await createTestDatabase()
    const { code, stdout } = await runProcess('bin/sourcebook.mjs', ['doctor'], {
      DATABASE_URL: urlOf({ ...distributed.connection, user: plain }),
      DATA_DIR: directory,
      SECRET_KEY: 'only-for-tests-only-for-tests-only',
      LOG_LEVEL: 'fatal',
    })
    await distributed.drop()
    expect(stdout).toMatch(/^ok {4}the nodes of the cluster have what they need/m)
    expect(stdout).toMatch(/^ok {4}only a superuser sees whether a workspace can move/m)
    expect(code).toBe(0)
  })
})

it('needs a way past a pooler that shares its connections between transactions', async () => {
  const pooler = await startPooler(database.connection, { mode: 'transaction', options: 'dropped' })
  expect(await refusal('', { DATABASE_URL: pooler.url })).toMatch(/set DATABASE_DIRECT_URL/)
  await pooler.close()
})

it('is not run through a pooler, behind which a running service would not notice', async () => {
  const options = { mode: 'transaction', options: 'dropped', statements: 'followed' } as const
  const pooler = await startPooler(database.connection, options)
  const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url }
  expect(await refusal('', env)).toMatch(/leads through a pooler, .*: stop the service, and set/)
  await pooler.close()
})

it('has no replicas, since those of the coordinator have no rows', async () => {
  const env = { DATABASE_URL: database.url, DATABASE_REPLICA_URLS: database.url }
  expect(await refusal('', env)).toMatch(/^DATABASE_REPLICA_URLS names .*: unset it/)
})

it.each(['0', '1.5', '513', 'many'])('takes no %s shards', async (shards) => {
  expect(await refusal(`--shards ${shards}`, { DATABASE_URL: database.url })).toMatch(
    new RegExp(`^--shards: "${shards}" is not a number from 1 to 512\\. Usage: sourcebook distr`),
  )
})

it('takes no other words', async () => {
  expect(await refusal('now', { DATABASE_URL: database.url })).toMatch(/Unexpected argument 'now'/)
})

const cluster = (words: string, env = { DATABASE_URL: database.url }) =>
  refusal(words, env, 'cluster')

it.each([
  'status',
  'add db2.internal',
  'move desk db2.internal',
  'replace db2.internal db3.internal',
])('cluster %s needs Citus', async (words) => {
  expect(await cluster(words, { DATABASE_URL: '' })).toMatch(/^The embedded PostgreSQL is no clus/)
  expect(await cluster(words)).toMatch(new RegExp(`^${NO_CITUS.source}`))
})

it.each([
  ['add', /^Usage: sourcebook cluster add HOST\[:PORT\]/],
  ['add one two', /^Usage: sourcebook cluster add/],
  ['add db2:port', /^"db2:port" is not a host with a port\. Usage/],
  ['add db2:70000', /^"db2:70000" is not a host with a port\. Usage/],
  ['add db2 --coordinator @', /^"@" is not a host with a port\. Usage/],
  ['move desk', /^Usage: sourcebook cluster move WORKSPACE HOST\[:PORT\]/],
  ['replace db2', /^Usage: sourcebook cluster replace HOST\[:PORT\] HOST\[:PORT\]/],
  ['replace db2 db3 db4', /^Usage: sourcebook cluster replace/],
  ['replace db2:port db3', /^"db2:port" is not a host with a port\. Usage/],
  ['status now', /Unexpected argument 'now'/],
])('cluster %s is not understood', async (words, answer) => {
  expect(await cluster(words)).toMatch(answer)
})
