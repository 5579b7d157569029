/**
 * `node bench/app.ts`: how long the service takes to answer the app's requests, screen by screen, and how much CPU that
 * takes. One client sends them, in a workspace with a large board of rows like those that desks send, once the indexes on
 * demand are ready. Prints the table for docs/figures.md.
 *
 * BENCH_ROWS sets the size of the board. BENCH_DATA names a directory to keep and use again, since filling it takes
 * longer than measuring. `--only=palette` sends only the requests that have this word in their line.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withOwner } from '../server/platform/database/owner.ts'
import { cpuOf } from './cpu.ts'
import { type Board, makeBoards } from './desk.ts'
import { DESK_ROWS, deskColumns } from './desk-rows.ts'
import { RawConnection, request } from './load.ts'
import { printTable } from './report.ts'
import { ownerConnection, startServer } from './server.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 200_000)
/** How many of everything else the workspace has. */
const OBLIGATIONS = 100_000
const CLOSED = 0.95 * OBLIGATIONS
const CONVERSATIONS = 100_000
const DEALS = 10_000
const ANSWERS = 50
/** A request is repeated `ANSWERS` times, or for this long if it is slow. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)

interface Desk extends Board {
  key: string
  rowId: string
}
type Query = Record<string, string | number | boolean>
/** A request: the screen that sends it, what it is for, its path and its query. */
type Asked = [screen: string, what: string, path: string, query?: Query]

const home = process.env.BENCH_DATA ?? (await mkdtemp(join(tmpdir(), 'sourcebook-bench-')))
const kept = join(home, 'bench-desk.json')
const server = await startServer(home)
try {
  const owner = ownerConnection(home)
  const desk = existsSync(kept)
    ? (JSON.parse(await readFile(kept, 'utf8')) as Desk)
    : await fill(owner)
  await writeFile(kept, JSON.stringify(desk))
  const postmaster = Number(
    (await readFile(join(home, 'pg/postmaster.pid'), 'utf8')).split('\n')[0],
  )
  const asked = requests(desk).filter((one) => !only || one.join().toLowerCase().includes(only))
  console.error('waiting for indexes on demand')
  // Without them, some lists exceed the time limit of a statement.
  const first = await RawConnection.open(server.port)
  for (const one of asked) await ask(first, desk, one)
  first.close()
  await untilIndexed(owner)
  const client = await RawConnection.open(server.port)
  const rows: string[][] = []
  for (const one of asked) {
    const [screen, what] = one
    const isSame = screen === asked[rows.length - 1]?.[0]
    rows.push([isSame ? '' : screen, what, ...(await measured(one))])
    console.error(screen, ...rows.at(-1)!.slice(1))
  }
  client.close()
  printTable(['Screen', 'What', 'p50', 'p95', 'CPU per answer'], rows)

  async function measured(one: Asked): Promise<string[]> {
    const warm = await repeated(one, 6)
    if (!warm) return ['over 30 s', '', '']
    const before = await used()
    const times = (await repeated(one, ANSWERS)) ?? []
    const after = await used()
    times.sort((a, b) => a - b)
    const at = (part: number) => `${times[Math.ceil(part * times.length) - 1]?.toFixed(1)} ms`
    const [own, database] = after.map((cpu, i) => ((cpu - before[i]!) / times.length).toFixed(1))
    return [at(0.5), at(0.95), `${own} + ${database} ms`]
  }

  /** The CPU time of the service and of PostgreSQL so far. `cpuOf` counts PostgreSQL as a descendant of the service. */
  async function used(): Promise<number[]> {
    const [both, database] = [await cpuOf(server.pid), await cpuOf(postmaster)]
    return [both - database, database]
  }

  /** The time that each answer took; undefined if PostgreSQL ended a statement that took too long. */
  async function repeated(one: Asked, most: number): Promise<number[] | undefined> {
    const times: number[] = []
    for (const begun = performance.now(); times.length < most; ) {
      const start = performance.now()
      if ((await ask(client, desk, one)) === 503) return undefined
      times.push(performance.now() - start)
      if (performance.now() - begun > SECONDS * 1000) break
    }
    return times
  }
} finally {
  await server.stop()
  if (!process.env.BENCH_DATA) await rm(home, { recursive: true, force: true })
}

