import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../tests/support/clients/listener.ts'
import { makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { NEVER_MS } from '../../../tests/support/machine/patience.ts'
import { openComms } from '../../../tests/support/messages/comms.ts'
import { NUMBER } from '../../../tests/support/messages/queued-messages.ts'
import { makeSendingWorld, type SendingWorld } from '../../../tests/support/messages/sending.ts'

let world: SendingWorld
beforeAll(async () => {
  world = await makeSendingWorld()
})
beforeEach(() => world.begin())
afterEach(() => world.end())
afterAll(() => world.stop())

describe('several workers', () => {
  test('submit each message once', async () => {
    const { service, carrier, work, queue } = world
    const ids = await queue(120)
    // Nobody gets an answer before four have messages, so that the first does not submit them all.
    const shared = Promise.withResolvers<void>()
    carrier.answers(() => shared.promise.then(() => 200))
    for (let n = 0; n < 8; n++) work()
    const workers = () =>
      service.sql('SELECT DISTINCT claimed_by FROM message_deliveries WHERE claimed_by IS NOT NULL')
    await until(async () => (await workers()).length > 3, 'four to have messages')
    shared.resolve()
    await until(() => carrier.taken.length >= 120, 'all of them')
    await sleep(300)
    expect(carrier.handed.map(({ messageId }) => messageId).sort((a, b) => a - b)).toEqual(ids)
  })

  test('serve a workspace with one message before another with thousands is done', async () => {
    const { service, carrier, work, queue } = world
    const other = openComms(service, await makeDesk(service))
    await queue(600)
    await other.send('text')
    carrier.answers(() => sleep(2).then(() => 200))
    work()
    const place = () => carrier.handed.findIndex(({ to }) => to.startsWith('+') && to !== NUMBER)
    await until(() => place() >= 0, 'it to be handed over')
    expect(place()).toBeLessThan(150)
  })

  test('continue with others while the provider of one workspace hangs', async () => {
    const { service, carrier, work, queue } = world
    const other = openComms(service, await makeDesk(service))
    await queue(100)
    carrier.answers(({ to }) => (to === NUMBER ? new Promise(() => {}) : 200))
    const stop = work({ limits: { limitMs: NEVER_MS } })
    await until(() => carrier.handed.length >= 60, 'all that it may')
    await other.send('text')
    await until(() => carrier.taken.length === 1, 'the other')
    expect(carrier.handed).toHaveLength(61)
    await stop()
  })
})

describe('a worker that stops', () => {
  test('finishes messages in progress, and claims no more', async () => {
    const { service, carrier, work, queue } = world
    const answered = Promise.withResolvers<void>()
    carrier.answers(() => answered.promise.then(() => 200))
    const stop = work({ limits: { graceMs: NEVER_MS } })
    await queue(60)
    await until(() => carrier.handed.length > 0, 'the first')
    const stopped = stop()
    answered.resolve()
    await stopped
    const states = await service.sql(
      "SELECT state, count(*)::integer AS n FROM message_deliveries WHERE state IN ('pending', 'claimed') GROUP BY 1",
    )
    expect(carrier.taken.length).toBe(carrier.handed.length)
    expect(states).toEqual([{ state: 'pending', n: 60 - carrier.taken.length }])
  })

  test('soon gives back a hanging message, but a text that the provider may have is asked about', async () => {
    const { comms, carrier, work, settled, pass, look } = world
    carrier.answers(() => new Promise(() => {}))
    const stop = work({ limits: { limitMs: NEVER_MS } })
    const [text, email] = [await comms.send('text'), await comms.send('email')]
    await until(() => carrier.handed.length === 2, 'both')
    await stop()
    expect((await comms.message(text.id)).delivery.state).toBe('claimed')
    expect((await comms.message(email.id)).delivery).toMatchObject({
      state: 'pending',
      attempts: 1,
    })
    await pass(text.id, '3 minutes')
    await look()
    work()
    await settled(text.id, 'uncertain')
    expect(carrier.handed.filter(({ messageId }) => messageId === text.id)).toHaveLength(1)
  })
})
