import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { openBooks } from '../../../tests/support/desks/money.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

async function openBoard() {
  const { id, secret } = await makeBoard(service, desk.tokens.owner, [
    { name: 'Name', type: 'text' },
    { name: 'Code', type: 'text', unique: true },
  ])
  return { secret, ...importerOf(service.api, desk.tokens.member, { boardId: id }) }
}

describe('a row with posted money', () => {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  /** A deal of the row, with money posted to it. */
  async function dealOf(dealRowId: string) {
    const books = openBooks(service, desk)
    const { id } = await books.deal({ dealRowId })
    return { ...books, id, collect: () => books.post(id, 'collections', 100) }
  }

  test('stays when its import is undone, is listed with that reason, and no later undo removes it', async () => {
    const { run, rows, post, get, own: base } = await openBoard()
    const done = await run({
      file: 'Name,Code\nFunded,1\nOpen,2\nExpected,3\nReversed,4\nLost,5\n',
    })
    const [funded, open, expected, reversed, lost] = ids(await rows()) as [string, ...string[]]
    await (await dealOf(funded)).collect()
    await dealOf(open!)
    const hoped = await dealOf(expected!)
    await hoped.post(hoped.id, 'expectations', 100)
    const back = await dealOf(reversed!)
    const collected = await back.collect()
    await back.made('POST', `/entries/${collected.id}/reverse`, {})
    await service.api('PATCH', `${base}/rows/${funded}`, {
      token: desk.tokens.member,
      body: { cells: { name: 'Funded 2' } },
    })
    const [kept, gone] = [
      [funded, reversed],
      [open, expected, lost],
    ]
    const preview = (await get(`/${done.id}/undo`)).body.data
    expect(preview).toEqual({
      wouldRemove: 3,
      wouldKeep: 2,
      editedSince: 0,
      removes: gone.map((id) => ({ id, editedSince: false })),
      keeps: kept.map((id) => ({ id, why: 'posted_money' })),
    })
    for (let round = 0; round < 2; round++) {
      const undone = (await post(`/${done.id}/undo`)).body.data
      expect([undone.removed, undone.kept]).toEqual([3, kept])
      expect(undone.run).toMatchObject({ undoneCount: 3, keptCount: 2, standing: 2 })
      expect(ids(await rows())).toEqual(kept)
      expect((await post(`/${done.id}/redo`)).body.data).toMatchObject({
        restored: 3,
        run: { standing: 5, status: 'completed' },
      })
      expect(ids(await rows())).toEqual([funded, open, expected, reversed, lost])
    }
  })

  test('stays when the batch of a key is undone', async () => {
    const { secret, rows, post, get } = await openBoard()
    const body = { rows: [{ cells: { name: 'a' } }, { cells: { name: 'b' } }] }
    await service.api('POST', '/v1/ingest/rows', { token: secret, body })
    const [first, second] = ids(await rows()) as [string, string]
    await (await dealOf(second)).collect()
    const [batch] = (await get('')).body.data
    expect((await post(`/${batch.id}/undo`)).body.data).toMatchObject({
      removed: 1,
      kept: [second],
    })
    expect(ids(await rows())).not.toContain(first)
  })

  test('is still deleted if somebody deletes that row', async () => {
    const { run, own: base, rows } = await openBoard()
    await run({ file: 'Name,Code\nFunded,1\n' })
    const [id] = ids(await rows()) as [string]
    await (await dealOf(id)).collect()
    const gone = await service.api('DELETE', `${base}/rows/${id}`, { token: desk.tokens.member })
    expect([gone.status, await rows()]).toEqual([204, []])
  })
})
