import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard, makeDesk } from '../server/tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../server/tests/support/service/service.ts'
import { createClient, RefusedError } from './client.ts'
import { operations } from './operations.ts'

let service: TestService
let token: string
let board: Awaited<ReturnType<typeof makeBoard>>
const asked: string[] = []

beforeAll(async () => {
  service = await startService()
  token = (await makeDesk(service)).tokens.owner
  board = await makeBoard(service, token, [{ name: 'Name', type: 'text' }])
  const rows = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ cells: { name } }))
  const added = await service.api('POST', `/v1/boards/${board.id}/rows`, { token, body: { rows } })
  expect(added.status).toBe(201)
})
afterAll(() => service.stop())

/** A client whose requests are noted. */
const client = (credential: { token: string } | { key: string } = { token }) => {
  asked.length = 0
  const noting: typeof fetch = (url, init) => {
    asked.push(String(url).replace(service.origin, ''))
    return fetch(url, init)
  }
  return createClient({ baseUrl: service.origin, fetch: noting, ...credential })
}

test('a list is read page by page, each when it is needed', async () => {
  const rows = client().boards.listRows.iterate({ id: board.id }, { limit: 2, sort: '-name' })
  expect(asked).toEqual([])
  const names: unknown[] = []
  for await (const { cells } of rows) {
    names.push(cells.name)
    expect(asked.length).toBe(Math.ceil(names.length / 2))
  }
  expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(asked.every((url) => url.includes('limit=2&sort=-name'))).toBe(true)
})

test('it reads no further than the loop', async () => {
  for await (const { cells } of client().boards.listRows.iterate({ id: board.id }, { limit: 2 })) {
    if (cells.name === 'c') break
  }
  expect(asked.length).toBe(2)
})

test('an offset is where it starts, and is sent once', async () => {
  const query = { limit: 2, offset: 1, sort: 'name' }
  const names: unknown[] = []
  const rows = client().iterate('boards.listRows', { params: { id: board.id }, query })
  for await (const { cells } of rows) names.push(cells.name)
  expect(names).toEqual(['b', 'c', 'd', 'e'])
  expect(asked.filter((url) => url.includes('offset='))).toHaveLength(1)
})

test('lists of keys, of seats and of events are read alike', async () => {
  const names: unknown[] = []
  const byKey = client({ key: board.secret })
  for await (const { cells } of byKey.ingest.readBoard.iterate({ limit: 3 })) names.push(cells.name)
  expect(names).toEqual(['a', 'b', 'c', 'd', 'e'])
  const roles: string[] = []
  for await (const { role } of client().workspace.listSeats.iterate({ limit: 2 })) roles.push(role)
  expect(roles.sort()).toEqual(['admin', 'manager', 'member', 'owner', 'viewer'])
  await service.eventsReadable()
  const types: string[] = []
  for await (const { type } of client().feeds.pull.iterate({ limit: 1, types: 'board.*,rows.*' })) {
    types.push(type)
  }
  expect(types).toEqual(['board.created', 'rows.created'])
})

test('a page that is refused is thrown, with the refusal', async () => {
  const rows = client().boards.listRows.iterate({ id: board.id }, { sort: 'nothing' })
  const refused = await rows.next().catch((error) => error)
  expect(refused).toBeInstanceOf(RefusedError)
  expect(refused).toMatchObject({ code: 'unknown_column', failure: { ok: false, status: 400 } })
})

test('the signal ends it, also between two pages', async () => {
  const stopping = new AbortController()
  const { signal } = stopping
  const rows = client().boards.listRows.iterate({ id: board.id }, { limit: 2, signal })
  await rows.next()
  await rows.next()
  stopping.abort(new Error('enough'))
  await expect(rows.next()).rejects.toThrow('enough')
  expect(asked.length).toBe(1)
})

test('what has no pages is no list', () => {
  const all = client() as unknown as {
    iterate: (name: string) => unknown
    boards: Record<string, { iterate?: unknown }>
  }
  expect(() => all.iterate('boards.get')).toThrow('boards.get is not a list')
  expect(all.boards.get!.iterate).toBeUndefined()
  const lists = Object.values(operations).filter((facts) => 'items' in facts)
  expect(lists.length).toBeGreaterThan(40)
  expect(lists.every(({ method }) => method === 'GET')).toBe(true)
})
