import { spawn } from 'node:child_process'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Listener, listen, until } from '../../tests/support/clients/listener.ts'
import { type Desk, makeBoard, makeDesk, makeOwner } from '../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'
import { openToken } from '../../tests/support/service/tokens.ts'

let service: TestService
let desk: Desk
let board: { id: string; key: string }
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  board = await makeBoard(service, desk.tokens.owner, [
    { name: 'Name', type: 'text' },
    { name: 'Margin', type: 'number' },
  ])
  await service.api('PUT', `/v1/definitions/${board.key}/column-policies/margin`, {
    token: desk.tokens.owner,
    body: { visibleTo: { mode: 'roles', roles: ['manager'] } },
  })
})
beforeEach(() => service.eventsReadable())
afterAll(() => service.stop())

const path = () => `/v1/boards/${board.id}/events`
const call = (method: string, rest: string, body?: object) =>
  service.api(method, `/v1/boards/${board.id}${rest}`, { token: desk.tokens.owner, body })
const add = async (name: string): Promise<string> =>
  (await call('POST', '/rows', { cells: { name, margin: 7 } })).body.data.id
const names = ({ events }: Listener) =>
  events
    .filter(({ type }) => type === 'rows.created')
    .map(({ data }) => data.data.rows[0].cells.name)

