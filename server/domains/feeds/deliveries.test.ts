import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../../tests/support/clients/listener.ts'
import { makeBoard, makeOwner } from '../../tests/support/desks/fixtures.ts'
import { type HookWorld, makeHookWorld } from '../../tests/support/desks/hooks.ts'

let world: HookWorld
beforeAll(async () => {
  world = await makeHookWorld()
})
afterAll(() => world.stop())
beforeEach(() => world.begin())

test('events are sent, signed so that the reference library verifies them, cut to the role', async () => {
  const { service, desk, board, api, make, at, add, deliveries } = world
  const viewer = await make('/viewer')
  const manager = await make('/manager', {
    role: 'manager',
    filter: { definitionKeys: [board.key] },
  })
  const id = await add('Acme')
  await api('PATCH', `/v1/boards/${board.id}/rows/${id}`, { cells: { margin: 8 } })
  await api('PATCH', `/v1/boards/${board.id}/rows/${id}`, { cells: { name: 'Acme Ltd' } })
  const other = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  await api('POST', `/v1/boards/${other.id}/rows`, { cells: { name: 'elsewhere' } })
  await until(() => at('/viewer').length === 3 && at('/manager').length === 3, 'all of it')
  const [created, renamed] = at('/viewer')
  const payload = new Webhook(viewer.secret).verify(created!.body, created!.headers)
  expect(payload).toEqual({
    type: 'rows.created',
    timestamp: expect.stringMatching(/Z$/),
    data: {
      definition: { id: board.id, key: board.key, kind: 'board' },
      // With the cells as they are when it is sent: the name may have changed by then.
      rows: [expect.objectContaining({ id, cells: { name: expect.stringContaining('Acme') } })],
      event: {
        id: expect.any(String),
        cursor: expect.any(String),
        actor: 'user:1',
        subject: `board:${board.id}`,
      },
    },
  })
  expect(JSON.parse(renamed!.body).data.changes[0].cells).toEqual([
    { column: 'name', from: 'Acme', to: 'Acme Ltd' },
  ])
  expect(at('/viewer').every(({ body }) => !body.includes('margin'))).toBe(true)
  expect(JSON.parse(at('/manager')[1]!.body).data.changes[0].cells).toEqual([
    { column: 'margin', from: 7, to: 8 },
  ])
  expect(() => new Webhook(manager.secret).verify(created!.body, created!.headers)).toThrow()
  await until(async () => (await deliveries(viewer.id)).length === 4, 'the log')
  const log = await deliveries(viewer.id)
  const states = log.map(({ state }: { state: string }) => state).sort()
  expect(states).toEqual(['delivered', 'delivered', 'delivered', 'dropped'])
  const delivered = log.find(({ id }: { id: string }) => id === created!.headers['webhook-id'])
  expect(delivered).toMatchObject({
    type: 'rows.created',
    state: 'delivered',
    attempts: 1,
    lastStatus: 204,
    lastError: null,
    log: [{ status: 204, error: null, at: expect.any(String), ms: expect.any(Number) }],
  })
})

