// Only a few commands may make a database. With a setting missing, any other would work in the wrong place.
import { chmod, chown, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../commands/table.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { type ProcessOptions, startProcess } from './support/processes/child-process.ts'

const AGREEMENT = fileURLToPath(new URL('../demo/agreements/broker_agreement.md', import.meta.url))
const ID = '00000000-0000-7000-8000-000000000000'
const SECRET_KEY = 'only-for-tests-only-for-tests-only'
const MAKERS = ['start', 'web', 'migrate', 'restore']
/** What each of the others is given, so that it gets as far as its database. */
const GIVEN: Record<string, string> = {
  worker: '',
  'upgrade-database': '',
  distribute: '',
  'cluster status': '',
  'cluster add': 'db2.internal',
  'cluster move': 'desk db2.internal',
  'cluster replace': 'db2.internal db3.internal',
  backup: 'x.backup',
  verify: '',
  'workspace create': '--name Desk',
  'workspace plan': 'desk pro',
  'workspace list': '',
  'user create': '--email ann@desk.example --name Ann --workspace desk --role owner',
  'workspace delete': 'desk',
  'user erase': 'ann@desk.example',
  'user export': 'ann@desk.example ann.zip',
  'user password': 'ann@desk.example',
  'key revoke': ID,
  'rotate-key': '',
  'secret-key replace': '',
  'agreement publish': AGREEMENT,
  'agreement list': '',
  'agreement override': 'desk broker_agreement --none',
}
/** They work without a database. */
const ASIDE = ['config', 'doctor']

let dataDir: string
let database: TestDatabase

beforeAll(async () => {
  dataDir = await temporaryDirectory()
  await chmod(dataDir, 0o700)
  database = await createTestDatabase('empty')
})
afterAll(async () => {
  await database.drop()
  await discard(dataDir)
})

async function command(words: string, more: Record<string, string>, as: ProcessOptions = {}) {
  const env = { DATA_DIR: dataDir, SECRET_KEY, LOG_LEVEL: 'fatal', ...more }
  const child = startProcess('bin/sourcebook.mjs', words.split(' ').filter(Boolean), env, as)
  return { ...(await child.exited), stdout: child.stdout(), stderr: child.stderr() }
}

it('every command is looked at here', () => {
  expect([...MAKERS, ...Object.keys(GIVEN), ...ASIDE].toSorted()).toEqual(
    Object.keys(commands).toSorted(),
  )
})

describe('where there is no database', () => {
  it.each(Object.keys(GIVEN))('%s says where it looked, and makes none', async (name) => {
    const { code, stderr } = await command(`${name} ${GIVEN[name]}`, {})
    expect(stderr).toMatch(/(?:There is no database in .+: set DATA_DIR or|set) DATABASE_URL to /)
    expect(code).toBe(1)
    expect(await readdir(dataDir)).toEqual([])
  })

  it('doctor warns, and makes none', async () => {
    const { code, stdout } = await command('doctor', {})
    expect(stdout).toMatch(/^WARN {2}there is no database in .+: set DATA_DIR or DATABASE_URL/m)
    expect(code).toBe(0)
    expect(await readdir(dataDir)).toEqual([])
  })

  it.runIf(process.geteuid?.() === 0)(
    'a directory that somebody else owns is not called empty',
    async () => {
      const closed = await temporaryDirectory()
      await chmod(closed, 0o700)
      await chown(closed, 65_533, 65_533)
      const as = { uid: 65_534, gid: 65_534 }
      const { code, stderr } = await command('workspace list', { DATA_DIR: closed }, as)
      expect(stderr).toBe(
        `You may not look into ${closed}: run this as root, or as the user that the service runs as.\n`,
      )
      expect(code).toBe(1)
      await discard(closed)
    },
  )
})

describe('in an empty database of your own', () => {
  const tables = () =>
    asOwner(database.connection, (sql) =>
      sql("SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace LIMIT 1"),
    )

  it.each(['worker', 'workspace create --name Desk', 'backup --to /tmp', 'verify', 'rotate-key'])(
    '%s says which one is empty, and leaves it so',
    async (words) => {
      const { code, stderr } = await command(words, database.env)
      expect(stderr).toContain(
        `The database ${database.connection.database} at ${database.connection.host}:`,
      )
      expect(stderr).toMatch(
        / is empty: set DATA_DIR or DATABASE_URL to .+ "sourcebook migrate"\.$/m,
      )
      expect(code).toBe(1)
      expect(await tables()).toEqual([])
    },
  )

  it('migrate fills it, and the others then work in it', async () => {
    expect(await command('migrate', database.env)).toMatchObject({ code: 0 })
    expect(await command('workspace create --name Desk', database.env)).toMatchObject({ code: 0 })
  })
})