test('each listener gets rows and columns with the cells that they can see', async () => {
  const manager = await listen(service.origin, path(), { token: desk.tokens.manager })
  const viewer = await listen(service.origin, path(), { token: desk.tokens.viewer })
  expect(viewer.status).toBe(200)
  expect(viewer.headers.get('content-type')).toBe('text/event-stream')
  expect(viewer.headers.get('cache-control')).toBe('no-store')
  expect(viewer.headers.get('x-accel-buffering')).toBe('no')
  expect(viewer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  await until(() => viewer.lastId() !== '', 'a place to resume from')

  const id = await add('Acme')
  await call('PATCH', `/rows/${id}`, { cells: { margin: 9 } })
  await call('PATCH', `/rows/${id}`, { cells: { name: 'Acme Ltd', margin: 10 } })
  await call('DELETE', `/rows/${id}`)
  await until(() => manager.events.length === 4 && viewer.events.length === 3, 'all of it')

  const heard = (listener: Listener) =>
    listener.events.map(({ type, data }) => [type, data.data.changes?.[0].cells])
  expect(heard(manager)).toEqual([
    ['rows.created', undefined],
    ['rows.updated', [{ column: 'margin', from: 7, to: 9 }]],
    [
      'rows.updated',
      [
        { column: 'name', from: 'Acme', to: 'Acme Ltd' },
        { column: 'margin', from: 9, to: 10 },
      ],
    ],
    ['rows.deleted', undefined],
  ])
  expect(heard(viewer)).toEqual([
    ['rows.created', undefined],
    ['rows.updated', [{ column: 'name', from: 'Acme', to: 'Acme Ltd' }]],
    ['rows.deleted', undefined],
  ])
  expect(JSON.stringify(viewer.events)).not.toContain('margin')
  expect(viewer.events[2]!.data.data).toEqual({
    definition: { id: board.id, key: board.key, kind: 'board' },
    rowIds: [id],
  })
  const [first] = viewer.events
  expect(first!.data).toMatchObject({ id: expect.any(String), cursor: first!.id, actor: 'user:1' })
  manager.close()
  viewer.close()
})

test('a listener that comes back gets what it missed, once and in order, from any process', async () => {
  const beside = await service.beside()
  const first = await listen(service.origin, path(), { token: desk.tokens.viewer })
  await until(() => first.lastId() !== '', 'a place to resume from')
  await add('one')
  await until(() => names(first).length === 1, 'the first')
  first.close()
  await first.ended
  await add('two')
  await add('three')
  const second = await listen(beside.origin, path(), {
    token: desk.tokens.viewer,
    lastEventId: first.lastId(),
  })
  const third = await listen(service.origin, `${path()}?after=${first.events[0]!.id}`, {
    token: desk.tokens.viewer,
  })
  await add('four')
  await until(() => names(second).length === 3 && names(third).length === 3, 'the rest')
  expect(names(second)).toEqual(['two', 'three', 'four'])
  expect(names(third)).toEqual(['two', 'three', 'four'])
  // One process stops: its listeners get a last frame and continue at another process.
  await beside.http.app.close()
  await second.ended
  expect(second.events.at(-1)).toMatchObject({ type: 'stream.ended', data: { code: 'overloaded' } })
  await add('five')
  const fourth = await listen(service.origin, path(), {
    token: desk.tokens.viewer,
    lastEventId: second.lastId(),
  })
  await until(() => names(fourth).length === 1, 'what came meanwhile')
  expect(names(fourth)).toEqual(['five'])
  third.close()
  fourth.close()
})

test('while others write, listeners that come and go miss nothing and get nothing twice', async () => {
  const written: string[] = []
  let writing = true
  const writers = Array.from({ length: 4 }, async (_, w) => {
    for (let n = 0; writing; n++) written.push(await add(`${w}-${n}`))
  })
  const heard: string[] = []
  let at: string | undefined
  for (let turn = 0; turn < 8; turn++) {
    const one: Listener = await listen(service.origin, path(), {
      token: desk.tokens.member,
      ...(at ? { lastEventId: at } : {}),
    })
    if (turn === 0) await until(() => one.lastId() !== '', 'a place')
    await new Promise((resolve) => setTimeout(resolve, 120 + turn * 20))
    one.close()
    await one.ended
    // On a slow machine this stream may have sent no id yet.
    at = one.lastId() || at
    heard.push(...one.events.map(({ data }) => data.data.rows[0].id))
  }
  writing = false
  await Promise.all(writers)
  const rest = await listen(service.origin, path(), { token: desk.tokens.member, lastEventId: at! })
  await until(() => heard.length + rest.events.length >= written.length - 10, 'the rest')
  await add('last')
  await until(() => names(rest).includes('last'), 'the last')
  heard.push(...rest.events.map(({ data }) => data.data.rows[0].id))
  expect(new Set(heard).size).toBe(heard.length)
  const first = written.indexOf(heard[0]!)
  expect(written.filter((id) => !heard.includes(id)).length).toBeLessThanOrEqual(first + 4)
  const missed = written.filter((id) => !heard.includes(id))
  // Only events from before the first stream sent its position are missing.
  expect(missed.every((id) => written.indexOf(id) <= first + 4)).toBe(true)
  rest.close()
})

test('many that come back at once while others write each get the rest, once and in order', async () => {
  const tokens = await Promise.all(
    Array.from({ length: 3 }, () => openToken(service, desk.workspaceId, desk.seats.admin)),
  )
  const from = await listen(service.origin, path(), { token: desk.tokens.viewer })
  await until(() => from.lastId() !== '', 'a place')
  const place = from.lastId()
  let writing = true
  let count = 0
  const writers = Array.from({ length: 3 }, async () => {
    while (writing) await add(`${count++}`)
  })
  const idsOf = ({ events }: Listener) => events.map(({ id }) => id)
  try {
    for (let turn = 0; turn < 6; turn++) {
      const back = await Promise.all(
        Array.from({ length: 18 }, (_, n) =>
          listen(service.origin, path(), { token: tokens[n % 3]!.token, lastEventId: place }),
        ),
      )
      await new Promise((resolve) => setTimeout(resolve, 300))
      for (const one of back) one.close()
      await Promise.all(back.map(({ ended }) => ended))
      const most = Math.max(...back.map(({ events }) => events.length))
      await until(() => from.events.length >= most, 'the one that stayed')
      // Each has the same events as the stream that stayed, up to the moment when it closed.
      for (const one of back) expect(idsOf(one)).toEqual(idsOf(from).slice(0, one.events.length))
    }
  } finally {
    writing = false
    await Promise.all(writers)
    from.close()
  }
})

test('an ended session, a suspended seat or a deleted board ends its streams', async () => {
  const { token, sessionId } = await openToken(service, desk.workspaceId, desk.seats.member)
  const signedOut = await listen(service.origin, path(), { token })
  const suspended = await listen(service.origin, '/v1/events/stream', { token: desk.tokens.member })
  const gone = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  const deleted = await listen(service.origin, `/v1/definitions/${gone.key}/events`, {
    token: desk.tokens.viewer,
  })
  await until(() => deleted.lastId() !== '', 'it to be open')
  await service.sql('DELETE FROM access_tokens WHERE id = $1', [sessionId])
  await signedOut.ended
  await service.api('PATCH', `/v1/workspace/seats/${desk.seats.member}`, {
    token: desk.tokens.owner,
    body: { status: 'suspended' },
  })
  await suspended.ended
  await service.api('DELETE', `/v1/boards/${gone.id}`, { token: desk.tokens.owner })
  await deleted.ended
  const last = (listener: Listener) => listener.events.at(-1)!
  expect(last(signedOut)).toMatchObject({ type: 'stream.ended', data: { code: 'unauthenticated' } })
  expect(last(suspended).data.code).toBe('unauthenticated')
  expect(deleted.events.slice(-2).map(({ type }) => type)).toEqual([
    'board.deleted',
    'stream.ended',
  ])
  expect(last(deleted).data.code).toBe('not_found')
})

test('a changed role or policy applies from the next event on', async () => {
  const viewer = await listen(service.origin, path(), { token: desk.tokens.viewer })
  const cells = async (name: string) => {
    await add(name)
    await until(() => names(viewer).includes(name), name)
    return viewer.events.at(-1)!.data.data.rows[0].cells
  }
  const become = (role: string) =>
    service.api('PATCH', `/v1/workspace/seats/${desk.seats.viewer}`, {
      token: desk.tokens.owner,
      body: { role },
    })
  expect(await cells('as a viewer')).toEqual({ name: 'as a viewer' })
  await become('manager')
  expect(await cells('as a manager')).toEqual({ name: 'as a manager', margin: 7 })
  await become('viewer')
  expect(await cells('again')).toEqual({ name: 'again' })
  const policy = `/v1/definitions/${board.key}/column-policies/name`
  const token = desk.tokens.owner
  await service.api('PUT', policy, { token, body: { visibleTo: { mode: 'nobody' } } })
  await add('unseen')
  await service.api('PUT', policy, { token, body: {} })
  expect(await cells('seen')).toEqual({ name: 'seen' })
  expect(JSON.stringify(viewer.events.slice(-1))).not.toContain('unseen')
  viewer.close()
})

test('a reader that takes nothing is disconnected, and does not hold up others', async () => {
  const slow = await fetch(service.origin + path(), {
    headers: { authorization: `Bearer ${desk.tokens.viewer}` },
  })
  const quick = await listen(service.origin, path(), { token: desk.tokens.viewer })
  await call('POST', '/columns', { name: 'Notes', type: 'long_text' })
  const wide = 'x'.repeat(9000)
  const rows = Array.from({ length: 200 }, (_, n) => ({ cells: { name: `${n}`, notes: wide } }))
  for (let n = 1; n <= 12; n++) {
    expect((await call('POST', '/rows', { rows })).status).toBe(201)
    await until(() => names(quick).length === n, 'each of them')
  }
  let taken = 0
  const cut = (async () => {
    for await (const chunk of slow.body!) taken += chunk.length
  })().then(
    () => 'ended',
    () => 'cut',
  )
  expect(['ended', 'cut']).toContain(await cut)
  expect(taken).toBeLessThan(12 * 200 * 9000)
  quick.close()
})

test('a seat, a workspace and a process have a limit of streams, and an invalid place is refused', async () => {
  const few = await service.beside({ streams: { mostPerSeat: 2, mostStreams: 5 } })
  const open = (token: string) => listen(few.origin, path(), { token })
  const first = await open(desk.tokens.viewer)
  const second = await open(desk.tokens.viewer)
  const third = await few.api('GET', path(), { token: desk.tokens.viewer })
  expect([third.status, third.body.code, third.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '5',
  ])
  const manager = await open(desk.tokens.manager)
  const full = await few.api('GET', path(), { token: desk.tokens.owner })
  expect([full.status, full.body.code, full.headers.get('retry-after')]).toEqual([
    503,
    'overloaded',
    '5',
  ])
  const other = await makeOwner(service)
  const elsewhere = await makeBoard(service, other.owner, [{ name: 'Name', type: 'text' }])
  const theirs = `/v1/boards/${elsewhere.id}/events`
  ;(await listen(few.origin, theirs, { token: other.owner })).close()
  second.close()
  await until(
    async () => (await few.api('GET', path(), { token: desk.tokens.viewer })).status === 200,
    'room',
  )
  const head = await fetch(few.origin + path(), {
    method: 'HEAD',
    headers: { authorization: `Bearer ${desk.tokens.viewer}` },
  })
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const bad of ['nonsense', first.lastId().slice(2)]) {
    const refused = await few.api('GET', `${path()}?after=${bad}`, { token: desk.tokens.viewer })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_cursor'])
  }
  first.close()
  manager.close()
})

