import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/db.ts'
import { until } from '../../../tests/support/clients/listener.ts'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { halting, importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { importTurn } from './work.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const signal = new AbortController().signal
const turn = () => importTurn(service, signal)

async function board() {
  const columns = [
    { name: 'Name', type: 'text', unique: true },
    { name: 'City', type: 'text' },
  ]
  const { id } = await makeBoard(service, desk.tokens.owner, columns)
  return { id, ...importerOf(service.api, desk.tokens.owner, { boardId: id }) }
}

const fileOf = (count: number) =>
  `Name\n${Array.from({ length: count }, (_, n) => `row ${n}`).join('\n')}\n`

/** Starts an import, and stops it when half of it is written. */
async function halfway() {
  const place = await board()
  const { data } = (await place.send({ file: fileOf(4000) })).body
  const { files, half, go } = halting(service.files)
  const writing = importTurn({ db: service.db, files }, signal)
  await half
  const run = async () => (await place.get(`/${data.id}`)).body.data
  await until(async () => (await run()).imported === 2000, 'half of it to be written')
  return { ...place, runId: data.id as string, run, go, writing }
}

test('a running import tells how far it is, and about how long it will still take', async () => {
  const { send, get } = await board()
  const { data } = (await send({ file: fileOf(2) })).body
  expect(data.progress).toEqual({ done: 0, total: 2, secondsLeft: null })
  await turn()
  expect((await get(`/${data.id}`)).body.data).not.toHaveProperty('progress')

  const { run, go, writing } = await halfway()
  const { progress } = await run()
  expect(progress).toMatchObject({ done: 2000, total: 4000, secondsLeft: expect.any(Number) })
  expect(progress.secondsLeft).toBeGreaterThan(0)
  go()
  await writing
  expect(await run()).toMatchObject({ status: 'completed', imported: 4000 })
})

describe('a cancelled import', () => {
  test('stops, and what it has written goes to the trash', async () => {
    const { id, post, get, rows, runId, run, go, writing } = await halfway()
    const cancelled = await post(`/${runId}/cancel`)
    expect(cancelled.status).toBe(201)
    expect(cancelled.body.data).toMatchObject({
      status: 'running',
      cancelledAt: expect.any(String),
      cancelledBy: expect.any(Number),
    })
    expect((await post(`/${runId}/undo`)).body.code).toBe('import_running')
    go()
    await writing
    expect(await run()).toMatchObject({ status: 'running', imported: 2000 })
    expect(await turn()).toBe(true)
    expect(await run()).toMatchObject({
      status: 'cancelled',
      imported: 2000,
      standing: 0,
      undoneCount: 2000,
      keptCount: 0,
      finishedAt: expect.any(String),
    })
    expect(await rows()).toEqual([])
    const trash = await service.api('GET', `/v1/boards/${id}/rows?trashed=true&limit=1`, {
      token: desk.tokens.owner,
    })
    expect(trash.body.data).toHaveLength(1)
    expect((await get('')).body.data[0].status).toBe('cancelled')
    // It can be cancelled again, but neither undone nor redone.
    expect((await post(`/${runId}/cancel`)).body.data.status).toBe('cancelled')
    expect((await post(`/${runId}/undo`)).body.code).toBe('already_undone')
    const redo = await post(`/${runId}/redo`)
    expect([redo.status, redo.body.code]).toEqual([409, 'not_undone'])
    expect(redo.body.error).toContain('cancelled')
  })

  test('that no worker has begun ends without rows, and its file is deleted', async () => {
    const { send, post, get } = await board()
    const { data } = (await send({ file: fileOf(3) })).body
    const [{ key }] = await service.sql(
      `SELECT file ->> 'key' AS key FROM import_runs WHERE id = $1`,
      [data.id],
    )
    await service.files.get(key).then((file) => file.destroy())
    expect((await post(`/${data.id}/cancel`)).status).toBe(201)
    expect((await post(`/${data.id}/cancel`)).status).toBe(201)
    await turn()
    expect((await get(`/${data.id}`)).body.data).toMatchObject({
      status: 'cancelled',
      undoneCount: 0,
    })
    await expect(service.files.get(key)).rejects.toThrow()
  })

  test('keeps the new values of rows that it has updated', async () => {
    const { send, post, get, rows } = await board()
    await send({ file: 'Name,City\nrow 0,Bern\n' })
    await turn()
    const { data } = (await send({ file: `Name,City\nrow 0,Bonn\nnew,Basel\n`, matchOn: 'name' }))
      .body
    const dying = importTurn({ db: failing(4), files: service.files }, signal)
    await expect(dying).rejects.toThrow('killed')
    expect((await get(`/${data.id}`)).body.data).toMatchObject({ status: 'running', imported: 2 })
    expect((await post(`/${data.id}/cancel`)).status).toBe(201)
    await turn()
    expect((await get(`/${data.id}`)).body.data).toMatchObject({
      status: 'cancelled',
      undoneCount: 1,
      keptCount: 1,
    })
    expect((await rows()).map(({ cells }) => cells)).toEqual([{ name: 'row 0', city: 'Bonn' }])
  })

  test('is undone by another worker if the one that undoes it dies', async () => {
    const { post, rows, runId, run, go, writing } = await halfway()
    await post(`/${runId}/cancel`)
    go()
    await writing
    // It dies after the rows are in the trash, before the run is settled.
    const dying = importTurn({ db: failing(4), files: service.files }, signal)
    await expect(dying).rejects.toThrow('killed')
    expect(await rows()).toEqual([])
    expect((await run()).status).toBe('running')
    await service.sql("UPDATE import_runs SET lease_until = now() - interval '1 s'")
    await service.sql('UPDATE due_work SET due_at = now()')
    expect(await turn()).toBe(true)
    expect(await run()).toMatchObject({ status: 'cancelled', undoneCount: 2000, standing: 0 })
  })

  test('has either ended before, or leaves no rows, when somebody cancels it as it finishes', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 8; round++) {
      const { send, post, get, rows } = await board()
      const { data } = (await send({ file: fileOf(40) })).body
      const working = turn()
      const answer = await post(`/${data.id}/cancel`)
      await working
      await turn()
      const { status } = (await get(`/${data.id}`)).body.data
      outcomes.add(status)
      if (answer.status === 201) expect([status, await rows()]).toEqual(['cancelled', []])
      else {
        expect([answer.status, answer.body.code]).toEqual([409, 'import_finished'])
        expect([status, (await rows()).length]).toEqual(['completed', 40])
      }
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  test('is refused once it has finished, and where there is none', async () => {
    const { send, post } = await board()
    const { data } = (await send({ file: fileOf(1) })).body
    await turn()
    const late = await post(`/${data.id}/cancel`)
    expect([late.status, late.body.code]).toEqual([409, 'import_finished'])
    const other = await board()
    expect((await other.post(`/${data.id}/cancel`)).status).toBe(404)
  })
})

/** The database until the nth transaction in a workspace, where the worker dies: it does nothing any more. */
function failing(nth: number): Database {
  let count = 0
  const withWorkspace: Database['withWorkspace'] = (...args) =>
    ++count < nth ? service.db.withWorkspace(...args) : Promise.reject(new Error('killed'))
  return new Proxy(service.db, {
    get: (target, name) => {
      if (name === 'withWorkspace') return withWorkspace
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
