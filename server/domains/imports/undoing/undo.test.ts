import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSeed } from '../../../tests/scenarios/chance.ts'
import { type UndoDesk, undoRounds } from '../../../tests/scenarios/undo.ts'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let own: UndoDesk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
  own = { api: service.api, sql: service.sql, token: desk.tokens.member }
})
afterAll(() => service.stop())

/** Only owners make boards and keys here. */
const asOwner: UndoDesk['api'] = (method, path, call) =>
  service.api(method, path, {
    ...call,
    token: /boards$|\/keys$/.test(path) ? desk.tokens.owner : call?.token,
  })

describe('an undo is exact', () => {
  test('in 60 rounds of races with edits, deletes, restores and another undo, and redo restores', async () => {
    const seed = newSeed()
    const api = asOwner
    const lanes = [0, 1, 2, 3].map((lane) =>
      undoRounds({ ...own, api }, { seed: seed + lane * 1000, rounds: 15 }),
    )
    expect((await Promise.all(lanes)).flat(), `seed ${seed}`).toEqual([])
  })

  test.each([
    [
      'a kept row that is not listed',
      (answer: { body: { data: { kept: string[] } } }) => void answer.body.data.kept.pop(),
      '',
    ],
    [
      'another row that is removed too',
      () => {},
      `UPDATE rows SET deleted_at = now() WHERE source = 'manual' AND import_run_id IS NULL
       AND definition_id = $1`,
    ],
    [
      'a row that loses its edits',
      () => {},
      `UPDATE rows SET cells = '{}' WHERE definition_id = $1`,
    ],
    [
      'values that stay claimed',
      () => {},
      `UPDATE unique_values SET value_hash = sha256(value_hash)`,
    ],
  ])('%s would be found', async (_, bend, statement) => {
    const api: UndoDesk['api'] = async (method, path, call) => {
      const answer = await asOwner(method, path, call)
      if (path.endsWith('/undo') && answer.status === 201) {
        bend(answer)
        const [, board] = /boards\/([^/]+)/.exec(path)!
        if (statement) await service.sql(statement, statement.includes('$1') ? [board] : [])
      }
      return answer
    }
    expect(await undoRounds({ ...own, api }, { seed: 3, rounds: 12 })).not.toEqual([])
  })
})

const columns = [
  { name: 'Name', type: 'text' },
  { name: 'Code', type: 'text', unique: true },
]
async function board() {
  const { id, secret } = await makeBoard(service, desk.tokens.owner, columns)
  const importer = importerOf(service.api, desk.tokens.member, { boardId: id })
  const add = async (source: string, token = desk.tokens.member, name = 'x') =>
    (
      await service.api('POST', `${importer.own}/rows`, {
        token,
        body: { cells: { name }, source },
      })
    ).body.data.id as string
  return { id, secret, add, ...importer }
}
const recording = (results: string[], more: object = {}) => ({
  fileName: 'leads.csv',
  total: 5,
  imported: 4,
  failed: 1,
  results,
  ...more,
})

