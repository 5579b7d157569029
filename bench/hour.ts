/**
 * `npm run bench -- hour`: how long a person waits in an ordinary hour at a desk. One person works on a board of 100,000
 * rows, one request at a time and with pauses: opens it, jumps, filters, searches, opens records, edits cells. Nothing is
 * asked for twice. Beside each, the same by hand (`by-hand.ts`), in turn.
 *
 * At this pace, a process is mostly idle and V8 optimises little, so these times say what a benchmark with 64 clients does not.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Board, makeBoards, sent } from './desk.ts'
import { sortedLists, untilIndexed } from './desk-requests.ts'
import { deskColumns, fill } from './desk-rows.ts'
import { RawConnection, request } from './load.ts'
import { query } from './postgres.ts'
import { printTable } from './report.ts'
import { startByHand, startServer } from './server.ts'
import { openSideBySide } from './side-by-side.ts'

const TURNS = Number(process.env.BENCH_TURNS ?? 200)
const PAUSE_MS = 20
const FILLED = 100_000
/** The first turns are those of a process that has just started. */
const WARM_UP = 20

interface Step {
  name: string
  service: (n: number) => Buffer
  byHand: (n: number) => Buffer
}

const { postgres, home, plain, database, env, ends, end } = await openSideBySide(FILLED)
try {
  await main()
} finally {
  await end()
}

async function main(): Promise<void> {
  const byHand = await startByHand(plain)
  ends.push(byHand.stop)
  const service = await startServer(home, { env })
  ends.push(service.stop)
  const [board] = (await makeBoards(service.port, 1, deskColumns)) as [Board]
  await fill(database, board, FILLED)
  const steps = stepsOn(board, await idsOf(database))
  await untilIndexed(service.port, sortedLists(board.definitionId)[0]!.path, board.token, database)

  const [here, there] = await Promise.all([
    RawConnection.open(service.port),
    RawConnection.open(byHand.port),
  ])
  const times = steps.map(() => ({ service: [] as number[], byHand: [] as number[] }))
  for (let n = 0; n < WARM_UP + TURNS; n++) {
    for (const [i, step] of steps.entries()) {
      const took = {
        service: await timed(here, step.service(n)),
        byHand: await timed(there, step.byHand(n)),
      }
      if (n < WARM_UP) continue
      times[i]!.service.push(took.service)
      times[i]!.byHand.push(took.byHand)
    }
  }
  here.close()
  there.close()
  console.log(`PostgreSQL ${postgres.version} over TCP, ${TURNS} of each, one after the other\n`)
  printTable(
    ['', 'p50', 'p95', 'by hand: p50', 'p95', 'p50 of by hand'],
    steps.map(({ name }, i) => {
      const { service, byHand } = times[i]!
      const figures = [at(service, 0.5), at(service, 0.95), at(byHand, 0.5), at(byHand, 0.95)]
      const ratio = at(service, 0.5) / at(byHand, 0.5)
      return [name, ...figures.map((figure) => `${figure.toFixed(2)} ms`), ratio.toFixed(2)]
    }),
  )
}

/** The ids of the board's rows, by position. */
async function idsOf(url: string): Promise<string[]> {
  const rows = await query(url, 'SELECT id FROM rows ORDER BY position')
  return rows.map(({ id }) => String(id))
}

function stepsOn({ definitionId, token }: Board, ids: readonly string[]): Step[] {
  const path = `/v1/boards/${definitionId}/rows`
  const get = (what: string) => request('GET', `${path}${what}`, token)
  const hand = (what: string) => request('GET', what, '')
  /** Another row in each turn, and not the next one. */
  const nth = (n: number) => (n * 7919) % FILLED
  const title = (n: number) => encodeURIComponent(`Title ${(n * 11) % 700}`)
  const only = (n: number) =>
    encodeURIComponent(
      JSON.stringify({ column: 'title', op: 'eq', value: `Title ${(n * 11) % 700}` }),
    )
  return [
    {
      name: 'jump to a place in the list',
      service: (n) => get(`?limit=100&offset=${nth(n)}`),
      byHand: (n) => hand(`/jump?offset=${nth(n)}`),
    },
    {
      name: 'filter and sort, indexed',
      service: (n) => get(`?limit=100&sort=price&filter=${only(n)}`),
      byHand: (n) => hand(`/indexed/sorted?title=${title(n)}`),
    },
    {
      name: 'search for an email',
      service: (n) => get(`?limit=20&search=user${nth(n)}%40`),
      byHand: (n) => hand(`/search?word=user${nth(n)}%40`),
    },
    {
      name: 'open a record',
      service: (n) => get(`/${ids[nth(n)]}`),
      byHand: (n) => hand(`/rows/${nth(n) + 1}`),
    },
    {
      name: 'edit a cell',
      service: (n) => request('PATCH', `${path}/${ids[nth(n)]}`, token, { cells: { qty: n } }),
      byHand: (n) => request('PATCH', `/rows/${nth(n) + 1}`, '', { qty: n }),
    },
  ]
}

async function timed(connection: RawConnection, bytes: Buffer): Promise<number> {
  await sleep(PAUSE_MS)
  const start = performance.now()
  await sent(connection, bytes)
  return performance.now() - start
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}
