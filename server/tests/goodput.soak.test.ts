// Five times as many requests as the service can write at best: it goes on at that rate, refuses the rest with a time to try
// again, and recovers at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'
import { startService, type TestService } from './support/service/service.ts'

const BATCH = 200
const PHASE_MS = 12_000
/** How many times the best rate is sent. */
const TIMES = 5
const HELD_MS = 900
const FREE_MS = 100

let service: TestService
let server: ServerProcess
let secret: string
let boardId: string
beforeAll(async () => {
  service = await startService()
  server = await startServerProcess({
    command: 'web',
    env: {
      ...service.env,
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_INGEST: '10000000',
    },
  })
  const { token } = await signUp(server)
  ;({ secret, id: boardId } = await makeBoard(server, token, [
    { name: 'Name', type: 'text' },
    { name: 'Phone', type: 'phone' },
  ]))
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

const rows = Array.from({ length: BATCH }, (_, i) => ({
  name: `Row ${i}`,
  phone: `+1212555${1000 + i}`,
}))
const body = JSON.stringify({ rows })

/** What clients were answered within a phase. */
class Phase {
  readonly until = performance.now() + PHASE_MS
  written = 0
  refused = 0
  /** Answers that are neither rows nor a refusal with a time. */
  odd = 0

  get isOver(): boolean {
    return performance.now() >= this.until
  }

  async send(): Promise<void> {
    const { status, headers } = await server.api('POST', '/v1/ingest/rows', { token: secret, body })
    if (status === 503 && headers.has('retry-after')) this.refused++
    else if (status !== 201) this.odd++
    else if (!this.isOver) this.written++
  }

  get perSecond(): number {
    return this.written / (PHASE_MS / 1_000)
  }
}

/**
 * Keeps the board's counter from the service most of the time, as a slow disk would: so the database is what limits it, and
 * not the machine that the clients share with it.
 */
async function slowDatabase(isOver: () => boolean): Promise<void> {
  await asOwner(service.connection, async (sql) => {
    while (!isOver()) {
      await sql('BEGIN')
      await sql('SELECT FROM row_counters WHERE definition_id = $1 FOR UPDATE', [boardId])
      await sleep(HELD_MS)
      await sql('COMMIT')
      await sleep(FREE_MS)
    }
  })
}

/** So many clients that each wait for an answer before they send again. */
async function inTurn(clients: number): Promise<Phase> {
  const phase = new Phase()
  const client = async () => {
    while (!phase.isOver) await phase.send()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return phase
}

/** So many requests a second, whatever is answered. */
async function atRate(perSecond: number): Promise<Phase> {
  const phase = new Phase()
  const from = performance.now()
  const sent: Promise<void>[] = []
  while (!phase.isOver) {
    const due = ((performance.now() - from) / 1_000) * perSecond
    while (sent.length < due) sent.push(phase.send())
    await sleep(5)
  }
  await Promise.all(sent)
  return phase
}

test(`goodput at ${TIMES} times the load is at least 80 % of the peak, and the rest is refused`, async () => {
  let isOver = false
  const slow = slowDatabase(() => isOver)
  await inTurn(4)
  const peak = await inTurn(16)
  const over = await atRate(TIMES * peak.perSecond)
  isOver = true
  const since = performance.now()
  await slow
  await until(
    async () =>
      (await server.api('POST', '/v1/ingest/rows', { token: secret, body })).status === 201,
    'a write after the load',
  )
  const recoveredMs = performance.now() - since
  const ratio = over.perSecond / peak.perSecond
  console.log(
    `figure: ${ratio.toFixed(2)} of the peak at ${TIMES} times the load, ${over.refused} refused with a time, next answer after ${recoveredMs.toFixed(0)} ms`,
  )
  expect(peak.odd + over.odd).toBe(0)
  expect(over.refused).toBeGreaterThan(0)
  expect(ratio).toBeGreaterThan(0.8)
  expect(recoveredMs).toBeLessThan(5_000)
})
