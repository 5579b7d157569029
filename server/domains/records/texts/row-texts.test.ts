import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainText } from '../../../../shared/plain-text.ts'
import { comparable } from '../../../../shared/visible-text.ts'
import { withOwner } from '../../../platform/database/owner.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { patternOf } from '../filters/search-pattern.rules.ts'
import { listRowsInRuns } from '../history/row-events.sql.ts'
import { textIndexName } from './row-texts.rules.ts'
import { rowsInRuns, storeTextsOf } from './row-texts.sql.ts'
import { remakeTextIndexes, workOnRowTexts } from './row-texts.ts'

let service: TestService
let desk: Desk
let board: { id: string; key: string }
let path: string

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  board = await makeBoard(service, desk.tokens.owner, [
    { name: 'name', type: 'text' },
    { name: 'secret', type: 'text' },
    { name: 'tags', type: 'multi_select', settings: { options: [{ label: 'Größe' }] } },
    { name: 'phone', type: 'phone' },
    { name: 'direct', type: 'phone' },
  ])
  path = `/v1/boards/${board.id}`
  await service.sql(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT $1, gen_random_uuid(), $2, n, 'manual', jsonb_build_object('1', 'Harbor Supply ' || n,
       '2', 'Canary' || n, '4', '+1312' || 2000000 + n, '5', '+1773' || 2000000 + n) || CASE WHEN n % 5000 = 0 THEN '{"3": ["Größe"]}' WHEN n = 777 THEN '{"1": "Ünal Łódź"}' ELSE '{}' END::jsonb, 'user:1'
     FROM generate_series(1, 20000) n`,
    [desk.workspaceId, board.id],
  )
  await service.sql(
    'UPDATE row_counters SET row_count = 20000, next_position = 20001 WHERE definition_id = $1',
    [board.id],
  )
  await restrict(service, desk.workspaceId, board.key, 'secret', { visibleTo: 'roles' })
  await restrict(service, desk.workspaceId, board.key, 'direct', { visibleTo: 'roles' })
})
afterAll(() => service.stop())

async function found(search: string, role: keyof Desk['tokens'] = 'viewer', more = '') {
  const query = `search=${encodeURIComponent(search)}&limit=1000&count=true${more}`
  const { body, text } = await service.api('GET', `${path}/rows?${query}`, {
    token: desk.tokens[role],
  })
  expect(body.data, text).toBeDefined()
  expect(Math.min(body.total, 1000)).toBe(body.data.length)
  return body.data.map(({ position }: { position: number }) => position)
}
const write = async (method: string, at: string, body?: object) => {
  const answer = await service.api(method, path + at, { token: desk.tokens.owner, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body?.data
}
const state = async () =>
  (
    await service.sql('SELECT state, slots FROM text_indexes WHERE definition_id = $1', [board.id])
  )[0]

/** Does background work until there is no more. */
async function work(): Promise<void> {
  const never = new AbortController().signal
  do await service.sql("UPDATE due_work SET due_at = now() WHERE kind = 'row_texts'")
  while (await workOnRowTexts(service.db, service.connection, never))
}
const all = async () => ({
  one: await found('supply 19999'),
  percent: await found('0%'),
  short: (await found('o')).length,
  many: (await found('harbor', 'viewer', '&sort=-name')).length,
  size: await found('größe'),
  plain: await found('unal lodz'),
  accents: await found('ÜNAL Ł'),
  plainOption: await found('GROSSE'),
  hidden: await found('canary777'),
  seen: await found('canary7777', 'manager'),
  nothing: await found('supply 20001'),
  phone: await found('(312) 201-9999'),
  dotted: await found('312.201.9999'),
  local: await found('201-9999'),
  end: await found('9999'),
  written: await found('+1 773 201 9999', 'manager'),
  direct: await found('(773) 201-9999'),
})

let before: Awaited<ReturnType<typeof all>>

test('a search of a big board asks for its texts, and works without them', async () => {
  before = await all()
  expect(before).toMatchObject({
    one: [19999],
    percent: [],
    short: 1000,
    many: 1000,
    size: [5000, 10000, 15000, 20000],
    plain: [777],
    accents: [777],
    plainOption: [5000, 10000, 15000, 20000],
    hidden: [],
    seen: [7777],
    nothing: [],
    phone: [19999],
    dotted: [19999],
    local: [19999],
    end: [9999, 19999],
    written: [19999],
    direct: [],
  })
  expect((await state()).state).toBe('wanted')
})

test('with the texts, searches find the same, through the index', async () => {
  await work()
  expect(await state()).toEqual({ state: 'ready', slots: [1, 2, 3, 4, 5] })
  expect(await all()).toEqual(before)
  const plan = await service.sql(
    `EXPLAIN SELECT row_id FROM row_texts WHERE workspace_id = '${desk.workspaceId}'
       AND definition_id = '${board.id}' AND text LIKE '%supply 19999%'`,
  )
  expect(JSON.stringify(plan)).toContain(`texts_${board.id.replaceAll('-', '')}`)
  // A row whose stored text no longer matches is not found, which shows that searches use the stored texts.
  await service.sql(
    "UPDATE row_texts SET text = '' WHERE text LIKE 'harbor supply 123' || chr(31) || '%'",
  )
  expect(await found('supply 123')).not.toContain(123)
  expect(await found('supply 12345')).toEqual([12345])
  // So do searches for a text that is too short for the index.
  expect(await found('ße')).toEqual([5000, 10000, 15000, 20000])
  await service.sql("UPDATE row_texts SET text = '' WHERE text LIKE 'harbor supply 10000%'")
  expect(await found('ße')).toEqual([5000, 15000, 20000])
})

test('changes since then are found at once, and after the next turn too', async () => {
  const made = await write('POST', '/rows', {
    cells: { name: 'Zanzibar Bakery', phone: '(415) 555-0188' },
  })
  const rows = await write('POST', '/rows', {
    rows: [{ cells: { name: 'Zanzibar Two' } }, { cells: { secret: 'Zanzibar Three' } }],
  })
  await write('PATCH', `/rows/${rows[0].id}`, { cells: { name: 'Elsewhere' } })
  const check = async () => {
    expect(await found('ZANZIBAR')).toEqual([made.position])
    expect(await found('555-0188')).toEqual([made.position])
    expect(await found('zanzibar', 'manager')).toEqual([made.position, rows[1].position])
    expect(await found('elsewhere')).toEqual([rows[0].position])
  }
  await check()
  await work()
  await check()
  await write('DELETE', `/rows/${made.id}`)
  expect(await found('zanzibar')).toEqual([])
  expect(await found('zanzibar', 'viewer', '&trashed=true')).toEqual([made.position])
  await work()
  await write('POST', `/rows/${made.id}/restore`)
  await check()
  await work()
  await check()
})

test('a new column is searched without an index until its texts are stored too', async () => {
  await write('POST', '/columns', { name: 'more', type: 'text' })
  const made = await write('POST', '/rows', { cells: { more: 'Quixotic' } })
  expect(await found('quixotic')).toEqual([made.position])
  expect((await state()).state).toBe('wanted')
  await work()
  expect((await state()).slots).toEqual([1, 2, 3, 4, 5, 6])
  expect(await found('quixotic')).toEqual([made.position])
  expect(await found('zanzibar')).toHaveLength(1)
})

test('new rows are read by position, not by reading the board', async () => {
  await service.sql('ANALYZE rows')
  const runs = Array.from({ length: 250 }, (_, n) => ({ first: 19_000 + n, count: 1 }))
  const plans = await service.db.withWorkspace(desk, async (tx) => {
    const found: string[] = []
    const explain = async (text: string, values?: readonly unknown[]) => {
      const lines = await tx.runComposed<Record<string, string>>(`EXPLAIN ${text}`, values)
      found.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
      return []
    }
    const explained = { run: explain, runComposed: explain, queue: explain } as unknown as Tx
    await rowsInRuns(
      explained,
      board.id,
      runs.map(({ first, count }) => [first, count]),
    )
    await listRowsInRuns(
      explained,
      runs.map((run) => ({ ...run, definitionId: board.id })),
    )
    const named = {
      ids: [],
      runs: runs.map(({ first, count }): [number, number] => [first, count]),
    }
    await storeTextsOf(explained, board.id, [1], named)
    return found
  })
  expect(plans).toHaveLength(3)
  for (const plan of plans) {
    expect(plan).toContain('rows_by_position')
    expect(plan).not.toContain('Seq Scan on rows')
  }
})

test('texts in a form of an earlier release are made again, and not used until then', async () => {
  await service.sql("UPDATE row_texts SET text = 'ünal łódź' WHERE text LIKE 'unal lodz%'")
  await service.sql('UPDATE text_indexes SET form = 1 WHERE definition_id = $1', [board.id])
  expect(await found('unal')).toEqual([777])
  expect((await state()).state).toBe('wanted')
  await work()
  expect((await state()).state).toBe('ready')
  const texts = await service.sql("SELECT text FROM row_texts WHERE text LIKE 'unal lodz%'")
  expect(texts).toHaveLength(1)
  expect(await found('ünal')).toEqual([777])
})

test('no other workspace finds a workspace’s texts', async () => {
  const other = await makeDesk(service)
  const rows = await service.db.withWorkspace({ workspaceId: other.workspaceId }, (tx) =>
    tx.run('SELECT rows_with_text($1, $2, 10)', [board.id, '%supply%']),
  )
  expect(rows).toEqual([])
})

test('after a restore without the index, searches work without it until it is made again', async () => {
  const expected = await found('supply 19999')
  await service.sql(`DROP INDEX ${textIndexName(board.id)}`)
  await withOwner(service.connection, remakeTextIndexes)
  expect((await state()).state).toBe('filled')
  expect(await found('supply 19999')).toEqual(expected)
  await work()
  expect((await state()).state).toBe('ready')
  const [{ valid }] = await service.sql(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = $1::regclass',
    [textIndexName(board.id)],
  )
  expect(valid).toBe(true)
  expect(await found('supply 19999')).toEqual(expected)
})

test('a board’s texts are deleted with it', async () => {
  await write('DELETE', '')
  await work()
  expect(await service.sql('SELECT FROM row_texts')).toEqual([])
  expect(await state()).toBeUndefined()
  const [{ left }] = await service.sql(
    "SELECT count(*)::int AS left FROM pg_class WHERE relname LIKE 'texts\\_%'",
  )
  expect(left).toBe(0)
})

test('the database makes texts plain and comparable as the service does', async () => {
  // Latin, Greek and Cyrillic letters, with all that people may write beside them; signs, blanks and ligatures.
  const codes = [
    [0x20, 0x500],
    [0x600, 0x610],
    [0x1100, 0x1161],
    [0x1e00, 0x2070],
    [0x2200, 0x2220],
    [0x2800, 0x2810],
    [0x3000, 0x3170],
    [0xfb00, 0xfb10],
    [0xfe00, 0xff00],
    [0xffa0, 0xffff],
  ]
  const letters = codes.flatMap(([from, to]) =>
    Array.from({ length: to! - from! }, (_, n) => String.fromCodePoint(from! + n)),
  )
  const texts = [
    ...letters,
    'ΟΔΟΣ',
    'U\u0308nal',
    'Łódź',
    'İSTANBUL',
    'が',
    '한국',
    '한국'.normalize('NFD'),
    'Auf\u200clage\u200b',
    'می\u200cخواهم',
    '👩\u200d💻\u200d',
    ' \u00a0O’Brien\u3000“Größe” – ﬃ\u2028',
    'STRAẞE',
    `${'a'.repeat(40)}é`,
  ]
  const rows: { text: string; plain: string; comparable: string; found: boolean }[] =
    await service.sql(
      `SELECT text, plain_text(text) AS plain, comparable_text(text) AS comparable, contains_text('<' || text || '>', plain, pattern) AS found
     FROM unnest($1::text[], $2::text[], $3::text[]) AS of (text, plain, pattern)`,
      [texts, texts.map(plainText), texts.map((text) => patternOf(plainText(text)))],
    )
  expect(rows.filter(({ text, plain }) => plain !== plainText(text))).toEqual([])
  expect(rows.filter(({ found }) => !found)).toEqual([])
  // What nobody can see at all is nowhere compared.
  const seen = rows.filter(({ text }) => comparable(text) !== '')
  expect(seen.filter((row) => row.comparable !== comparable(row.text))).toEqual([])
})
