import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../tests/support/clients/listener.ts'
import { type Desk, makeBoard, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { readWorkbook } from '../../../tests/support/inputs/workbooks.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
/** 60 MB. */
let heavy: { id: string; key: string }
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  heavy = await largeBoard(6000, 10_000)
})
afterAll(() => service.stop())

const ROWS = 12_345

/** Rows whose notes are random digits, which hardly compress. */
async function largeBoard(rows: number, digits: number) {
  const board = await makeBoard(service, desk.tokens.owner, [
    { name: 'Company', type: 'text' },
    { name: 'Notes', type: 'long_text' },
  ])
  await service.sql(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT $1, gen_random_uuid(), $2, n, 'api', jsonb_build_object('1', 'Row ' || n, '2',
       (SELECT string_agg(md5(n || ' ' || m), '') FROM generate_series(1, $4::int / 32) AS m)), 'user:1'
     FROM generate_series(1, $3::int) AS n`,
    [desk.workspaceId, board.id, rows, digits],
  )
  return board
}

const open = (id: string, format: string, signal?: AbortSignal) =>
  fetch(`${service.origin}/v1/boards/${id}/export?format=${format}`, {
    headers: { authorization: `Bearer ${desk.tokens.viewer}` },
    ...(signal ? { signal } : {}),
  })

test('has every row once, in order, in both formats', async () => {
  const { id } = await largeBoard(ROWS, 32)
  const names = Array.from({ length: ROWS }, (_, i) => `Row ${i + 1}`)
  const csv = Buffer.from(await (await open(id, 'csv')).arrayBuffer())
  expect((parse(csv) as string[][]).slice(1).map(([name]) => name)).toEqual(names)
  const [sheet] = await readWorkbook(new Uint8Array(await (await open(id, 'xlsx')).arrayBuffer()))
  expect(sheet!.rows.slice(1).map(([name]) => name!.value)).toEqual(names)
})

/** An export whose reader takes only the first piece. */
async function stalled(id: string, format = 'csv') {
  const stop = new AbortController()
  const answer = await open(id, format, stop.signal)
  const reader = answer.body!.getReader()
  if (answer.ok) await reader.read()
  return { answer, reader, stop: () => stop.abort() }
}

test.each(['csv', 'xlsx'])(
  'reads rows no faster than its reader takes them, and stops when the reader does: %s',
  async (format) => {
    const { id } = heavy
    let blocks = 0
    const { db } = service
    const { readWorkspace } = db
    db.readWorkspace = (...call) => {
      blocks++
      return readWorkspace.apply(db, call) as never
    }
    try {
      const { stop } = await stalled(id, format)
      const untilQuiet = async () => {
        for (let seen = -1; seen < blocks; ) {
          seen = blocks
          await sleep(500)
        }
      }
      await until(() => blocks > 1, 'it to read')
      await untilQuiet()
      // 60 MB are 60 blocks, and half as much in XLSX; the sockets hold only a part of them.
      expect(blocks).toBeLessThan(50)
      stop()
      await untilQuiet()
      expect(blocks).toBeLessThan(55)
    } finally {
      db.readWorkspace = readWorkspace
    }
  },
)

test('is one of few of its workspace, frees its place when its reader has gone, and leaves others theirs', async () => {
  const { id } = heavy
  const opened = await Promise.all(Array.from({ length: 4 }, () => stalled(id)))
  const other = await makeOwner(service)
  const small = await makeBoard(service, other.owner, [{ name: 'Company', type: 'text' }])
  const path = `/v1/boards/${small.id}/export?format=csv`
  expect((await service.api('GET', path, { token: other.owner })).status).toBe(200)
  const refused = await stalled(id)
  expect(refused.answer.status).toBe(503)
  expect(refused.answer.headers.get('retry-after')).toBe('5')
  const waiting = stalled(id)
  for (const { stop } of opened) stop()
  expect((await waiting).answer.status).toBe(200)
  ;(await waiting).stop()
})

test('breaks off when the columns change', async () => {
  const { id, key } = heavy
  const { reader } = await stalled(id)
  const hidden = await service.api('PUT', `/v1/definitions/${key}/column-policies/company`, {
    token: desk.tokens.owner,
    body: { visibleTo: { mode: 'nobody' } },
  })
  expect(hidden.status).toBe(200)
  const read = async () => {
    for (;;) if ((await reader.read()).done) return 'complete'
  }
  await expect(read()).rejects.toThrow()
})
