import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withOwner } from '../../../platform/database/owner.ts'
import { until } from '../../../tests/support/clients/listener.ts'
import { NEVER_MS } from '../../../tests/support/machine/patience.ts'
import { makeSendingWorld, type SendingWorld } from '../../../tests/support/messages/sending.ts'
import { doubtTexts } from './deliveries.ts'

const LISTENERS = `SELECT FROM pg_stat_activity
  WHERE application_name = 'sourcebook listener' AND query LIKE 'LISTEN%' AND state = 'idle'
    AND datname = current_database()`

let world: SendingWorld
beforeAll(async () => {
  world = await makeSendingWorld()
})
beforeEach(() => world.begin())
afterEach(() => world.end())
afterAll(() => world.stop())

describe('a message', () => {
  test('is submitted as soon as it is queued, and is sent once the provider has it', async () => {
    const { service, comms, carrier, work, settled, types } = world
    work({ limits: { pollMs: NEVER_MS } })
    await until(async () => (await service.sql(LISTENERS)).length > 0, 'it to listen')
    const made = await comms.send('text', { content: 'Your funds are out.' })
    await until(() => carrier.taken.length === 1, 'it to be taken')
    await settled(made.id, 'sent')
    const sent = await comms.message(made.id)
    expect(sent).toMatchObject({
      status: 'sent',
      external_id: expect.stringMatching(/^SM-/),
      delivery: {
        state: 'sent',
        attempts: 1,
        error: null,
        next_attempt_at: null,
        settled_at: expect.any(String),
        claimed_at: expect.any(String),
        claimed_by: expect.stringContaining(`:${process.pid}`),
      },
      text: { segment_count: 3, error_code: null },
    })
    expect(await types(made.id)).toEqual(['message.queued', 'message.sent'])
  })

  test('takes its files along', async () => {
    const { comms, carrier, work } = world
    work()
    const file = await comms.upload(3)
    await comms.send('email', { attachments: [file] })
    await until(() => carrier.taken.length === 1, 'it to be taken')
    expect(carrier.taken[0]!.files).toEqual(['\0\0\0'])
  })

  test('goes to the local outbox if there is no channel: nothing leaves, and the event says so', async () => {
    const { service, comms, carrier, settled } = world
    const stop = service.work()
    const [text, email] = [await comms.send('text'), await comms.send('email')]
    for (const { id } of [text, email]) {
      await settled(id, 'sent')
      expect((await comms.message(id)).status).toBe('sent')
      const events = await comms.eventsOf(`message:${id}`)
      expect(events.map(({ type, data }) => [type, data.inOutbox])).toEqual([
        ['message.queued', undefined],
        ['message.sent', true],
      ])
    }
    await stop()
    expect(carrier.handed).toEqual([])
  })

  test('goes out at the next look if nothing wakes the worker', async () => {
    const { service, comms, carrier, work } = world
    work({ wakeups: { ...service.connection, database: 'elsewhere' } })
    await comms.send('text')
    await until(() => carrier.taken.length === 1, 'it to be taken')
  })

  test('is tried again after a temporary error, an email with the same Message-ID', async () => {
    const { service, desk, comms, carrier, work, settled, pass, look } = world
    work()
    carrier.answers(({ nth }) => (nth === 1 ? 429 : 200))
    for (const [medium, seconds] of [
      ['text', 30],
      ['email', 1800],
    ] as const) {
      const { id, external_id } = await comms.send(medium)
      const at = () => carrier.handed.filter(({ messageId }) => messageId === id)
      await until(async () => (await comms.message(id)).delivery.error !== null, 'it to fail')
      const waiting = await comms.message(id)
      expect(waiting).toMatchObject({
        status: 'queued',
        external_id,
        delivery: { state: 'pending', attempts: 1, error: '429, it said', claimed_by: null },
      })
      const [wait] = await service.sql(
        `SELECT extract(epoch FROM next_attempt_at - first_attempt_at)::float8 AS since_the_try,
           extract(epoch FROM next_attempt_at - clock_timestamp())::float8 AS from_now
         FROM message_deliveries WHERE workspace_id = $1 AND message_id = $2`,
        [desk.workspaceId, id],
      )
      // It began to wait between these two moments.
      expect(wait.since_the_try).toBeGreaterThan(seconds * 0.8)
      expect(wait.from_now).toBeLessThan(seconds * 1.2)
      await pass(id, '40 minutes')
      await look()
      await settled(id, 'sent')
      expect((await comms.message(id)).delivery).toMatchObject({ attempts: 2, error: null })
      expect(at().map(({ messageIdHeader }) => messageIdHeader)).toEqual([external_id, external_id])
    }
  })

  test('fails at once after a permanent error, and else with its last attempt', async () => {
    const { comms, carrier, work, settled, types, pass, look } = world
    work()
    carrier.answers(({ content }) => (content === 'never' ? 550 : 429))
    const never = await comms.send('text', { content: 'never' })
    await settled(never.id, 'failed')
    expect(await comms.message(never.id)).toMatchObject({
      status: 'failed',
      delivery: { attempts: 1, error: '550, it said' },
      text: { error_code: '550', error_message: '550, it said' },
    })
    expect(await types(never.id)).toEqual(['message.queued', 'message.failed'])
    const text = await comms.send('text')
    for (let nth = 1; nth < 8; nth++) {
      await until(async () => (await comms.message(text.id)).delivery.attempts === nth, `${nth}`)
      await until(async () => (await comms.message(text.id)).delivery.state === 'pending', 'it')
      await pass(text.id, '1 hour')
      await look()
    }
    await settled(text.id, 'failed')
    const email = await comms.send('email')
    await until(async () => (await comms.message(email.id)).delivery.error !== null, 'one attempt')
    await pass(email.id, '4 days')
    await look()
    await settled(email.id, 'failed')
    const attempts = async (id: number) => (await comms.message(id)).delivery.attempts
    expect([await attempts(text.id), await attempts(email.id)]).toEqual([8, 2])
  })
})