function requests({ key, rowId }: Desk): Asked[] {
  const rows = `/v1/definitions/${key}/rows`
  const record = `${rows}/${rowId}`
  const page = { limit: 200, count: true }
  const open = JSON.stringify({ column: 'status', op: 'eq', value: 'open' })
  const few = JSON.stringify({ column: 'qty', op: 'eq', value: 77_777 })
  const range = JSON.stringify({ column: 'qty', op: 'gt', value: 99_990 })
  const wide = JSON.stringify({ column: 'qty', op: 'gt', value: 50_000 })
  const window = { limit: 200 }
  const sorted = { ...window, sort: 'price' }
  const byDeadline = { status: 'open,in_progress,submitted', sort: 'deadlineAt' }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const found = (what: string, search: string): Asked => [
    'palette',
    what,
    rows,
    { search, limit: 4 },
  ]
  return [
    ['shell', 'session', '/v1/auth/session'],
    ['shell', 'boards and pages', '/v1/definitions', { limit: 1000 }],
    ['shell', 'unread conversations', '/v1/comms/conversations', { limit: 100, unread: true }],
    ['grid', 'its definition', `/v1/definitions/${key}`],
    ['grid', 'first rows', rows, page],
    ['grid', 'in the middle', rows, { ...window, offset: ROWS / 2 }],
    ['grid', 'at the end', rows, { ...window, offset: ROWS - 200 }],
    ['grid', 'sorted', rows, { ...page, sort: 'price' }],
    ['grid', 'sorted downwards by time', rows, { ...page, sort: '-row.createdAt' }],
    ['grid', 'sorted, in the middle', rows, { ...sorted, offset: ROWS / 2 }],
    ['grid', 'sorted, at the end', rows, { ...sorted, offset: ROWS - 200 }],
    ['grid', 'filtered to a quarter', rows, { ...page, filter: open }],
    ['grid', 'filtered to a quarter, sorted', rows, { ...page, filter: open, sort: 'price' }],
    ['grid', 'filtered to a quarter, its rows alone', rows, { ...window, filter: open }],
    ['grid', 'filtered to ten', rows, { ...page, filter: few }],
    ['grid', 'filtered to a range of ninety', rows, { ...page, filter: range }],
    ['grid', 'filtered to a range of half, its rows alone', rows, { ...window, filter: wide }],
    ['grid', 'searched, one found', rows, { ...page, search: 'user777777@' }],
    ['grid', 'searched, a tenth found', rows, { ...page, search: 'title 99' }],
    ['grid', 'searched, all found', rows, { ...page, search: 'example' }],
    ['grid', 'grouped', rows, { ...page, group: 'status' }],
    ['grid', 'sums', rows, { group: 'row.source', sum: 'qty,price', limit: 1 }],
    ['record', 'row', record, { expand: 'links' }],
    ['record', 'timeline', `${record}/timeline`, { limit: 30 }],
    ['record', 'comments', `${record}/comments`, { limit: 100 }],
    ['record', 'history', `${record}/history`, { limit: 30 }],
    ['record', 'rows that link here', `${record}/links`],
    ['record', 'conversations', '/v1/comms/conversations', { row_id: rowId }],
    ['record', 'obligations', '/v1/obligations', { dealRowId: rowId }],
    ['record', 'deals', '/v1/accounting/deals', { dealRowId: rowId }],
    found('a name', 'Title 654321'),
    found('a phone number', '+49301654321'),
    found('a phone number as people write it', '(030) 165-4321'),
    found('the end of a phone number', '165-4321'),
    found('an email address', 'user654321@example.com'),
    found('nothing', 'no such words'),
    found('nothing, two letters', 'qq'),
    found('two letters, all', 'le'),
    found('three letters, all', 'tit'),
    found('a word, all', 'example'),
    found('a few thousand', 'title 9999'),
    ['today', 'due today', '/v1/obligations', { ...byDeadline, deadlineTo: inDays(1), limit: 8 }],
    [
      'today',
      'due soon',
      '/v1/obligations',
      { ...byDeadline, deadlineFrom: inDays(1), deadlineTo: inDays(4), limit: 8 },
    ],
    ['today', 'stages', rows, { group: 'status', sum: 'price', fields: 'status', limit: 1 }],
    ['today', 'unread', '/v1/comms/conversations', { unread: true, limit: 8 }],
    ['today', 'latest rows', rows, { sort: '-row.createdAt', limit: 8 }],
    ['lists', 'inbox', '/v1/comms/conversations', { limit: 50 }],
    ['lists', 'inbox, searched', '/v1/comms/conversations', { limit: 50, search: 'user654@' }],
    ['lists', 'messages', '/v1/comms/conversations/1/messages', { limit: 50 }],
    ['lists', 'obligations', '/v1/obligations', { ...byDeadline, limit: 50 }],
    ['lists', 'deals', '/v1/accounting/deals', { sort: '-id', limit: 50, totals: true }],
  ]
}

async function ask(client: RawConnection, { token }: Desk, [, what, path, query]: Asked) {
  const text = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const { status, body } = await client.send(request('GET', `${path}?${text}`, token))
  if (status !== 200 && status !== 503) throw new Error(`${what}: answered ${status}: ${body}`)
  return status
}

