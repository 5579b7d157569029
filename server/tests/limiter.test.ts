// The limit is exact across all processes. (The tests of ingest/admission/rate.rules.ts check it at every moment; the soak checks
// it over real minutes.)
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formFaults, refusalFaults, tallyFaults, windowFaults } from './scenarios/limiter.rules.ts'
import { hammer, post, type Target, type Timed } from './scenarios/limiter.ts'
import { callApi } from './support/clients/client.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const LIMIT = 120
let database: TestDatabase
let servers: ServerProcess[]
let token: string

beforeAll(async () => {
  database = await createTestDatabase()
  const env = { ...database.env, LOG_LEVEL: 'fatal' }
  servers = await Promise.all([1, 2].map(() => startServerProcess({ command: 'web', env })))
  token = (await signUp(servers[0]!)).token
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.drop()
})

/** A key of its own for each test: the limit is per key. */
async function target(): Promise<Target & { keyId: string }> {
  const { secret, keyId } = await makeBoard(servers[0]!, token, [{ name: 'Name', type: 'text' }])
  return { origins: servers.map(({ url }) => url), secret, keyId }
}

/** Makes what the key was granted until now that many seconds older. */
const age = (keyId: string, seconds: number) =>
  asOwner(database.connection, (sql) =>
    sql(
      `UPDATE ingest_rates SET granted_at = ARRAY(SELECT at - $2::bigint FROM unnest(granted_at) AS at)
       WHERE key_id = $1`,
      [keyId, seconds * 1_000_000],
    ),
  )
const HELD_SECONDS = 1_800
/** Accepts one request and moves it half an hour ahead: it and all later ones then count during the whole test. */
async function held(one: Target & { keyId: string }): Promise<Timed> {
  const first = await post(one.origins[0]!, one.secret)
  await age(one.keyId, -HELD_SECONDS)
  return first
}
/** Sets how many requests were granted how many seconds ago. */
const grant = (keyId: string, granted: { ago: number; n: number }[]) =>
  asOwner(database.connection, (sql) =>
    sql(
      `UPDATE ingest_rates SET granted = $3,
         granted_at = ARRAY(SELECT ((extract(epoch FROM now()) - ago) * 1000000)::bigint
           FROM unnest($2::int[]) WITH ORDINALITY AS given (ago, nth) ORDER BY nth)
       WHERE key_id = $1`,
      [keyId, granted.map(({ ago }) => ago), granted.map(({ n }) => n)],
    ),
  )
const forget = (keyId: string) =>
  asOwner(database.connection, (sql) => sql('DELETE FROM ingest_rates WHERE key_id = $1', [keyId]))

const faults = (timed: Timed[], accepted: number) => [
  ...tallyFaults(timed, accepted),
  ...formFaults(timed, LIMIT, HELD_SECONDS + 60),
  ...windowFaults(timed, LIMIT),
]

describe('two processes', () => {
  it('accept 120 of a key’s 600 requests between them, and refuse the others with 429', async () => {
    const one = await target()
    expect(faults([await held(one), ...(await hammer(one, 300))], LIMIT)).toEqual([])
  })

  it('accept what the minute before allows, and refuse nothing else', async () => {
    const timed = await hammer(await target(), 100)
    expect(formFaults(timed, LIMIT)).toEqual([])
    expect(windowFaults(timed, LIMIT)).toEqual([])
    expect(refusalFaults(timed, LIMIT)).toEqual([])
  })

  it('free exactly what is older than 60 s', async () => {
    const one = await target()
    const first = await held(one)
    expect(faults([first, ...(await hammer(one, 25))], 51)).toEqual([])
    expect(faults(await hammer(one, 60), 69)).toEqual([])
    // The first are older than the others by half an hour: a key is told to wait for the oldest of them only.
    await grant(one.keyId, [
      { ago: -HELD_SECONDS, n: 1 },
      { ago: -HELD_SECONDS - 1, n: 49 },
      { ago: -2 * HELD_SECONDS, n: 70 },
    ])
    const refused = await post(one.origins[1]!, one.secret)
    const wait = Number(refused.answer.headers.get('retry-after'))
    expect(refused.answer.status).toBe(429)
    expect(wait).toBeLessThanOrEqual(HELD_SECONDS + 60)
    await age(one.keyId, wait)
    expect(faults([await post(one.origins[0]!, one.secret)], 1)).toEqual([])
    await age(one.keyId, 3)
    expect(faults(await hammer(one, 60), 49)).toEqual([])
  })

  it('count every answer but a 429: a refused body, a dry run', async () => {
    const one = await target()
    expect(faults([await held(one)], 1)).toEqual([])
    const call = (path: string, body: unknown, i: number) =>
      callApi(one.origins[i % 2]!, 'POST', path, { token: one.secret, body })
    for (let i = 0; i < 10; i++) {
      expect((await call('/v1/ingest/rows', '{', i)).status).toBe(400)
      expect((await call('/v1/ingest/rows', { rows: [] }, i)).status).toBe(400)
      const dry = await call('/v1/ingest/rows?dryRun=true', { cells: { name: 'Ada' } }, i)
      expect(dry.status).toBe(200)
    }
    expect(faults(await hammer(one, 100), LIMIT - 31)).toEqual([])
  })

  it('would be noticed: a limiter that forgets', async () => {
    const one = await target()
    const first = [await held(one), ...(await hammer(one, 100))]
    await forget(one.keyId)
    const all = [...first, ...(await hammer(one, 30))]
    expect(tallyFaults(all, LIMIT)).toEqual(['180 were accepted in place of 120'])
    // As on a machine that did all of it within a second.
    const quick = all.map((each) => ({ ...each, sent: 0, heard: 1_000 }))
    expect(windowFaults(quick, LIMIT).join()).toMatch(/180 were accepted within 60 s/)
  })

  it('would be noticed: a limiter that refuses too early', async () => {
    const [timed] = await hammer(await target(), 1)
    const early = { ...timed!, answer: { ...timed!.answer, status: 429 } }
    expect(refusalFaults([early], LIMIT)).toEqual(['refused when 0 had been accepted'])
  })

  it('would be noticed: an answer without its headers', async () => {
    const one = await target()
    const [timed] = await hammer({ ...one, origins: one.origins.slice(0, 1) }, 1)
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
      const headers = new Headers(timed!.answer.headers)
      headers.delete(name)
      const without = { ...timed!, answer: { ...timed!.answer, headers } }
      expect(formFaults([without], LIMIT)).toHaveLength(1)
      expect(
        formFaults([{ ...without, answer: { ...without.answer, status: 429 } }], LIMIT).length,
      ).toBeGreaterThan(1)
    }
  })
})