describe('if nobody knows whether the provider has it', () => {
  test('a text is asked about: sent if the provider has it, or else uncertain and never sent again', async () => {
    const { comms, carrier, work, settled, types, pass, look } = world
    work()
    carrier.answers(({ content }) => (content === 'taken' ? 'take and drop' : 'drop'))
    const [taken, lost] = [
      await comms.send('text', { content: 'taken' }),
      await comms.send('text', { content: 'lost' }),
    ]
    await settled(taken.id, 'sent')
    await settled(lost.id, 'uncertain')
    expect(await comms.message(lost.id)).toMatchObject({
      status: 'sending',
      delivery: { settled_at: expect.any(String) },
    })
    expect(await types(lost.id)).toEqual(['message.queued', 'message.uncertain'])
    await pass(lost.id, '1 day')
    await look()
    await sleep(200)
    expect(carrier.handed.map(({ nth }) => nth)).toEqual([1, 1])
    carrier.answers(() => 200)
    const again = await comms.api('POST', `messages/${lost.id}/retry`)
    await settled(again.body.data.id, 'sent')
  })

  test('an email is sent again with the same Message-ID', async () => {
    const { comms, carrier, work, settled, pass, look } = world
    work()
    carrier.answers(({ nth }) => (nth === 1 ? 'take and drop' : 200))
    const { id, external_id } = await comms.send('email')
    await until(async () => (await comms.message(id)).delivery.error !== null, 'it to fail')
    await pass(id, '1 hour')
    await look()
    await settled(id, 'sent')
    expect(carrier.taken.map(({ messageIdHeader }) => messageIdHeader)).toEqual([
      external_id,
      external_id,
    ])
  })

  test('because the provider takes too long, it is the same', async () => {
    const { comms, carrier, work, settled } = world
    work({ limits: { limitMs: 300, askAgainMs: [20] } })
    carrier.answers(() => new Promise(() => {}))
    const text = await comms.send('text')
    await settled(text.id, 'uncertain')
    const { error } = (await comms.message(text.id)).delivery
    expect(error).toBe('No answer within 0 seconds.')
    const email = await comms.send('email')
    await until(async () => (await comms.message(email.id)).delivery.error !== null, 'it to fail')
    expect((await comms.message(email.id)).delivery.state).toBe('pending')
  })
})

