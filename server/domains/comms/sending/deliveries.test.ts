import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failed } from '../../../../contract/refusals/reasons.ts'
import { newId } from '../../../platform/ids.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openComms } from '../../../tests/support/messages/comms.ts'
import { queueTexts } from '../../../tests/support/messages/queued-messages.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { notBefore } from '../addresses/quiet-hours.rules.ts'
import { begin } from './claims.sql.ts'
import type { Settlement } from './deliveries.sql.ts'
import { type ChannelOf, settle, takeTurn } from './deliveries.ts'

let service: TestService
let desk: Desk
let comms: ReturnType<typeof openComms>
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  comms = openComms(service, desk, 'member')
})
afterAll(() => service.stop())

const nowhere: ChannelOf = async () => undefined
const turn = (worker: string, most = 10, channelOf = nowhere) =>
  service.db.withWorkspace(desk, (tx) => takeTurn(tx, channelOf, most, worker))
const settled = (...settlements: Settlement[]) =>
  service.db.withWorkspace(desk, (tx) => settle(tx, settlements))
const began = (id: number, fence: number) =>
  service.db.withWorkspace(desk, (tx) => begin(tx, id, fence))
const sent = (id: number, fence: number): Settlement => ({
  id,
  fence,
  state: 'sent',
  status: 'sent',
  waitMs: null,
  why: null,
  externalId: null,
  facts: {},
})
const stored = async (id: number) =>
  (
    await service.sql(
      'SELECT * FROM message_deliveries WHERE workspace_id = $1 AND message_id = $2',
      [desk.workspaceId, id],
    )
  )[0]
const lapse = (id: number) =>
  service.sql(
    `UPDATE message_deliveries SET leased_until = now() - interval '1 second'
     WHERE workspace_id = $1 AND message_id = $2`,
    [desk.workspaceId, id],
  )
const workDue = async (): Promise<Date> =>
  (
    await service.sql(`SELECT due_at FROM due_work WHERE kind = 'messages' AND workspace_id = $1`, [
      desk.workspaceId,
    ])
  )[0].due_at
const workAt = async () =>
  (
    await service.sql(
      `SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM due_work
       WHERE kind = 'messages' AND workspace_id = $1`,
      [desk.workspaceId],
    )
  )[0]?.seconds

describe('a claim', () => {
  test('lasts two minutes, counts an attempt and raises the fence; nobody else can claim it meanwhile', async () => {
    const { id } = await comms.send('text')
    const [claimed] = await turn('a')
    expect(claimed!.message).toMatchObject({ id, attempts: 1, fence: 1, state: 'claimed' })
    expect(await turn('b')).toEqual([])
    const { leased_until, claimed_at } = await stored(id)
    expect(leased_until - claimed_at).toBe(120_000)
    expect(await workDue()).toEqual(leased_until)
    expect((await comms.message(id)).status).toBe('sending')
    expect(await settled(sent(id, 1))).toEqual([id])
    expect(await settled(sent(id, 1))).toEqual([])
    await service.sql("UPDATE due_work SET due_at = now() WHERE kind = 'messages'")
    await turn('a')
    expect(await workAt(), 'nothing is left to do').toBeUndefined()
  })

  test('that is stale neither begins nor settles anything', async () => {
    const { id } = await comms.send('text')
    const [first] = await turn('a')
    await lapse(id)
    expect(await began(id, first!.message.fence), 'lapsed').toBeUndefined()
    const [second] = await turn('b')
    // The lease lapsed before submission began, so the message is pending and due for others in the same turn.
    const [third] = second ? [second] : await turn('b')
    expect(third!.message).toMatchObject({ id, attempts: 2, fence: 2 })
    expect(await began(id, first!.message.fence), 'another’s').toBeUndefined()
    expect(await settled(sent(id, first!.message.fence))).toEqual([])
    expect(await stored(id)).toMatchObject({ state: 'claimed', claimed_by: 'b' })
    expect(await began(id, third!.message.fence)).toBeInstanceOf(Date)
    expect(await settled(sent(id, third!.message.fence))).toEqual([id])
    expect(await types(id)).toEqual(['message.queued', 'message.sent'])
  })

  test('that lapsed after a text’s submission began is taken over to ask, without a new attempt', async () => {
    const { id } = await comms.send('text')
    const [first] = await turn('a')
    const at = await began(id, first!.message.fence)
    await lapse(id)
    const [second] = await turn('b')
    expect(second).toMatchObject({ beganAt: at, message: { id, attempts: 1, fence: 2 } })
    expect(await settled(sent(id, 1))).toEqual([])
    const why = failed('outcome_unknown', {})
    const uncertain = { state: 'uncertain', status: 'sending', why } as const
    expect(await settled({ ...sent(id, 2), ...uncertain })).toEqual([id])
    expect(await types(id)).toEqual(['message.queued', 'message.uncertain'])
  })

  test('that lapsed on the last attempt fails', async () => {
    const { id } = await comms.send('text')
    await turn('a')
    await service.sql('UPDATE message_deliveries SET attempts = 8 WHERE message_id = $1', [id])
    await lapse(id)
    expect(await turn('b')).toEqual([])
    expect(await comms.message(id)).toMatchObject({ status: 'failed', delivery: { attempts: 8 } })
    expect(await types(id)).toEqual(['message.queued', 'message.failed'])
  })

  test('whose channel cannot be opened says why', async () => {
    const { id } = await comms.send('text')
    const [claimed] = await turn('a', 10, async () => {
      throw new Error('sealed by another key')
    })
    expect(claimed).toMatchObject({ fault: { error: 'sealed by another key' }, message: { id } })
    await settled(sent(id, 1))
  })
})

