// The archive of an embedded database: what doctor says of it, when it cannot be written, and what is kept in it.
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeOf } from '../commands/backups.rules.ts'
import { type EmbeddedDatabase, startEmbedded } from '../platform/embedded/embedded.ts'
import { until } from './support/clients/listener.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { runProcess } from './support/processes/child-process.ts'
import { onlyProgress } from './support/processes/only-progress.ts'

let directory: string
let dataDir: string
let archive: string
let database: EmbeddedDatabase
/** Whether the archive has a file system of its own, which can be filled. That takes root. */
let isSmall: boolean
const segments = () => join(archive, 'wal')

const command = (words: string, more: Record<string, string> = {}) =>
  runProcess('bin/sourcebook.mjs', words.split(' '), {
    DATA_DIR: dataDir,
    WAL_ARCHIVE: archive,
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    LOG_LEVEL: 'fatal',
    ...more,
  })
const sql = <T>(text: string): Promise<T[]> =>
  asOwner(database.connection, (send) => send(text) as Promise<T[]>)
const archiver = async () =>
  (
    await sql<{ failed: number; archived: string }>(
      'SELECT failed_count::int AS failed, last_archived_wal AS archived FROM pg_stat_archiver',
    )
  )[0]!
/** Ends a segment, so that it is archived, and returns its name. */
async function switchSegment(): Promise<string> {
  await sql('CREATE TABLE IF NOT EXISTS noise AS SELECT 1 AS n')
  await sql('UPDATE noise SET n = n + 1')
  const [{ name }] = (await sql<{ name: string }>(
    'SELECT pg_walfile_name(pg_switch_wal()) AS name',
  )) as [{ name: string }]
  return name
}
const isArchived = async (name: string) => (await readdir(segments())).includes(`${name}.gz`)