describe('a recorded import', () => {
  test('stamps rows of the recorder or a key, unless they were typed or have a run; others are kept', async () => {
    const { add, post, rows, secret, get } = await board()
    const write = async (body: object) =>
      (await service.api('POST', '/v1/ingest/rows', { token: secret, body })).body.data
    const mine = await add('import')
    const typed = await add('manual')
    const theirs = await add('import', desk.tokens.admin)
    const byKey = (await write({ cells: { name: 'k' } })).id
    const inBatch = (await write({ rows: [{ cells: {} }, { cells: {} }] }))[0].id
    const all = [typed, mine, theirs, byKey, inBatch, mine.toUpperCase()]
    const answer = await post('', recording(all))
    expect(answer.status, answer.text).toBe(201)
    const { data: run } = answer.body
    expect(run).toMatchObject({
      actorUserId: desk.seats.member,
      fileName: 'leads.csv',
      status: 'partial',
      standing: 2,
      total: 5,
      imported: 4,
      failed: 1,
      finishedAt: expect.any(String),
    })
    expect(new Set(run.results)).toEqual(new Set(all.slice(0, 5)))
    const stamps = new Map((await rows()).map((row) => [row.id, row.importRunId]))
    expect(all.slice(0, 5).map((id) => stamps.get(id) === run.id)).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
    const preview = (await get(`/${run.id}/undo`)).body.data
    expect(preview).toMatchObject({ wouldRemove: 2, wouldKeep: 3, editedSince: 0 })
    expect(new Map(preview.keeps.map((k: { id: string; why: string }) => [k.id, k.why]))).toEqual(
      new Map([
        [typed, 'manual'],
        [theirs, 'not_yours'],
        [inBatch, 'other_run'],
      ]),
    )
    const undone = await post(`/${run.id}/undo`)
    expect(undone.status).toBe(201)
    expect(undone.body.data).toMatchObject({
      removed: 2,
      run: {
        status: 'undone',
        undoneCount: 2,
        keptCount: 3,
        undoneBy: desk.seats.member,
        undoneAt: expect.any(String),
        standing: 0,
      },
    })
    expect(new Set(undone.body.data.kept)).toEqual(new Set([typed, theirs, inBatch]))
    expect((await rows()).map((row) => row.id)).not.toContain(mine)
    expect((await post(`/${run.id}/undo`)).body.code).toBe('already_undone')
    // Rows keep their run: recording the same rows again stamps none of them.
    const again = await post('', recording([typed]))
    expect(again.body.data.standing).toBe(0)
  })

  test.each([
    ['all imported', { total: 2, imported: 2, failed: 0 }, 'completed'],
    ['some failed', { total: 2, imported: 1, failed: 1 }, 'partial'],
    ['broken off', { total: 3, imported: 1, failed: 0, error: 'It rained.' }, 'partial'],
    ['none imported', { total: 2, imported: 0, failed: 2, error: 'No.' }, 'failed'],
    ['a null error', { total: 2, imported: 2, failed: 0, error: null }, 'completed'],
  ])('with %s gets the right status', async (_, counts, status) => {
    const { post } = await board()
    const { data } = (await post('', recording([], counts))).body
    expect(data).toMatchObject({ status, results: [], standing: 0 })
    expect(data.error ?? null).toBe('error' in counts ? counts.error : null)
  })

  test('is refused if it does not add up, or names rows that do not exist here', async () => {
    const { post, add, get, own: base } = await board()
    const elsewhere = await (await board()).add('import')
    const here = await add('import')
    const gone = await add('import')
    await service.api('DELETE', `${base}/rows/${gone}`, { token: desk.tokens.member })
    for (const [body, code] of [
      [recording([], { total: 3 }), 'invalid_request'],
      [recording([], { failed: -1 }), 'invalid_request'],
      [recording([here, elsewhere]), 'unknown_reference'],
      [recording([here, gone]), 'unknown_reference'],
      [recording([here, crypto.randomUUID()]), 'unknown_reference'],
      [recording(['x']), 'invalid_request'],
      [{ ...recording([]), bogus: 1 }, 'invalid_request'],
    ] as const) {
      const answer = await post('', body)
      expect([answer.status, answer.body.code], answer.text).toEqual([400, code])
    }
    expect((await get('')).body.data).toEqual([])
  })
})

test('an undo removes edited rows too, keeps those that the file updated, and its preview says so', async () => {
  const { run, rows, post, get, own: base, add } = await board()
  const token = desk.tokens.member
  await add('manual')
  await run({ file: 'Name,Code\nOld,1\n' })
  const done = await run({ file: 'Name,Code\nOlder,1\nNew,2\nNewer,3\n', matchOn: 'code' })
  const [, old, made] = await rows()
  await service.api('PATCH', `${base}/rows/${made.id}`, {
    token,
    body: { cells: { name: 'Mine' } },
  })
  const preview = (await get(`/${done.id}/undo`)).body.data
  expect(preview).toEqual({
    wouldRemove: 2,
    wouldKeep: 1,
    editedSince: 1,
    removes: [
      { id: made.id, editedSince: true },
      { id: expect.any(String), editedSince: false },
    ],
    keeps: [{ id: old.id, why: 'updated' }],
  })
  const undone = (await post(`/${done.id}/undo`)).body.data
  expect([undone.removed, undone.kept]).toEqual([2, [old.id]])
  expect((await rows()).map(({ cells }) => cells.name)).toEqual(['x', 'Older'])
  const redone = (await post(`/${done.id}/redo`)).body.data
  expect([redone.restored, redone.run.status, redone.run.undoneAt]).toEqual([
    2,
    'completed',
    undefined,
  ])
  expect((await rows()).map(({ cells }) => cells.name)).toEqual(['x', 'Older', 'Mine', 'Newer'])
})

test('a run without progress for 15 minutes is given up, keeps what it wrote, and can be undone', async () => {
  const quiet = await startService()
  try {
    const { tokens } = await makeDesk(quiet)
    const { id } = await makeBoard(quiet, tokens.owner, columns)
    const { send, post, get } = importerOf(quiet.api, tokens.owner, { boardId: id })
    const { data } = (await send({ file: 'Name\nAcme\n' })).body
    expect((await post(`/${data.id}/undo`)).body.code).toBe('import_running')
    await quiet.sql("UPDATE import_runs SET progressed_at = now() - interval '14 minutes'")
    expect((await post(`/${data.id}/undo`)).body.code).toBe('import_running')
    await quiet.sql("UPDATE import_runs SET progressed_at = now() - interval '16 minutes'")
    quiet.work()
    let run = (await get(`/${data.id}`)).body.data
    while (run.status === 'running') run = (await get(`/${data.id}`)).body.data
    expect(run).toMatchObject({ status: 'failed', imported: 0, finishedAt: expect.any(String) })
    expect(run.error).toContain('15 minutes')
    expect((await post(`/${data.id}/undo`)).body.data).toMatchObject({ removed: 0, kept: [] })
  } finally {
    await quiet.stop()
  }
})