describe('at the claim', () => {
  test('an address that has opted out meanwhile gets nothing', async () => {
    const { comms, carrier, work, settled, types } = world
    const made = await comms.send('text')
    const { address } = await comms.thread(made.conversation_id)
    await comms.as('member')('PUT', 'opt-outs', { medium: 'text', address, opted_out: true })
    work()
    await settled(made.id, 'failed')
    expect(await comms.message(made.id)).toMatchObject({
      status: 'failed',
      delivery: {
        attempts: 0,
        error: 'The recipient has opted out of messages.',
        reason: 'opted_out',
        values: {},
      },
    })
    expect(await types(made.id)).toEqual(['message.queued', 'message.failed'])
    expect(carrier.handed).toEqual([])
  })

  test('a message deleted during an attempt is cancelled', async () => {
    const { service, comms, carrier, work, pass, look } = world
    work()
    const { promise: deleted, resolve } = Promise.withResolvers<void>()
    carrier.answers(async () => {
      await deleted
      return 429
    })
    const { id } = await comms.send('text')
    await until(() => carrier.handed.length === 1, 'it to be tried')
    expect((await comms.api('DELETE', `messages/${id}`)).status).toBe(204)
    resolve()
    const state = async () =>
      (await service.sql('SELECT state FROM message_deliveries WHERE message_id = $1', [id]))[0]
        .state
    await until(async () => (await state()) === 'pending', 'it to fail')
    await pass(id, '1 hour')
    await look()
    await until(async () => (await state()) === 'cancelled', 'it to be cancelled')
    expect(carrier.handed).toHaveLength(1)
  })

  test('a cancellation is either in time, or refused', async () => {
    const { comms, carrier, work, settled } = world
    for (let n = 0; n < 2; n++) work()
    const made = await Promise.all(Array.from({ length: 12 }, () => comms.send('text')))
    const answers = await Promise.all(
      made.map(async ({ id }) => [id, (await comms.api('POST', `messages/${id}/cancel`)).status]),
    )
    for (const [id, status] of answers) {
      await settled(id, status === 201 ? 'cancelled' : 'sent')
      const handed = carrier.handed.filter(({ messageId }) => messageId === id)
      expect([status, handed.length]).toEqual(status === 201 ? [201, 0] : [409, 1])
    }
  })
})

test('after a restore the provider is asked for texts that waited, and emails go out', async () => {
  const { service, comms, carrier, work, settled, look } = world
  const stop = work()
  const sent = await comms.send('text')
  await settled(sent.id, 'sent')
  await stop()
  // The state at the time of the backup. The old service went on and sent the message.
  await service.sql(
    `UPDATE message_deliveries SET state = 'pending', attempts = 0, fence = 0, next_attempt_at = now(),
       first_attempt_at = NULL, claimed_at = NULL, claimed_by = NULL, began_at = NULL, settled_at = NULL
     WHERE message_id = $1`,
    [sent.id],
  )
  await service.sql("UPDATE messages SET status = 'queued', external_id = NULL WHERE id = $1", [
    sent.id,
  ])
  const [waiting, email] = [await comms.send('text'), await comms.send('email')]
  await withOwner(service.connection, (client) => doubtTexts(client, new Date()))
  work()
  await look()
  await settled(sent.id, 'sent')
  await settled(waiting.id, 'uncertain')
  await settled(email.id, 'sent')
  expect(carrier.handed.map(({ messageId }) => messageId)).toEqual([sent.id, email.id])
  expect((await comms.message(sent.id)).external_id).toMatch(/^SM-/)
  expect((await comms.as('member')('POST', `messages/${waiting.id}/retry`)).status).toBe(201)
})