beforeAll(async () => {
  directory = await temporaryDirectory()
  dataDir = join(directory, 'data')
  archive = join(directory, 'archive')
  await mkdir(archive)
  const options = ['-t', 'tmpfs', '-o', 'size=64m,mode=711', 'tmpfs', archive]
  isSmall = spawnSync('mount', options).status === 0
  expect(await command('migrate')).toMatchObject({ code: 0 })
  database = await startEmbedded({ dataDir, archive, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await database.stop()
  await discard(dataDir)
  if (isSmall) spawnSync('umount', ['-l', archive])
  await rm(directory, { recursive: true })
})

test('without a base copy nothing can be restored, and with one everything since then', async () => {
  const before = await command('doctor')
  expect(before.code).toBe(1)
  expect(before.stdout).toMatch(/^ok {4}the log is archived in .*archive, /m)
  expect(before.stdout).toMatch(/^FAIL {2}there is no base copy in .*"sourcebook backup --base"$/m)
  expect(await command('backup --base')).toMatchObject({ code: 0 })
  const after = await command('doctor')
  expect(after.stdout).toMatch(
    /^ok {4}"restore --at" reaches from \S+Z to \S+Z; the newest of 1 base copies was made 0 minutes ago$/m,
  )
})

test('what is archived is restored elsewhere, to the last segment', async () => {
  await sql('CREATE TABLE told AS SELECT 1 AS n')
  const last = await switchSegment()
  await sql('INSERT INTO told VALUES (2)')
  await until(() => isArchived(last), 'the segment')
  const elsewhere = join(directory, 'restored')
  const more = { DATA_DIR: elsewhere, WAL_ARCHIVE: '' }
  const restored = await command(`restore --at latest --from ${archive}`, more)
  expect([restored.code, restored.stderr]).toEqual([0, onlyProgress])
  expect(restored.stdout).toContain('Restored the service as of ')
  const there = await startEmbedded({ dataDir: elsewhere, log: pino({ level: 'silent' }) })
  const told = await asOwner(there.connection, (send) => send('SELECT n FROM told'))
  expect(told).toEqual([{ n: 1 }])
  await there.stop()
  await discard(elsewhere)
})

test('while it cannot be written, the log is kept, doctor says so, and nothing is lost', async () => {
  await chmod(segments(), 0o500)
  const { failed } = await archiver()
  const name = await switchSegment()
  await until(async () => (await archiver()).failed > failed, 'a failure')
  const { code, stdout } = await command('doctor')
  expect(code).toBe(1)
  expect(stdout).toMatch(
    new RegExp(
      `^FAIL {2}the log cannot be archived in \\S+: ${name} failed at .*, and 1 segments wait`,
      'm',
    ),
  )
  expect(await isArchived(name)).toBe(false)
  await chmod(segments(), 0o700)
  // PostgreSQL tries again every minute, and when another segment is full.
  const next = await switchSegment()
  await until(() => isArchived(next), 'the next segment')
  expect(await isArchived(name)).toBe(true)
  expect((await command('doctor')).stdout).toMatch(/^ok {4}the log is archived/m)
  expect((await readdir(segments())).filter((left) => left.startsWith('.'))).toEqual([])
})

if (process.env.SOAK) {
  test('a full disk of the archive loses nothing either', async (context) => {
    if (!isSmall) return context.skip()
    const { bavail, bsize } = await statfs(archive)
    const ballast = join(archive, 'ballast')
    await writeFile(ballast, Buffer.alloc((bavail - 4) * bsize))
    await sql('CREATE TABLE more AS SELECT gen_random_uuid() AS id FROM generate_series(1, 50000)')
    const { failed } = await archiver()
    const name = await switchSegment()
    await until(async () => (await archiver()).failed > failed, 'a failure')
    expect((await command('doctor')).stdout).toMatch(
      new RegExp(`: ${name} failed at .* No room is left there: make room$`, 'm'),
    )
    await rm(ballast)
    const next = await switchSegment()
    await until(() => isArchived(next), 'the next segment')
    expect(await isArchived(name)).toBe(true)
    expect((await readdir(segments())).filter((left) => left.startsWith('.'))).toEqual([])
    expect(await command('backup --base')).toMatchObject({ code: 0 })
  })
}

test('with --keep, the log that no base copy needs goes with the oldest', async () => {
  await switchSegment()
  const old = await readdir(segments())
  const { code, stdout } = await command('backup --base --keep 1')
  expect(code, stdout).toBe(0)
  expect(stdout).toMatch(/^Deleted what no base copy needs of the log: \d+ segments?\.$/m)
  expect((await readdir(archive)).filter((name) => timeOf(name, 'base'))).toHaveLength(1)
  const left = await readdir(segments())
  expect(left.filter((name) => old.includes(name))).toEqual([])
  expect((await command('doctor')).stdout).toMatch(/^ok {4}"restore --at" reaches/m)
})

test('a segment that was deleted by hand is missed', async () => {
  const gone = await switchSegment()
  await until(() => isArchived(gone), 'the segment')
  await rm(join(segments(), `${gone}.gz`))
  const next = await switchSegment()
  await until(() => isArchived(next), 'the next segment')
  const { code, stdout } = await command('doctor')
  expect(code).toBe(1)
  expect(stdout).toMatch(new RegExp(`^FAIL {2}the segment ${gone} is missing in`, 'm'))
})

test('it is for one database, and for the one that was started with it', async () => {
  const other = await command('migrate', { DATA_DIR: join(directory, 'other') })
  expect(other.code).toBe(1)
  expect(other.stderr).toMatch(/^WAL_ARCHIVE is .*, which has the log of another database/)
  expect(other.stderr).not.toMatch(/^ {4}at /m)
  const elsewhere = { WAL_ARCHIVE: join(directory, 'elsewhere') }
  for (const words of ['backup --base', 'doctor']) {
    const { code, stdout, stderr } = await command(words, elsewhere)
    expect(code).toBe(1)
    expect(stdout + stderr).toContain('PostgreSQL was started without WAL_ARCHIVE=')
  }
  const warnings = pino({ level: 'warn' }, { write: (line) => void said.push(line) })
  const said: string[] = []
  const adopted = await startEmbedded({ dataDir, archive: elsewhere.WAL_ARCHIVE, log: warnings })
  await adopted.stop()
  expect(said.join()).toContain('PostgreSQL was started without this WAL_ARCHIVE')
  const none = await command('backup --base', { WAL_ARCHIVE: '' })
  expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/^WAL_ARCHIVE is unset/)])
})