test('a failed delivery is tried again after growing waits, ten times, and can be replayed', async () => {
  const { receiver, api, make, at, add, deliveries, hurry, waitOf } = world
  const { id } = await make('/failing')
  receiver.answers(({ path }) => (path === '/failing' ? 500 : 204))
  await add('Acme')
  const [waits, seen]: [number[], number[]] = [[], []]
  for (let n = 1; n <= 10; n++) {
    await until(async () => (await deliveries(id))[0]?.log.length === n, `try ${n}`)
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({ attempts: n, lastStatus: 500, lastError: 'answered 500' })
    seen.push(at('/failing').length)
    if (n === 10) break
    expect(delivery.state).toBe('pending')
    waits.push(await waitOf(delivery.id))
    await hurry(id)
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const planned = [5, 30, 120, 600, 3600, 4 * 3600, 10 * 3600, 20 * 3600, 36 * 3600]
  for (const [i, wait] of waits.entries()) {
    expect(wait).toBeLessThan(planned[i]! * 1.11)
    expect(wait).toBeGreaterThan(planned[i]! * 0.89)
  }
  const [failed] = await deliveries(id)
  expect(failed).toMatchObject({
    state: 'failed',
    nextAttemptAt: null,
    settledAt: expect.any(String),
  })
  // Each try has the same id, so that the receiver recognises it.
  expect(new Set(at('/failing').map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([failed.id]),
  )
  receiver.answers(() => 200)
  const replayed = await api('POST', `/v1/webhooks/${id}/deliveries/${failed.id}/replay`)
  expect([replayed.status, replayed.body.data.state]).toEqual([201, 'pending'])
  await until(async () => (await deliveries(id))[0].state === 'delivered', 'the replay')
  expect(at('/failing').at(-1)!.headers['webhook-id']).toBe(failed.id)
})

test('a redirect is not followed, 410 disables, and events in the meantime are not sent later', async () => {
  const { receiver, api, make, at, add, deliveries, hurry } = world
  const moved = await make('/redirected')
  receiver.answers(({ path }) => (path === '/redirected' ? 302 : 204))
  await add('Acme')
  await until(async () => (await deliveries(moved.id))[0]?.lastStatus === 302, 'the try')
  const [turned] = await deliveries(moved.id)
  expect(turned.lastError).toBe('answered 302; redirects are not followed')
  expect(turned.log[0]).toMatchObject({ reason: 'redirected', values: { status: 302 } })
  expect(at('/moved')).toEqual([])
  receiver.answers(() => 410)
  await hurry(moved.id)
  const webhook = async () => (await api('GET', `/v1/webhooks/${moved.id}`)).body.data
  await until(async () => !(await webhook()).enabled, 'it to be switched off')
  expect(await webhook()).toMatchObject({ enabled: false, disabledReason: 'gone' })
  const test = await api('POST', `/v1/webhooks/${moved.id}/test`)
  expect([test.status, test.body.code]).toEqual([409, 'webhook_disabled'])
  await add('unsent')
  // Feeds stay below the server's oldest running transaction, which may be another test's.
  await until(async () => {
    const { body } = await api('GET', '/v1/events?order=newest&types=rows.created&limit=1')
    return body.data[0]?.data.rows[0].cells.name === 'unsent'
  }, 'it to be in the feed')
  receiver.answers(() => 204)
  const before = at('/redirected').length
  await api('PATCH', `/v1/webhooks/${moved.id}`, { enabled: true })
  expect((await webhook()).disabledReason).toBeNull()
  await add('sent')
  await until(() => at('/redirected').length > before, 'the next')
  expect(JSON.parse(at('/redirected').at(-1)!.body).data.rows[0].cells.name).toBe('sent')
})

test('a policy tightened between tries applies: what was visible then is not sent now', async () => {
  const { board, receiver, api, make, at, add, deliveries, hurry } = world
  const { id } = await make('/tightened')
  receiver.answers(({ path }) => (path === '/tightened' ? 503 : 204))
  const row = await add('Canary')
  await until(async () => (await deliveries(id))[0]?.lastStatus === 503, 'the first try')
  const policy = `/v1/definitions/${board.key}/column-policies/name`
  await api('PUT', policy, { visibleTo: { mode: 'nobody' } })
  await api('PATCH', `/v1/boards/${board.id}/rows/${row}`, { cells: { name: 'Canary 2' } })
  receiver.answers(() => 204)
  await hurry(id)
  await until(() => at('/tightened').length === 2, 'the second try')
  expect(JSON.parse(at('/tightened')[1]!.body).data.rows[0].cells).toEqual({})
  await until(async () => (await deliveries(id)).length === 2, 'the change')
  await until(async () => (await deliveries(id))[0].state === 'dropped', 'it to be dropped')
  await api('PUT', policy, {})
})

test('two workers send each delivery once, one at a time and in order', async () => {
  const { service, receiver, make, at, add } = world
  const beside = await service.beside()
  const stop = service.work()
  receiver.answers(async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    return 204
  })
  await make('/ordered')
  const written: string[] = []
  for (let n = 0; n < 40; n++) written.push(await add(`${n}`))
  await until(() => at('/ordered').length === 40, 'all of them')
  await new Promise((resolve) => setTimeout(resolve, 700))
  const sent = at('/ordered').map(({ body }) => JSON.parse(body).data.rows[0].id)
  expect(sent).toEqual(written)
  expect(new Set(at('/ordered').map(({ headers }) => headers['webhook-id'])).size).toBe(40)
  expect(receiver.mostOpen()).toBeLessThanOrEqual(2)
  await stop()
  await beside.http.app.close()
})

test('a receiver that hangs does not hold up others', async () => {
  const { receiver, make, at, add } = world
  receiver.answers(({ path }) => (path === '/hung' ? new Promise(() => {}) : 204))
  await make('/hung')
  await make('/quick')
  await add('first')
  await until(() => at('/hung').length === 1 && at('/quick').length === 1, 'both')
  await add('second')
  await until(() => at('/quick').length === 2, 'the quick one')
  expect(at('/hung')).toHaveLength(1)
})

test('a workspace whose receivers all hang does not hold up other workspaces', async () => {
  const { service, receiver, make, at, add } = world
  receiver.answers(({ path }) => (path === '/hung' ? new Promise(() => {}) : 204))
  const other = await makeOwner(service)
  const theirs = (path: string, body: object) =>
    service.api('POST', path, { token: other.owner, body })
  const board = await makeBoard(service, other.owner, [{ name: 'Name', type: 'text' }])
  const hook = { url: `${receiver.url}/hung`, types: ['rows.*'], role: 'viewer' }
  for (let n = 0; n < 40; n++) await theirs('/v1/webhooks', hook)
  await theirs(`/v1/boards/${board.id}/rows`, { cells: { name: 'theirs' } })
  // It takes what it can get.
  for (let hung = -1; hung < at('/hung').length; await sleep(1_500)) hung = at('/hung').length
  await make('/ours')
  await add('ours')
  await until(() => at('/ours').length === 1, 'ours')
})
