/**
 * `node bench/obligations.ts`: how long the worker of a running service takes to escalate late obligations, and how
 * long people who add and complete others wait meanwhile. BENCH_OBLIGATIONS sets how many of a round are late,
 * BENCH_SECONDS how long the people of a round are measured by themselves, BENCH_ROUNDS the number of rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeBoards, sent } from './desk.ts'
import { type Load, pace, RawConnection, request } from './load.ts'
import { median, p99, printTable } from './report.ts'
import { SECONDS } from './rounds.ts'
import { ownerConnection, startServer } from './server.ts'

const LATE = Number(process.env.BENCH_OBLIGATIONS ?? 100_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
/** How often people add one, and complete one. */
const EVERY_MS = 20
/** How many the sweeper takes in one transaction. */
const BLOCK = 1000

interface People {
  creates: Load
  completes: Load
}

const directory = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const server = await startServer(directory)
const owner = new pg.Client(ownerConnection(directory))
try {
  await owner.connect()
  const [desk] = await makeBoards(server.port, 1)
  const { workspaceId, token } = desk!
  const creating = await RawConnection.open(server.port)
  const completing = await RawConnection.open(server.port)

  const open = await insert('open', Math.ceil((ROUNDS * SECONDS * 10_000) / EVERY_MS) + 5000, null)
  const alone = await beside(open, () => sleep(ROUNDS * SECONDS * 1000))
  // The worker looks every 30 seconds, so one sweep takes the late ones of all rounds, oldest first.
  const first = await insert('late', ROUNDS * LATE, '2 days')
  await owner.query('ANALYZE obligations')
  await owner.query(
    `INSERT INTO due_work (kind, workspace_id, due_at) VALUES ('breaches', $1, now())
     ON CONFLICT (kind, workspace_id) DO UPDATE SET due_at = now()`,
    [workspaceId],
  )
  while (!(await one('SELECT 1 FROM obligation_history WHERE obligation_id = $1', first))) {
    await sleep(10)
  }
  const during = await beside(open + ROUNDS * SECONDS * 1000, async () => {
    const left =
      'SELECT 1 FROM obligations WHERE closed_at IS NULL AND escalated_at IS NULL AND sla_breach_at < $1::timestamptz LIMIT 1'
    while (await one(left, new Date())) await sleep(50)
  })
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { took, times } = await one(
      `SELECT extract(epoch FROM max(at) - min(at))::float8 AS took, count(*)::int AS times
       FROM obligation_history WHERE action = 'escalated' AND obligation_id BETWEEN $1 AND $1 + ${LATE - 1}`,
      first + round * LATE,
    )
    if (times !== LATE) throw new Error(`${times} of ${LATE} were escalated`)
    // The time from the end of the first block to the end of the last leaves one block out.
    seconds.push(took / (1 - BLOCK / LATE))
    console.error(`round ${round}: ${seconds.at(-1)!.toFixed(2)} s`)
  }
  for (const connection of [creating, completing]) connection.close()
  const all = median(seconds)
  printTable(
    ['', 'alone', 'during the sweep'],
    [
      [
        `${LATE.toLocaleString('en')} late obligations escalated, each with its history and event`,
        `${all.toFixed(1)} s`,
        `${Math.round(LATE / all).toLocaleString('en')}/s`,
      ],
      ...(['creates', 'completes'] as const).map((what) => [
        `an obligation ${what === 'creates' ? 'added' : 'completed'}, p99`,
        p99([alone[what]]),
        p99([during[what]]),
      ]),
    ],
  )

  /** Inserts obligations straight into the table, with consecutive ids, and returns the first id. */
  async function insert(title: string, count: number, lateBy: string | null): Promise<number> {
    const { first } = await one(
      `INSERT INTO integer_ids VALUES ($1, 'obligation', 1 + ${count})
       ON CONFLICT (workspace_id, kind) DO UPDATE SET next_id = integer_ids.next_id + ${count}
       RETURNING next_id - ${count} AS first`,
      workspaceId,
    )
    await owner.query(
      `INSERT INTO obligations (workspace_id, id, title, obligation_type, due_at, sla_breach_at)
       SELECT $1, $2::int + n, $3, 'task', now() - $5::interval, now() - $5::interval
       FROM generate_series(0, $4::int - 1) AS n`,
      [workspaceId, first, title, count, lateBy],
    )
    return first
  }

  async function one(text: string, value: unknown) {
    return (await owner.query(text, [value])).rows[0]
  }

  /** Measures how long adding obligations, and completing those from id `from` on, takes while `work` is done. */
  async function beside(from: number, work: () => Promise<unknown>): Promise<People> {
    const stop = new AbortController()
    const obligation = { title: 'Voided check', obligationType: 'stipulation', slaHours: 48 }
    const create = request('POST', '/v1/obligations', token, obligation)
    const complete = (turn: number) =>
      request('POST', `/v1/obligations/${from + turn}/complete`, token, {})
    const loads = Promise.all([
      pace(EVERY_MS, stop.signal, () => sent(creating, create)),
      pace(EVERY_MS, stop.signal, (turn) => sent(completing, complete(turn))),
    ])
    try {
      await work()
    } finally {
      stop.abort()
    }
    const [creates, completes] = await loads
    return { creates, completes }
  }
} finally {
  await owner.end()
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}