test('a status raised by a report stays, and an id that another message has is not taken', async () => {
  const [one, other] = [await comms.send('text'), await comms.send('text')]
  const [a, b] = await turn('a')
  await service.sql("UPDATE messages SET status = 'delivered' WHERE id = $1", [one.id])
  await settled({ ...sent(one.id, a!.message.fence), externalId: 'SM7' })
  await settled({ ...sent(other.id, b!.message.fence), externalId: 'SM7' })
  const read = async (id: number) => {
    const { status, external_id } = await comms.message(id)
    return [status, external_id]
  }
  expect([await read(one.id), await read(other.id)]).toEqual([
    ['delivered', 'SM7'],
    ['sent', null],
  ])
})

test('a message queued while a worker looks is not missed', async () => {
  await turn('a')
  expect(await workAt()).toBeUndefined()
  const ids: number[] = []
  let going = true
  const looking = (async () => {
    const found: number[] = []
    while (going || (await workAt()) !== undefined) {
      const claims = await turn('a')
      await settled(...claims.map(({ message }) => sent(message.id, message.fence)))
      found.push(...claims.map(({ message }) => message.id))
    }
    return found
  })()
  try {
    for (let n = 0; n < 30; n++) ids.push((await comms.send('text')).id)
  } finally {
    going = false
  }
  expect((await looking).sort((a, b) => a - b)).toEqual(ids)
})

test('a text from a template waits for the recipient’s morning, without counting an attempt', async () => {
  const [{ now }] = await service.sql('SELECT now()')
  const sleeper = ['+12125550100', '+81312345678', '+911123456789'].find((to) =>
    notBefore(to, now),
  )!
  const [id, other] = [(await comms.send('text')).id, (await comms.send('text')).id]
  await service.sql(
    `UPDATE conversations c SET address = $1 FROM messages m
     WHERE m.id = $2 AND m.workspace_id = $3 AND c.workspace_id = $3 AND c.id = m.conversation_id`,
    [sleeper, id, desk.workspaceId],
  )
  await service.sql('UPDATE messages SET template_id = $2 WHERE id = $1', [id, newId()])
  const claimed = await turn('a')
  expect(claimed.map(({ message }) => message.id)).toEqual([other])
  await settled(sent(other, claimed[0]!.message.fence))
  expect(await stored(id)).toMatchObject({
    state: 'pending',
    attempts: 0,
    first_attempt_at: null,
    slot_at: null,
    next_attempt_at: notBefore(sleeper, now),
  })
  expect(await workAt()).toBeGreaterThan(0)
  await service.sql(
    "UPDATE message_deliveries SET state = 'cancelled', next_attempt_at = NULL, settled_at = now() WHERE message_id = $1",
    [id],
  )
})

test('all workers keep a channel’s pace, and a missed slot is given again', async () => {
  const [{ id: channelId }] = await service.sql(
    `INSERT INTO channels (workspace_id, id, name, medium, provider, from_address, hook_hash)
     VALUES ($1, gen_random_uuid(), 'Paced', 'text', 'local', '+12015550000', '') RETURNING id`,
    [desk.workspaceId],
  )
  const paced: ChannelOf = async () => ({
    workspaceId: desk.workspaceId,
    id: channelId,
    medium: 'text',
    provider: 'local',
    from: '',
    credentials: {},
    fromName: null,
    hookBase: '',
    settings: { messagesPerMinute: 6 },
  })
  const ids = await queueTexts(service.sql, desk.workspaceId, 5)
  expect((await turn('a', 3, paced)).map(({ message }) => message.id)).toEqual([ids[0]])
  expect(await turn('b', 3, paced)).toEqual([])
  const waits = await service.sql(
    `SELECT extract(epoch FROM next_attempt_at - (SELECT claimed_at FROM message_deliveries
         WHERE workspace_id = $2 AND message_id = $1))::float8 AS seconds, attempts, first_attempt_at
     FROM message_deliveries WHERE workspace_id = $2 AND state = 'pending' ORDER BY message_id`,
    [ids[0], desk.workspaceId],
  )
  expect(waits.map(({ seconds }) => Math.round(seconds))).toEqual([10, 20, 30, 40])
  expect(waits.every((one) => one.attempts === 0 && one.first_attempt_at === null)).toBe(true)
  expect((await comms.message(ids[1]!)).status).toBe('queued')
  const shift = (id: number, time: string) =>
    service.sql(
      `UPDATE message_deliveries SET next_attempt_at = (SELECT next_attempt_at - $2::interval),
         slot_at = (SELECT slot_at - $2::interval) WHERE workspace_id = $3 AND message_id = $1`,
      [id, time, desk.workspaceId],
    )
  await shift(ids[1]!, '11 seconds')
  expect((await turn('b', 3, paced)).map(({ message }) => message.id)).toEqual([ids[1]])
  await shift(ids[2]!, '5 minutes')
  expect(await turn('b', 3, paced), 'behind the others').toEqual([])
})

const types = async (id: number) => (await comms.eventsOf(`message:${id}`)).map(({ type }) => type)
