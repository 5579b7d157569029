// A service archives its log, and is restored as it was at several moments: real processes, each with a database of its own.
import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBoard } from './support/desks/fixtures.ts'
import { type Person, signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { asOwner, embeddedIn } from './support/postgres/postgres.ts'
import { runProcess } from './support/processes/child-process.ts'
import { onlyProgress } from './support/processes/only-progress.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let directory: string
let archive: string
let owner: Person
let rows: string
/** When the rows `one` and `two` were in, and then when the service had stopped. */
const times: string[] = []
let stoppedAt: string

const placeOf = (name: string) => join(directory, name)
const envOf = (name: string, more: Record<string, string> = {}) => ({
  DATA_DIR: placeOf(name),
  WAL_ARCHIVE: archive,
  SECRET_KEY: '',
  LOG_LEVEL: 'fatal',
  ...more,
})
const command = (name: string, words: string) =>
  runProcess('bin/sourcebook.mjs', words.split(' '), envOf(name))
/** From WAL_ARCHIVE, or from a directory without archiving there. */
const restore = (name: string, at: string, from?: string) =>
  runProcess(
    'bin/sourcebook.mjs',
    ['restore', '--at', at, ...(from === undefined ? [] : ['--from', from])],
    envOf(name, from === undefined ? {} : { WAL_ARCHIVE: '' }),
  )
const serve = (name: string, more: Record<string, string> = {}) =>
  startServerProcess({ env: envOf(name, more) })

/** A moment after everything that was committed, and before everything that will be. */
const momentIn = (name: string): Promise<string> =>
  asOwner(embeddedIn(placeOf(name)), async (sql) => {
    const [{ at }] = await sql("SELECT clock_timestamp() + interval '1 ms' AS at")
    await sql('SELECT pg_sleep(0.003)')
    return at.toISOString()
  })
const write = (server: ServerProcess, name: string, paper: string[] = []) =>
  server.api('POST', rows, { token: owner.token, body: { cells: { name, paper } } })
async function upload(server: ServerProcess, text: string): Promise<string> {
  const body = new FormData()
  body.set('file', new File([text], `${text}.txt`))
  return (await server.api('POST', '/v1/files', { token: owner.token, body })).body.data.id
}
async function found(server: ServerProcess): Promise<string[]> {
  const { body } = await server.api('GET', rows, { token: owner.token })
  return body.data.map(({ cells }: { cells: { name: string } }) => cells.name).toSorted()
}
const textOf = async (server: ServerProcess, id: string) =>
  (await server.api('GET', `/v1/files/${id}/content`, { token: owner.token })).text

let early: string
let late: string
beforeAll(async () => {
  directory = await temporaryDirectory()
  archive = join(directory, "the archive's 100%")
  const server = await serve('old')
  owner = await signUp(server)
  const board = await makeBoard(server, owner.token, [
    { name: 'Name', type: 'text' },
    { name: 'Paper', type: 'file' },
  ])
  rows = `/v1/boards/${board.id}/rows`
  early = await upload(server, 'early')
  await write(server, 'zero', [early])
  const copied = await command('old', 'backup --base')
  expect(copied).toMatchObject({ code: 0, stderr: onlyProgress })
  expect(copied.stdout).toMatch(/^Made a base copy with 1 files: .*\.base, [\d.]+ MiB/)
  await write(server, 'one')
  times.push(await momentIn('old'))
  late = await upload(server, 'late')
  await write(server, 'two', [late])
  times.push(await momentIn('old'))
  await write(server, 'three')
  await server.stop()
  stoppedAt = new Date().toISOString()
})
afterAll(async () => {
  console.log(
    'figure: three moments restored, one of them from a restored service; four that cannot be, and a damaged segment, are refused',
  )
  for (const name of await readdir(directory)) await discard(placeOf(name))
  await rm(directory, { recursive: true })
})

describe('a moment that cannot be restored', () => {
  it('is refused, before anything is written', async () => {
    const { code, stderr } = await restore('none', '2026-01-01T00:00:00')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^--at \S+ has no time zone.*\n$/)])
    expect(await readdir(directory)).not.toContain('none')
  })

  it('because it is after the last segment is refused, with those that can be', async () => {
    const { code, stderr } = await restore('none', stoppedAt)
    expect([code, stderr]).toEqual([1, expect.stringContaining('is after what is in the archive')])
    const [, earliest, latest] =
      /The earliest possible time is (\S+), the latest is (\S+)\.\n$/.exec(stderr)!
    expect(Date.parse(earliest!)).toBeLessThan(Date.parse(times[0]!) + 1_000)
    expect(Date.parse(latest!)).toBeLessThan(Date.parse(stoppedAt))
    expect(await readdir(directory)).not.toContain('none')
  })

  it('over a database is refused', async () => {
    const { code, stderr } = await restore('old', times[0]!)
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is a database in')])
  })

  it('over a restore that was killed is refused, and so is a start', async () => {
    const pgdata = join(placeOf('half'), 'pg')
    await mkdir(pgdata, { recursive: true })
    for (const name of ['PG_VERSION', 'recovery.signal']) await writeFile(join(pgdata, name), '18')
    for (const words of [`restore --at ${times[0]}`, 'start']) {
      const { code, stderr } = await command('half', words)
      expect([code, stderr]).toEqual([1, expect.stringContaining('was stopped before its end')])
    }
  })
})