test('a Last-Event-ID of another service starts the stream now, and says so', async () => {
  const ahead = Buffer.from(
    JSON.stringify([2 ** 50, '0190cafe-0000-7000-8000-000000000000']),
  ).toString('base64url')
  for (const foreign of ['42', '0190cafe-0000-7000-8000-000000000000', '1700000000000-0', ahead]) {
    const listener = await listen(service.origin, path(), {
      token: desk.tokens.viewer,
      lastEventId: foreign,
    })
    expect(listener.status).toBe(200)
    await until(() => listener.lastId() !== '', 'a place to resume from')
    await add(foreign)
    await until(() => names(listener).length === 1, 'the row')
    expect(listener.events.map(({ type }) => type)).toEqual(['stream.reset', 'rows.created'])
    expect(listener.events[0]!.data.code).toBe('invalid_cursor')
    listener.close()
  }
})

test('an EventSource that another service left behind goes on with ours', async () => {
  // A look-alike at the same address answers once. Then the service does, for whom the browser's cookie is a header here.
  let answered = 0
  const server = createServer((request, response) => {
    if (answered++ === 0) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('retry: 10\nid: 42\ndata: from another service\n\n')
      return
    }
    const authorization = `Bearer ${desk.tokens.viewer}`
    const to = new URL(request.url!, service.origin)
    const asked = get(to, { headers: { ...request.headers, authorization } }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    response.on('close', () => asked.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const script = `
    setInterval(() => {}, 1000)
    const source = new EventSource('http://127.0.0.1:${port}${path()}')
    for (const type of ['message', 'stream.reset', 'rows.created'])
      source.addEventListener(type, () => console.log(type))
    source.addEventListener('error', () => source.readyState === 2 && console.log('given up'))`
  const browser = spawn(process.execPath, ['--experimental-eventsource', '-e', script])
  let said = ''
  browser.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  try {
    await until(() => /reset|given up/.test(said), 'the second stream')
    await add('after all')
    await until(() => /created|given up/.test(said), 'the row')
    expect(said.split('\n').slice(0, 3)).toEqual(['message', 'stream.reset', 'rows.created'])
  } finally {
    browser.kill()
    server.closeAllConnections()
    server.close()
  }
})