async function fill(owner: pg.ClientConfig): Promise<Desk> {
  const [board] = (await makeBoards(server.port, 1, deskColumns)) as [Board]
  const { workspaceId, definitionId, createdBy, token } = board
  console.error(`filling a board with ${ROWS} rows`)
  const cells = deskColumns.map((_, i) => `'${i + 1}', c${i + 1}`).join(', ')
  const names = deskColumns.map((_, i) => `c${i + 1}`).join(', ')
  const [rowId, key] = await withOwner(owner, async (client) => {
    const send = (text: string, values: unknown[] = [workspaceId]) => client.query(text, values)
    await send(
      `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by, created_at)
       SELECT $1, gen_random_uuid(), $2, n, 'api', jsonb_build_object(${cells}), $3,
         now() - (${ROWS} - n) * interval '10 seconds'
       FROM (SELECT row_number() OVER () AS n, r.* FROM (${DESK_ROWS(ROWS)}) AS r (${names})) AS r`,
      [workspaceId, definitionId, createdBy],
    )
    await send(
      `UPDATE row_counters SET next_position = ${ROWS + 1}, row_count = ${ROWS} WHERE definition_id = $1`,
      [definitionId],
    )
    // The last 5% of the obligations are open, and half of those are late.
    await send(
      `INSERT INTO obligations (workspace_id, id, title, obligation_type, status, closed_at, due_at, sla_breach_at,
         deal_row_id, escalated_at)
       SELECT $1, n, 'Voided check ' || n, 'task', CASE WHEN n > ${CLOSED} THEN 'open' ELSE 'completed' END,
         CASE WHEN n <= ${CLOSED} THEN now() END, due, due,
         (SELECT id FROM rows WHERE workspace_id = $1 AND definition_id = $2 AND position = n * ${Math.floor(ROWS / OBLIGATIONS)}), now()
       FROM (SELECT n, now() + (n - ${(CLOSED + OBLIGATIONS) / 2}) * interval '1 minute' AS due
         FROM generate_series(1, ${OBLIGATIONS}) AS n) AS o`,
      [workspaceId, definitionId],
    )
    // One conversation in two hundred has an unread message.
    await send(
      `INSERT INTO conversations (workspace_id, id, medium, address, subject, unread_count, last_message_at,
         definition_id, row_id)
       SELECT $1, n, 'email', 'user' || n || '@example.com', 'Application ' || n,
         CASE WHEN n % 200 = 0 THEN 1 ELSE 0 END, now() - (${CONVERSATIONS} - n) * interval '1 minute', $2,
         (SELECT id FROM rows WHERE workspace_id = $1 AND definition_id = $2 AND position = n * ${Math.floor(ROWS / CONVERSATIONS)})
       FROM generate_series(1, ${CONVERSATIONS}) AS n`,
      [workspaceId, definitionId],
    )
    await send(
      `INSERT INTO messages (workspace_id, id, conversation_id, medium, direction, status, subject, content, sender_type)
       SELECT $1, n, 1 + n % ${CONVERSATIONS}, 'email', 'inbound', 'received', 'Application',
         'Please find the statements attached. ' || n, 'contact'
       FROM generate_series(1, 3 * ${CONVERSATIONS}) AS n`,
    )
    await send(
      `INSERT INTO deals (workspace_id, id, name, currency, deal_row_id)
       SELECT $1, n, 'Deal ' || n, 'USD',
         (SELECT id FROM rows WHERE workspace_id = $1 AND definition_id = $2 AND position = n * ${Math.floor(ROWS / DEALS)})
       FROM generate_series(1, ${DEALS}) AS n`,
      [workspaceId, definitionId],
    )
    await send('VACUUM ANALYZE', [])
    const { rows } = await send(
      `SELECT r.id, d.key FROM rows r JOIN definitions d ON d.id = r.definition_id
       WHERE r.definition_id = $1 AND r.position = $2`,
      [definitionId, ROWS / 2],
    )
    return [rows[0].id as string, rows[0].key as string]
  })
  // The record that the requests open has a history and comments.
  const path = `http://127.0.0.1:${server.port}/v1/definitions/${key}/rows/${rowId}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (let n = 0; n < 40; n++) {
    const change = { method: 'PATCH', headers, body: JSON.stringify({ cells: { qty: n } }) }
    const comment = {
      method: 'POST',
      headers,
      body: JSON.stringify({ body: `Called, time ${n}.` }),
    }
    const answers = [await fetch(path, change), await fetch(`${path}/comments`, comment)]
    const refused = answers.find(({ ok }) => !ok)
    if (refused) throw new Error(await refused.text())
  }
  return { ...board, key, rowId }
}

function untilIndexed(connection: pg.ClientConfig): Promise<void> {
  return withOwner(connection, async (client) => {
    for (const start = performance.now(); ; await sleep(500)) {
      const { rows } = await client.query(
        `SELECT bool_and(state = 'ready') AS ready FROM (
           SELECT state FROM column_indexes UNION ALL SELECT state FROM text_indexes) AS asked`,
      )
      const seconds = (performance.now() - start) / 1000
      if (rows[0].ready !== false) return console.error(`indexed in ${seconds.toFixed(0)} s`)
      if (seconds > 900) throw new Error('the indexes were not made')
    }
  })
}