describe('a restored service', () => {
  let horizon: bigint

  it('has what was committed before, and not what came after, and goes on along a timeline of its own', async () => {
    const { code, stdout, stderr } = await restore('second', times[1]!)
    expect([code, stderr]).toEqual([0, onlyProgress])
    expect(stdout).toContain(`Restored the service as of ${times[1]}`)
    expect(stdout).toMatch(/^1 files that it names, such as \S+, are in no base copy/m)
    expect(stdout).toContain('Made a base copy with 1 files')
    const keys = ['old', 'second'].map((name) => readFile(join(placeOf(name), 'secret.key')))
    const [old, restored] = await Promise.all(keys)
    expect(restored).toEqual(old)
    const server = await serve('second')
    expect(await found(server)).toEqual(['one', 'two', 'zero'])
    expect(await textOf(server, early)).toBe('early')
    // What was uploaded after the base copy is where the old service had it.
    await cp(join(placeOf('old'), 'files'), join(placeOf('second'), 'files'), { recursive: true })
    expect(await textOf(server, late)).toBe('late')
    await write(server, 'its own')
    horizon = await horizonIn('second')
    await server.stop()
    const segments = await readdir(join(archive, 'wal'))
    expect(segments).toContain('00000002.history.gz')
    expect(segments.some((name) => /^00000002.{16}\.gz$/.test(name))).toBe(true)
  })

  it('leaves earlier moments of the old one as they were; one without an archive writes nothing there', async () => {
    const before = await readdir(archive, { recursive: true })
    const { code, stderr } = await restore('first', times[0]!, archive)
    expect([code, stderr]).toEqual([0, onlyProgress])
    const server = await serve('first', { WAL_ARCHIVE: '' })
    expect(await found(server)).toEqual(['one', 'zero'])
    // No number of an event means one thing there and another here.
    expect((await horizonIn('first')) >> 40n).toBeGreaterThan(horizon >> 40n)
    await server.stop()
    expect(await readdir(archive, { recursive: true })).toEqual(before)
  })

  it('can be restored in turn', async () => {
    const { code, stderr } = await restore('latest', 'latest', archive)
    expect([code, stderr]).toEqual([0, onlyProgress])
    const server = await serve('latest', { WAL_ARCHIVE: '' })
    expect(await found(server)).toEqual(['its own', 'one', 'two', 'zero'])
    await server.stop()
  })
})

const horizonIn = (name: string): Promise<bigint> =>
  asOwner(embeddedIn(placeOf(name)), async (sql) => {
    const [{ horizon }] = await sql('SELECT event_horizon()::text AS horizon')
    return BigInt(horizon)
  })

it('a damaged segment is found, and leaves nothing behind', async () => {
  const broken = placeOf('broken archive')
  // Its owners and times stay, as those of an archive should.
  execFileSync('cp', ['-a', archive, broken])
  const segments = (await readdir(join(broken, 'wal'))).filter((name) =>
    /^00000001.{16}\.gz$/.test(name),
  )
  await truncate(join(broken, 'wal', segments.toSorted().at(-1)!), 5_000)
  const { code, stderr } = await restore('none', times[1]!, broken)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/is damaged: it could be replayed up to/),
  ])
  expect(await readdir(placeOf('none'))).not.toContain('pg')
})
