// Requests beyond what can be served are refused with 503 and a time to try again. Nothing hangs, and the service
// recovers.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from './support/clients/client.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { type Person, signUp } from './support/desks/people.ts'
import { startService, type TestService } from './support/service/service.ts'

/** Callers that may wait for a connection (Database), and rows that may wait for a commit (QuickWrites). */
const MAX_CALLERS = 512
const MAX_ROWS = 20_000
const BATCH = 500

let service: TestService
let owner: Person
let board: Awaited<ReturnType<typeof makeBoard>>

beforeAll(async () => {
  service = await startService({ poolSize: 1 })
  owner = await signUp(service)
  board = await makeBoard(service, owner.token, [{ name: 'Name', type: 'text', required: true }])
})
afterAll(() => service.stop())

const write = (size: number) =>
  service.api('POST', '/v1/ingest/rows', {
    token: board.secret,
    body: { rows: Array.from({ length: size }, () => ({ name: 'Ada' })) },
  })
const read = () => owner.api('GET', '/v1/workspace')

/** Holds the lock that every write to the board needs, while `during` runs. */
const blocked = <T>(during: () => Promise<T>): Promise<T> =>
  service.undone(async (sql) => {
    await sql('UPDATE row_counters SET row_count = row_count WHERE definition_id = $1', [board.id])
    return during()
  })

/** Sends many requests. Returns the answers so far, and a promise of all. */
function send(count: number, request: () => Promise<Answer>) {
  const answered: Answer[] = []
  const all = Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await request()
      answered.push(answer)
      return answer
    }),
  )
  return { answered, all }
}

const tally = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [
      status,
      length,
    ]),
  )
const turnedAway = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status === 503).map(({ headers }) => headers.get('retry-after'))

describe('a process whose one connection is blocked', () => {
  it('lets so many callers wait, turns the others away at once, and serves the waiting after it', async () => {
    const waiting = await blocked(async () => {
      const first = write(1)
      await service.blocked() // it has the one connection, and waits for the lock
      const reads = send(MAX_CALLERS + 100, read)
      while (reads.answered.length < 100) await sleep(10)
      await sleep(100)
      expect(tally(reads.answered)).toEqual({ 503: 100 })
      expect(new Set(turnedAway(reads.answered))).toEqual(new Set(['1']))
      return [first, reads.all] as const
    })
    expect((await waiting[0]).status).toBe(201)
    expect(tally(await waiting[1])).toEqual({ 200: MAX_CALLERS, 503: 100 })
  })

  it('lets so many rows wait, turns the others away at once, and writes the waiting after it', async () => {
    const fit = MAX_ROWS / BATCH
    const waiting = await blocked(async () => {
      const first = write(BATCH) // as heavy as the others, so that they queue behind it
      await service.blocked()
      const writes = send(fit + 10, () => write(BATCH))
      while (writes.answered.length < 10) await sleep(10)
      await sleep(100)
      expect(tally(writes.answered)).toEqual({ 503: 10 })
      expect(new Set(turnedAway(writes.answered))).toEqual(new Set(['1']))
      return [first, writes.all] as const
    })
    expect((await waiting[0]).status).toBe(201)
    expect(tally(await waiting[1])).toEqual({ 201: fit, 503: 10 })
  })

  it('turns rows away before it looks at what is in them', async () => {
    const faulty = () =>
      service.api('POST', '/v1/ingest/rows', {
        token: board.secret,
        body: { rows: Array.from({ length: BATCH }, () => ({})) },
      })
    const waiting = await blocked(async () => {
      const first = write(BATCH)
      await service.blocked()
      const writes = send(MAX_ROWS / BATCH + 1, () => write(BATCH))
      while (writes.answered.length < 1) await sleep(10)
      const { status, headers } = await faulty()
      expect([status, headers.get('retry-after')]).toEqual([503, '1'])
      return [first, writes.all] as const
    })
    expect((await waiting[0]).status).toBe(201)
    expect(tally(await waiting[1])).toEqual({ 201: MAX_ROWS / BATCH, 503: 1 })
    expect((await faulty()).status).toBe(400)
  })

  it('answers all again afterwards', async () => {
    expect(tally(await send(50, read).all)).toEqual({ 200: 50 })
    expect(tally(await send(50, () => write(1)).all)).toEqual({ 201: 50 })
    await expect.poll(async () => (await service.api('GET', '/readyz')).status).toBe(200)
  })
})
