// A backup is taken of a service while people write to it. The restored service is the old one at one moment. It
// continues from there and reports every event once.
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentFaults, tellingFaults, type Written } from './scenarios/backup.rules.ts'
import { type BackedUp, backUp, restoreInto } from './scenarios/backup.ts'
import { heardBy, readFeed, sumFaults, writtenIn } from './scenarios/backup-checks.ts'
import { until } from './support/clients/listener.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { asOwner, embeddedIn } from './support/postgres/postgres.ts'
import { runProcess } from './support/processes/child-process.ts'
import type { ServerProcess } from './support/processes/server-process.ts'

let directory: string
let dataDir: string
let backedUp: BackedUp
let server: ServerProcess
let written: Written

beforeAll(async () => {
  directory = await temporaryDirectory()
  dataDir = join(directory, 'new')
  backedUp = await backUp({ directory, rows: 100 })
})
afterAll(async () => {
  backedUp.receiver.stop()
  await server.stop()
  await discard(join(directory, 'old'))
  await discard(dataDir)
  await rm(directory, { recursive: true })
})

const api = (method: string, path: string, body?: object) =>
  server.api(method, path, { token: backedUp.desk.owner.token, body })

it('is refused where the key does not fit, before there is anything of it', async () => {
  const { path } = backedUp
  const restore = (SECRET_KEY: string) =>
    runProcess('bin/sourcebook.mjs', ['restore', path], { DATA_DIR: dataDir, SECRET_KEY })
  const { code, stderr } = await restore('another key, of enough characters')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The secret key here is not the one.*leave SECRET_KEY unset.*\n$/)
  expect(await stat(dataDir).catch(() => null)).toBeNull()
})

it('says what is in it, and holds the key that is nowhere else', async () => {
  expect(backedUp.output).toMatch(
    /^Backed up \d+ tables with \d+ rows and 1 files as of .*Z: .*backup, [\d.]+ MiB, in [\d.]+ s\.\nThe secret key is in it/,
  )
  server = await restoreInto(dataDir, backedUp)
  const keys = [backedUp.dataDir, dataDir].map((place) => readFile(join(place, 'secret.key')))
  const [old, restored] = await Promise.all(keys)
  expect(restored).toEqual(old)
})

describe('the restored service', () => {
  it('has all that was acknowledged before, and nothing without what came before that', async () => {
    written = await writtenIn(dataDir, backedUp)
    expect(momentFaults(written)).toEqual([])
    expect(await sumFaults(dataDir)).toEqual([])
    // The backup was taken while rows were being written.
    const sent = backedUp.acknowledged.flat().length
    expect(Math.min(...backedUp.before)).toBeGreaterThan(0)
    expect(sent).toBeGreaterThan(written.restored.length)
  })

  it('pulls on from a cursor of before, and hears each once; from beyond the backup, what is new', async () => {
    const { cursor, beyond, desk } = backedUp
    const happened = (await readFeed(server, desk)).names
    expect(new Set(happened)).toEqual(new Set(['with a paper', ...written.restored]))
    const rest = await readFeed(server, desk, cursor.after)
    expect(rest.names.length).toBeGreaterThan(0)
    expect(tellingFaults('the cursor', happened, [...cursor.names, ...rest.names])).toEqual([])
    expect((await readFeed(server, desk, beyond)).names).toEqual([])
    await api('POST', desk.rows, { cells: { name: 'new' } })
    // A transaction that began before, of anybody on the server, holds events back.
    await until(
      async () => (await readFeed(server, desk, rest.after)).names.length > 0,
      'the event',
    )
    expect((await readFeed(server, desk, rest.after)).names).toEqual(['new'])
    expect((await readFeed(server, desk, beyond)).names).toEqual(['new'])
    expect((await readFeed(server, desk)).names).toEqual([...happened, 'new'])
  })

  it('sends webhooks the rest, each once and signed as before, and then what is new', async () => {
    const { desk, receiver, taken } = backedUp
    const happened = (await readFeed(server, desk)).names
    // The first row was written before the webhook was made.
    const expected = happened.slice(1 + taken.length)
    const heard = () => heardBy(desk, receiver.received)
    await until(() => heard().length >= expected.length, 'the rest')
    expect(tellingFaults('the receiver', expected, heard())).toEqual([])
    expect(happened.slice(1, 1 + taken.length)).toEqual(taken)
  })

  it('signs people in, shows their files, finds and filters, and counts', async () => {
    const { owner, file, rows } = backedUp.desk
    const { email, password } = owner
    expect(
      (await server.api('POST', '/v1/auth/signin', { body: { email, password } })).status,
    ).toBe(201)
    const bytes = (await api('GET', `/v1/files/${file.id}/content`)).bytes
    expect(Buffer.from(bytes).equals(file.bytes)).toBe(true)
    const find = async (query: Record<string, string>) =>
      (await api('GET', `${rows}?${new URLSearchParams(query)}`)).body.data.map(
        (row: { cells: { name: string } }) => row.cells.name,
      )
    expect(await find({ search: 'harbor 42' })).toEqual(['Harbor 42'])
    const filter = JSON.stringify({ column: 'name', op: 'eq', value: 'writer 0: 0' })
    expect(await find({ filter })).toEqual(['writer 0: 0'])
  })
})

describe('what must not be is found:', () => {
  const spoilt = (spoil: (restored: string[]) => void) => {
    const restored = [...written.restored]
    spoil(restored)
    return momentFaults({ ...written, restored }).join()
  }
  it('a row that was lost, one that came too early, a double', () => {
    expect(spoilt((rows) => rows.splice(rows.indexOf('writer 1: 0'), 1))).toContain(
      'writer 1: 0 was ack',
    )
    const [names] = backedUp.acknowledged
    expect(spoilt((rows) => rows.push(`${names!.at(-1)}`))).not.toBe('')
    expect(spoilt((rows) => rows.push(rows[0]!))).toContain('doubles')
  })

  it('an event that is told twice, not at all, or at the wrong place', () => {
    const faults = (reported: string[]) => tellingFaults('one', ['a', 'b', 'c'], reported).join()
    expect(faults(['a', 'b', 'c'])).toBe('')
    expect(faults(['a', 'b', 'b', 'c'])).toContain('b 2 times')
    expect(faults(['a', 'c'])).toContain('b 0 times')
    expect(faults(['a', 'c', 'b'])).toContain('disorder')
    expect(faults(['a', 'b', 'c', 'd'])).toContain('heard of d')
  })

  it('numbers that begin anew, as those of a new database do', async () => {
    const found = await asOwner(embeddedIn(dataDir), (sql) =>
      sql('SELECT max(xid) > pg_current_xact_id() AS above FROM events WHERE xid < $1', [
        '1000000',
      ]),
    )
    expect(found).toEqual([{ above: true }])
  })
})
