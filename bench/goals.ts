/**
 * `npm run bench -- quick`: in two minutes, how near the service is to its goals of speed. Rounds are short, so a figure is good to
 * about a tenth; `speed`, `counts` and `hour` measure with care. Needs `wrk` and `pgbench`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf } from './cpu.ts'
import { type Board, makeBoards, sent } from './desk.ts'
import {
  batches,
  handBatches,
  handLists,
  handRows,
  insertSql,
  rowsOneByOne,
  sortedLists,
  untilIndexed,
} from './desk-requests.ts'
import { DESK_TABLE, deskColumns, deskRow, fill } from './desk-rows.ts'
import { RawConnection, request, run } from './load.ts'
import { measureFloor } from './pgbench.ts'
import { query } from './postgres.ts'
import { median, printTable } from './report.ts'
import { startByHand, startServer } from './server.ts'
import { openSideBySide } from './side-by-side.ts'
import { measure, type Request, type Sample } from './wrk.ts'

const ROUNDS = 2
const FILLED = 100_000
const COUNTED = 200_000
const BOARDS = 200

const { postgres, home, plain, database, env, ends, end } = await openSideBySide(FILLED)
const rows: string[][] = []
try {
  await main()
} finally {
  await end()
}
printTable(['', 'measured', 'goal', ''], rows)

/** @param unit of the figure; without one it is a ratio. `atMost` goals are met from below. */
function line(work: string, figure: number, goal: number, unit = '', atMost = unit !== ''): void {
  const text = (value: number) => `${Number(value.toPrecision(3))}${unit && ` ${unit}`}`
  const isMet = atMost ? figure <= goal : figure >= goal
  rows.push([work, text(figure), `${atMost ? '≤' : '≥'} ${text(goal)}`, isMet ? 'met' : ''])
}

async function main(): Promise<void> {
  await query(plain, DESK_TABLE('leads'))
  const first = await startServer(home, { env })
  ends.push(first.stop)
  const [hot, filled, counted] = (await makeBoards(first.port, BOARDS, deskColumns)) as [
    Board,
    Board,
    Board,
  ]
  await fill(database, filled, FILLED)
  await fill(database, counted, COUNTED)
  await first.stop()
  const service = await startServer(home, { env })
  ends.push(service.stop)
  line('ready on data', service.seconds, 0.75, 's')
  await sleep(4000)
  line('PSS of its processes, idle', await pssMiB(service.pid), 110, 'MiB')

  const byHand = await startByHand(plain)
  ends.push(byHand.stop)
  const load = { seconds: 1, postgres: postgres.pid }
  const served = (requests: Request[], key: string, clients: number) =>
    measure(requests, { ...load, port: service.port, pid: service.pid, key, clients })
  const hand = (requests: Request[], clients: number) =>
    measure(requests, { ...load, port: byHand.port, pid: byHand.pid, clients })
  const rate = ({ perSecond }: Sample) => perSecond
  /** The median of the rounds' ratios, in each of which all are measured in turn. */
  async function ratios(works: (() => Promise<Sample>)[], of = rate): Promise<number[]> {
    const found: number[][] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const samples: number[] = []
      for (const work of works) samples.push(of(await work()))
      // The first round is for the code to become warm.
      if (round > 0) found.push(samples.slice(1).map((sample) => samples[0]! / sample))
    }
    return works.slice(1).map((_, i) => median(found.map((each) => each[i]!)))
  }
  const one = rowsOneByOne(deskRow)
  const [busy] = await ratios([() => served(one, hot.secret, 64), () => hand(handRows, 64)])
  line('one row, 64 clients, of by hand', busy!, 1.6)
  const [alone] = await ratios(
    [() => served(one, hot.secret, 1), () => hand(handRows, 1)],
    ({ p50 }) => p50,
  )
  line('one row, 1 client, p50 of by hand', alone!, 1.5, '', true)
  const floor = { script: insertSql(500), mode: 'simple', ...load, url: plain } as const
  const [ofFloor, ofHand] = await ratios([
    () => served(batches(deskRow), hot.secret, 4),
    () => measureFloor({ ...floor, clients: 4 }),
    () => hand(handBatches, 4),
  ])
  line('500 rows, 4 in flight, of the floor', ofFloor!, 0.6)
  line('500 rows, 4 in flight, of by hand', ofHand!, 0.6)
  const lists = sortedLists(filled.definitionId)
  await untilIndexed(service.port, lists[0]!.path, filled.token, database)
  const [listed] = await ratios([
    () => served(lists, filled.token, 16),
    () => hand(handLists('indexed'), 16),
  ])
  line('filter and sort, indexed, 200 lists, of by hand', listed!, 1)
  await sleep(4000)
  line('PSS of its processes, after this', await pssMiB(service.pid), 160, 'MiB')

  await counts(service.port, counted)
  await askForMenu(service.port, hot.token)
  line('new connections, of a bare listener', await ratioOfConnections(service.port), 0.95)
}

