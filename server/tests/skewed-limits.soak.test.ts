// Processes whose clocks are off by ten minutes: a key gets no more than its limit, and no message is claimed twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSeed } from './scenarios/chance.ts'
import { wasAccepted, windowFaults } from './scenarios/limiter.rules.ts'
import { hammer } from './scenarios/limiter.ts'
import { messageFaults } from './scenarios/messages.rules.ts'
import { messagesRound } from './scenarios/messages.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { startServerProcess } from './support/processes/server-process.ts'
import { startService, type TestService } from './support/service/service.ts'

const OFF_MS = 600_000
const LIMIT = 120
const MESSAGES = 1000
const skewed = (nth: number) => ({
  NODE_OPTIONS: `--import=${new URL('support/machine/skewed-clock.ts', import.meta.url).href}`,
  CLOCK_OFF_MS: String(nth % 2 ? OFF_MS : -OFF_MS),
})

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('a key gets its limit in any minute, and all of it', async () => {
  const start = (nth: number) =>
    startServerProcess({
      command: 'web',
      env: {
        ...service.env,
        LOG_LEVEL: 'fatal',
        RATE_LIMIT_INGEST: String(LIMIT),
        ...skewed(nth),
      },
    })
  const servers = await Promise.all([0, 1].map(start))
  const { token } = await signUp(servers[0]!)
  const { secret } = await makeBoard(servers[0]!, token, [{ name: 'Name', type: 'text' }])
  const target = { origins: servers.map(({ url }) => url), secret }
  const timed = await hammer(target, 100)
  timed.push(...(await hammer(target, 300, { abreast: 4, pauseMs: 1_000 })))
  const accepted = timed.filter(wasAccepted).length
  for (const server of servers) await server.stop()
  console.log(`figure: ${timed.length} requests to two skewed processes, ${accepted} accepted`)
  expect(windowFaults(timed, LIMIT)).toEqual([])
  expect(accepted).toBeGreaterThanOrEqual(2 * LIMIT)
})

test('messages are claimed once', async () => {
  const { workspaceId } = await signUp(service)
  const round = await messagesRound({
    connection: service.connection,
    workspaceId,
    seed: Number(process.env.SEED ?? newSeed()),
    messages: MESSAGES,
    workers: 4,
    kills: 4,
    env: skewed,
  })
  expect(messageFaults(round)).toEqual([])
  console.log(`figure: ${round.handed.length} messages handed over by four skewed processes`)
})
