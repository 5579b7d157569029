// Five times as many clients as the service has its best rate with: it goes on at that rate, refuses the rest with a time to
// try again, and recovers at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard } from './support/fixtures.ts'
import { signUp } from './support/people.ts'
import { urlOf } from './support/postgres.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { startService, type TestService } from './support/service.ts'

const BATCH = 200
const PHASE_MS = 12_000

let service: TestService
let server: ServerProcess
let secret: string
beforeAll(async () => {
  service = await startService()
  server = await startServerProcess({
    command: 'web',
    env: {
      DATABASE_URL: urlOf(service.connection),
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_INGEST: '10000000',
    },
  })
  const { token } = await signUp(server)
  ;({ secret } = await makeBoard(server, token, [
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

/** Rows written a second by so many clients, which wait as long as they are told. */
async function rate(clients: number) {
  const until = performance.now() + PHASE_MS
  let written = 0
  let untold = 0
  let refused = 0
  const client = async () => {
    while (performance.now() < until) {
      const { status, headers } = await server.api('POST', '/v1/ingest/rows', {
        token: secret,
        body: { rows },
      })
      if (status === 201) written += BATCH
      else {
        refused++
        const after = headers.get('retry-after')
        if (status !== 503 || !after) untold++
        await sleep(Number(after ?? 1) * 1_000)
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { perSecond: written / (PHASE_MS / 1000), untold, refused }
}

test('goodput under five times the load is at least 80 % of the peak', async () => {
  await rate(4)
  const peak = await rate(16)
  const over = await rate(5 * 16)
  const since = performance.now()
  const { status } = await server.api('POST', '/v1/ingest/rows', { token: secret, body: { rows } })
  const recoveredMs = performance.now() - since
  const ratio = over.perSecond / peak.perSecond
  console.log(
    `figure: ${ratio.toFixed(2)} of the peak at 5 times the load, ${over.refused} refused with a time, next answer after ${recoveredMs.toFixed(0)} ms`,
  )
  expect(status).toBe(201)
  expect(over.untold).toBe(0)
  expect(ratio).toBeGreaterThan(0.8)
  expect(recoveredMs).toBeLessThan(5_000)
})