/** What has to count a big board, each time after somebody has edited a row. */
async function counts(port: number, { definitionId, token }: Board): Promise<void> {
  const path = `/v1/boards/${definitionId}/rows`
  await untilIndexed(port, `${path}?limit=1&sort=price`, token, database)
  const http = await RawConnection.open(port)
  const ask = (what: string) => sent(http, request('GET', `${path}?${what}`, token))
  const [{ id }] = (await query(
    database,
    `SELECT id FROM rows WHERE definition_id = '${definitionId}' LIMIT 1`,
  )) as [{ id: string }]
  const filter = encodeURIComponent('{"column":"done","op":"eq","value":true}')
  const anywhere = () => Math.floor(Math.random() * (COUNTED - 100))
  const asks: [string, number, () => string][] = [
    ['groups', 20, () => 'limit=1&group=status&sum=price'],
    ['a jump in a sorted list', 50, () => `limit=100&sort=price&offset=${anywhere()}`],
    ['a counted filter', 50, () => `limit=100&count=true&filter=${filter}`],
  ]
  for (const [name, goal, what] of asks) {
    await ask(what())
    const times: number[] = []
    for (let turn = 0; turn < 30; turn++) {
      const cells = { price: turn * 31, status: turn % 2 ? 'new' : 'open', done: turn % 3 === 0 }
      await sent(http, request('PATCH', `${path}/${id}`, token, { cells }))
      const from = performance.now()
      await ask(what())
      times.push(performance.now() - from)
    }
    line(`${name}, ${COUNTED.toLocaleString('en')} rows, p50`, median(times), goal, 'ms')
  }
  http.close()
}

/** What the app asks for first, in a workspace of many boards. */
async function askForMenu(port: number, token: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/v1/definitions?limit=1000&columns=false`
  const times: number[] = []
  let bytes = 0
  for (let turn = 0; turn < 20; turn++) {
    const from = performance.now()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    bytes = (await answer.arrayBuffer()).byteLength
    times.push(performance.now() - from)
  }
  line(`the menu of ${BOARDS} boards, JSON`, bytes / 1024, 30, 'KiB')
  line(`the menu of ${BOARDS} boards, p50`, median(times), 10, 'ms')
}

/** The service and a bare listener, each asked over a new connection every time. */
async function ratioOfConnections(port: number): Promise<number> {
  const code =
    "const s = require('http').createServer((_, r) => r.end('ok')).listen(0, () => console.log(s.address().port))"
  const bare = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  ends.push(async () => bare.kill())
  const [said] = await once(bare.stdout, 'data')
  const found: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [service, listener] = [
      await run(16, 1, () => askOnce(port)),
      await run(16, 1, () => askOnce(Number(said))),
    ]
    found.push(service.perSecond / listener.perSecond)
  }
  return median(found)
}

function askOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n'),
    )
    socket.on('data', () => {})
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

/** The memory that a process and its children take from the machine, with shares of what they have in common. */
async function pssMiB(pid: number): Promise<number> {
  const texts = await Promise.all(
    (await descendantsOf(pid)).map((one) =>
      readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => ''),
    ),
  )
  return texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0), 0) / 1024
}
