/**
 * `npm run bench`: the ingest path against the floor, in one run, interleaved round by round so that the machine's
 * moods hit both. Prints the table of the README's performance section. BENCH_SECONDS sets the length of a round.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Board, cellsOf, fill, makeBoards, next, post, sent, storedCells } from './desk.ts'
import { Floor } from './floor.ts'
import { RawConnection, request, run } from './load.ts'
import { median, p99, printTable, rate, ratio } from './report.ts'
import { rounds, SECONDS } from './rounds.ts'
import { ownerConnection, residentMiB, startServer } from './server.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
let server = await startServer(dataDir)
const firstStart = server.seconds
await server.stop()
server = await startServer(dataDir)
const laterStart = server.seconds
const { port } = server
try {
  const boards = await makeBoards(port, 50)
  const owner = ownerConnection(dataDir)
  const rows: string[][] = []
  const floor64 = await Floor.open(owner, 64)
  const http64 = await Promise.all(Array.from({ length: 64 }, () => RawConnection.open(port)))

  const single = await rounds({
    floor: () =>
      run(64, SECONDS, (lane) => floor64.insertOne(lane, board(lane), next(), storedCells(lane))),
    boards: () =>
      run(64, SECONDS, (lane, turn) => post(http64[lane]!, board(lane + turn * 7), cellsOf(turn))),
    hot: () => run(64, SECONDS, (lane, turn) => post(http64[lane]!, boards[0]!, cellsOf(turn))),
  })
  rows.push(
    ['one row a request, 64 clients', 'floor', rate(single.floor), p99(single.floor), '1.00'],
    ['', '50 boards', rate(single.boards), p99(single.boards), ratio(single.boards, single.floor)],
    ['', 'one hot board', rate(single.hot), p99(single.hot), ratio(single.hot, single.floor)],
    ['', 'hot / 50 boards', '', '', ratio(single.hot, single.boards)],
    [
      '',
      'p99, 50 boards / floor',
      '',
      '',
      median(single.boards.map((l, i) => l.p99 / single.floor[i]!.p99)).toFixed(2),
    ],
  )

  const batch = Array.from({ length: 500 }, (_, i) => cellsOf(i))
  const storedBatch = batch.map((_, i) => storedCells(i))
  const batchRequests = boards
    .slice(0, 4)
    .map((b) =>
      request('POST', '/v1/ingest/rows', b.secret, { rows: batch.map((cells) => ({ cells })) }),
    )
  const many = await rounds({
    floor: () =>
      run(4, SECONDS, (lane) => floor64.insertMany(lane, board(lane), next(500), storedBatch)),
    service: () => run(4, SECONDS, (lane) => sent(http64[lane]!, batchRequests[lane]!)),
  })
  rows.push(
    [
      '500 rows × 10 columns a request, 4 in flight',
      'floor',
      rate(many.floor, 500),
      p99(many.floor),
      '1.00',
    ],
    ['', 'service', rate(many.service, 500), p99(many.service), ratio(many.service, many.floor)],
  )

  const [small, large] = [boards[10]!, boards[11]!]
  await fill(owner, small, 100_000)
  await fill(owner, large, 1_000_000)
  const read = (b: Board) => () =>
    run(16, SECONDS, (lane) =>
      sent(http64[lane]!, request('GET', '/v1/ingest/board?limit=100', b.secret)),
    )
  const reads = await rounds({
    floor: () => run(16, SECONDS, (lane) => floor64.page(lane, small, 0)),
    small: read(small),
    large: read(large),
  })
  rows.push(
    [
      'GET /v1/ingest/board?limit=100, 16 clients',
      'floor, 100k rows',
      rate(reads.floor),
      p99(reads.floor),
      '1.00',
    ],
    ['', '100k rows', rate(reads.small), p99(reads.small), ratio(reads.small, reads.floor)],
    ['', '1M rows', rate(reads.large), p99(reads.large), ratio(reads.large, reads.floor)],
    ['', 'time at 1M / at 100k', '', '', ratio(reads.small, reads.large)],
  )
  rows.push(
    [
      'resident memory of the server at the end',
      '',
      `${await residentMiB(server.pid)} MiB`,
      '',
      '',
    ],
    [
      'first start on an empty DATA_DIR; later starts',
      '',
      `${firstStart.toFixed(2)} s, ${laterStart.toFixed(2)} s`,
      '',
      '',
    ],
  )
  for (const connection of http64) connection.close()
  await floor64.close()
  printTable(['', '', 'per second', 'p99', 'of the floor'], rows)

  function board(n: number): Board {
    return boards[n % boards.length]!
  }
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
