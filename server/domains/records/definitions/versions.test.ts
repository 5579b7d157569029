import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard, makeOwner, makePage } from '../../../tests/support/desks/fixtures.ts'
import { integration } from '../../../tests/support/desks/ingest.ts'
import { asOwner } from '../../../tests/support/postgres/postgres.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

// What a process has in memory of a definition is no longer used once the definition has changed, whoever changed it.

let service: TestService
let owner: string
beforeAll(async () => {
  service = await startService()
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

const api = (method: string, path: string, body?: unknown) =>
  service.api(method, path, { token: owner, body })

test('another region of the workspace holds for the next write, unless the board has its own', async () => {
  const columns = [{ name: 'Phone', type: 'phone' }]
  const desks = await makeBoard(service, owner, columns)
  const own = await makeBoard(service, owner, columns, { settings: { region: 'US' } })
  const write = async ({ secret }: { secret: string }) => {
    const { body } = await integration(service, secret).write({ cells: { phone: '030 901820' } })
    return body.data?.cells.phone ?? body.error.code
  }
  expect([await write(desks), await write(own)]).toEqual(['invalid_rows', 'invalid_rows'])

  await api('PATCH', '/v1/workspace', { region: 'DE' })
  expect([await write(desks), await write(own)]).toEqual(['+4930901820', 'invalid_rows'])
})

test('the id of a page is no board’s, even after its rows were read', async () => {
  const page = await makePage(service, owner, [{ name: 'Title', type: 'text' }])
  expect((await api('GET', `/v1/definitions/${page.key}/rows`)).status).toBe(200)
  const { body } = await api('GET', `/v1/definitions/${page.key}`)
  expect((await api('GET', `/v1/boards/${body.data.id}/rows`)).status).toBe(404)
})

test('a key names the new page once the old one was deleted', async () => {
  const make = async (name: string) => {
    const page = await makePage(service, owner, [{ name, type: 'text' }], { key: 'again' })
    await api('POST', `/v1/definitions/${page.key}/rows`, { cells: { [name]: name } })
    return page.key
  }
  const read = async () =>
    (await api('GET', '/v1/definitions/again/rows')).body.data?.map(
      ({ cells }: { cells: object }) => cells,
    )
  expect(await make('first')).toBe('again')
  expect(await read()).toEqual([{ first: 'first' }])
  await api('DELETE', '/v1/definitions/again')
  expect(await read()).toBeUndefined()
  expect(await make('second')).toBe('again')
  expect(await read()).toEqual([{ second: 'second' }])
})

test('an edit that waits for a change of the board is made as the board is then', async () => {
  const board = await makeBoard(service, owner, [{ name: 'Note', type: 'text' }])
  const rows = `/v1/boards/${board.id}/rows`
  const { id } = (await api('POST', rows, { cells: { note: 'A' } })).body.data
  const edit = (note: string) => api('PATCH', `${rows}/${id}`, { cells: { note } })
  expect((await edit('B')).status).toBe(200) // and the board is in memory
  const answer = await asOwner(service.connection, async (sql) => {
    await sql('BEGIN')
    await sql('UPDATE row_counters SET version = version + 1 WHERE definition_id = $1', [board.id])
    await sql('UPDATE columns SET required = true WHERE definition_id = $1', [board.id])
    const waiting = edit('')
    await service.blocked()
    await sql('COMMIT')
    return waiting
  })
  expect(answer.body.error).toBe('note: is required; send a value for it')
})

test('a deleted board is gone at once, for people and for its keys', async () => {
  const board = await makeBoard(service, owner, [{ name: 'Title', type: 'text' }])
  const { write, read } = integration(service, board.secret)
  const used = async () => [
    (await api('GET', `/v1/boards/${board.id}/rows`)).status,
    (await write({ cells: { title: 'A' } })).status,
    (await read()).status,
  ]
  expect(await used()).toEqual([200, 201, 200])
  await api('DELETE', `/v1/boards/${board.id}`)
  expect(await used()).toEqual([404, 401, 401])
})
