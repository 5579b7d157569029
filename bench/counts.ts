/**
 * `npm run bench -- counts`: what has to count a board of a million rows (BENCH_ROWS) to be answered: groups, counted filters,
 * totals, and jumps in a sorted list. One person asks, and before each question, somebody edits another row, so that no
 * answer can be sent again. The first answer of each kind is told apart: later ones add only what has changed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withOwner } from '../server/platform/database/owner.ts'
import { type Board, makeBoards, sent } from './desk.ts'
import { RawConnection, request } from './load.ts'
import { printTable } from './report.ts'
import { ownerConnection, startServer } from './server.ts'
import { fillVaried, INDUSTRIES, variedColumns } from './varied-rows.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const TURNS = Number(process.env.BENCH_TURNS ?? 40)

const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const server = await startServer(dataDir)
try {
  const owner = ownerConnection(dataDir)
  const [board] = (await makeBoards(server.port, 1, variedColumns)) as [Board]
  console.error(`filling a board of ${ROWS} rows`)
  await fillVaried(owner, board, ROWS)
  const ids = await withOwner(owner, async (client) => {
    const every = Math.ceil(ROWS / 1000)
    const { rows } = await client.query('SELECT id FROM rows WHERE position % $1 = 0', [every])
    return rows.map(({ id }) => String(id))
  })
  const http = await RawConnection.open(server.port)
  const path = `/v1/boards/${board.definitionId}/rows`
  const ask = async (query: string) => {
    const start = performance.now()
    await sent(http, request('GET', `${path}?${query}`, board.token))
    return performance.now() - start
  }
  let edits = 0
  const edit = () => {
    const cells = { amount: edits * 13, agreed: edits % 3 === 0, industry: INDUSTRIES[edits % 50] }
    const id = ids[edits++ % ids.length]
    return sent(http, request('PATCH', `${path}/${id}`, board.token, { cells }))
  }
  const filter = (value: object) => `filter=${encodeURIComponent(JSON.stringify(value))}`
  const half = filter({ column: 'agreed', op: 'eq', value: true })
  const quarter = filter({ column: 'industry', op: 'in', value: INDUSTRIES.slice(0, 12) })
  const anywhere = (part = 1) => Math.floor(Math.random() * (ROWS - 200) * part)
  const kinds: Record<string, () => string> = {
    'groups by a choice': () => 'limit=1&group=industry',
    'groups by a choice, with a sum': () => 'limit=1&group=industry&groupOrder=options&sum=amount',
    'groups of half the rows': () => `limit=1&group=industry&${half}`,
    'filtered to half, and counted': () => `limit=100&count=true&${half}`,
    'filtered to a quarter, and counted': () => `limit=100&count=true&${quarter}`,
    'a sum and an average': () => 'limit=100&totals=amount:sum,months:average',
    'a jump, sorted by an amount': () => `limit=100&sort=amount&offset=${anywhere()}`,
    'a jump, sorted by a date, newest first': () => `limit=100&sort=-received&offset=${anywhere()}`,
    'a jump among half the rows': () => `limit=100&${half}&offset=${anywhere(0.49)}`,
  }
  console.error('waiting for the indexes on demand')
  for (const query of ['sort=amount', 'sort=-received', half, quarter])
    await ask(`limit=1&${query}`)
  await untilIndexed()
  const rows: string[][] = []
  for (const [name, query] of Object.entries(kinds)) {
    await edit()
    const first = await ask(query())
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      await edit()
      times.push(await ask(query()))
    }
    times.sort((a, b) => a - b)
    const [p50, p95] = [times[Math.floor(TURNS / 2)]!, times[Math.floor(TURNS * 0.95)]!]
    rows.push([name, ...[first, p50, p95].map((ms) => `${ms.toFixed(1)} ms`)])
  }
  http.close()
  printTable([`${ROWS.toLocaleString('en')} rows`, 'first', 'then p50', 'p95'], rows)

  async function untilIndexed(): Promise<void> {
    await withOwner(owner, async (client) => {
      for (;;) {
        const { rows } = await client.query(
          "SELECT coalesce(bool_and(state = 'ready'), true) AS there FROM column_indexes",
        )
        if (rows[0].there) return
        await sleep(250)
      }
    })
  }
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
