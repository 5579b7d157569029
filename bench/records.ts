/**
 * `node bench/records.ts`: lists and exports of a large board, compared with a small one and with the floor in one run.
 * Prints the table of docs/figures.md. BENCH_ROWS sets the size of the large board, BENCH_SECONDS the
 * length of a round.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withOwner } from '../server/platform/database/owner.ts'
import { encodeCursor } from '../server/platform/http/cursor.ts'
import { type Board, makeBoards, sent } from './desk.ts'
import { Floor } from './floor.ts'
import { RawConnection, request, run } from './load.ts'
import { p99, printTable, rate, ratio } from './report.ts'
import { rounds, SECONDS } from './rounds.ts'
import { ownerConnection, startServer, watchMemory } from './server.ts'
import { listStatement } from './statements.ts'
import { fillVaried, INDUSTRIES, variedColumns } from './varied-rows.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 200_000)
const FEW = 10_000
const LANES = 16

const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const server = await startServer(dataDir)
const { port } = server
try {
  const owner = ownerConnection(dataDir)
  const [small, large] = (await makeBoards(port, 2, variedColumns)) as [Board, Board]
  console.error(`filling boards of ${FEW} and ${ROWS} rows`)
  await fillVaried(owner, small, FEW)
  await fillVaried(owner, large, ROWS)
  const floor = await Floor.open(owner, LANES)
  const http = await Promise.all(Array.from({ length: LANES }, () => RawConnection.open(port)))
  const rows: string[][] = []

  const list = (board: Board, query: (lane: number, turn: number) => string, lanes = LANES) =>
    run(lanes, SECONDS, (lane, turn) => {
      const path = `/v1/boards/${board.definitionId}/rows?limit=100${query(lane, turn)}`
      return sent(http[lane]!, request('GET', path, board.token))
    })
  const anywhere = (count: number) => () =>
    `&cursor=${encodeCursor([Math.floor(Math.random() * (count - 100))])}`

  const firstOf = await Promise.all([small, large].map((board) => listStatement(owner, board, {})))
  const first = await rounds({
    floor: () => run(LANES, SECONDS, (lane) => floor.ask(lane, firstOf[1]!)),
    large: () => list(large, () => ''),
  })
  rows.push(
    [`first 100 rows, ${LANES} clients`, 'floor', rate(first.floor), p99(first.floor), '1.00'],
    ['', of(ROWS), rate(first.large), p99(first.large), ratio(first.large, first.floor)],
  )

  const page = await rounds({
    few: () => list(small, anywhere(FEW), 1),
    many: () => list(large, anywhere(ROWS), 1),
  })
  rows.push(
    ['100 rows after any position, 1 client', of(FEW), rate(page.few), p99(page.few), ''],
    ['', of(ROWS), rate(page.many), p99(page.many), ''],
    ['', `time at ${of(ROWS)} / at ${of(FEW)}`, '', '', ratio(page.few, page.many)],
  )

  const sorted = (board: Board) => () =>
    list(board, (lane, turn) => `&sort=amount&filter=${filterOf(lane * 7 + turn)}`)
  console.error('waiting for the index on demand')
  await list(large, (_, turn) => `&sort=amount&filter=${filterOf(turn)}`, 1)
  await untilIndexed(owner)
  const statements = await Promise.all(
    INDUSTRIES.map((_, n) =>
      listStatement(owner, large, { filter: filterText(n), sort: 'amount' }),
    ),
  )
  const asked = await rounds({
    floor: () =>
      run(LANES, SECONDS, (lane, turn) =>
        floor.ask(lane, statements[(lane * 7 + turn) % statements.length]!),
      ),
    few: sorted(small),
    many: sorted(large),
  })
  rows.push(
    [
      `100 rows of one industry, sorted by amount, ${LANES} clients`,
      `floor, ${of(ROWS)}`,
      rate(asked.floor),
      p99(asked.floor),
      '1.00',
    ],
    ['', of(FEW), rate(asked.few), p99(asked.few), ''],
    ['', of(ROWS), rate(asked.many), p99(asked.many), ratio(asked.many, asked.floor)],
    ['', `time at ${of(ROWS)} / at ${of(FEW)}`, '', '', ratio(asked.few, asked.many)],
  )

  for (const format of ['csv', 'xlsx']) rows.push(await exported(large, format))

  for (const connection of http) connection.close()
  await floor.close()
  printTable(['', '', 'per second', 'p99', 'ratio'], rows)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function of(count: number): string {
  return `${count >= 1_000_000 ? `${count / 1_000_000}M` : `${count / 1000}k`} rows`
}

function filterText(n: number): string {
  const value = INDUSTRIES[n % INDUSTRIES.length]
  return JSON.stringify({ column: 'industry', op: 'eq', value })
}

function filterOf(n: number): string {
  return encodeURIComponent(filterText(n))
}

function untilIndexed(connection: pg.ClientConfig): Promise<void> {
  return withOwner(connection, async (client) => {
    const start = performance.now()
    for (let there = ROWS < 20_000; !there; await sleep(250)) {
      if (performance.now() - start > 300_000) throw new Error('no index was made')
      const { rows } = await client.query(
        'SELECT bool_and(state = $1) AS there FROM column_indexes',
        ['ready'],
      )
      there = rows[0].there === true
    }
    console.error(`indexed in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  })
}

/** Exports the whole board once, and discards the bytes as they arrive. */
async function exported(board: Board, format: string): Promise<string[]> {
  const memory = watchMemory(server.pid)
  const start = performance.now()
  const answer = await fetch(
    `http://127.0.0.1:${port}/v1/boards/${board.definitionId}/export?format=${format}`,
    { headers: { authorization: `Bearer ${board.token}` } },
  )
  if (answer.status !== 200) throw new Error(`the export answered ${await answer.text()}`)
  let bytes = 0
  for await (const piece of answer.body!) bytes += piece.length
  const seconds = (performance.now() - start) / 1000
  const perSecond = (ROWS / seconds).toLocaleString('en', { maximumFractionDigits: 0 })
  return [
    `export of ${of(ROWS)} as ${format.toUpperCase()}, ${(bytes / 2 ** 20).toFixed(0)} MiB`,
    `${seconds.toFixed(1)} s, at most ${await memory()} MiB resident`,
    perSecond,
    '',
    '',
  ]
}
