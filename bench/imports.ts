/**
 * `node bench/imports.ts`: an import of a large file, and its undo, compared with the floor's loop of 500-row INSERTs
 * of the same rows; and how long other requests take meanwhile. Prints the table of docs/figures.md.
 * BENCH_ROWS sets the size of the file, BENCH_SECONDS how long the floor and the other requests run by themselves.
 */
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Board, makeBoards, next, post, sent, usual } from './desk.ts'
import { Floor } from './floor.ts'
import { type Load, pace, RawConnection, request, run } from './load.ts'
import { printTable } from './report.ts'
import { SECONDS } from './rounds.ts'
import { ownerConnection, startServer, watchMemory } from './server.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 200_000)
/** How often to send each kind of other request. */
const EVERY_MS = 20

const columns = [...usual.filter(({ name }) => name !== 'url'), { name: 'state', type: 'text' }]

/** Short values, so that a million rows fit the largest upload, 64 MiB. */
const valuesOf = (n: number) => [
  `F${n}`,
  'Rosa',
  `r${n}@a.co`,
  10_000 + (n % 90_000),
  n % 240,
  '2026-11-20',
  'Retail',
  n % 2 === 0,
  'Call',
  'NY',
]
/** As the service stores them, by slot. */
const storedOf = (n: number) => Object.fromEntries(valuesOf(n).map((value, i) => [i + 1, value]))

const directory = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const dataDir = join(directory, 'data')
const server = await startServer(dataDir)
const { port } = server
try {
  const [target, other] = (await makeBoards(port, 2, columns)) as [Board, Board]
  const floor = await Floor.open(ownerConnection(dataDir), 1)
  const reads = await RawConnection.open(port)
  const writes = await RawConnection.open(port)
  for (let n = 0; n < 200; n++) await post(writes, other, cells(n))

  const batch = Array.from({ length: 500 }, (_, i) => storedOf(i))
  const insertFloor = () => run(1, SECONDS, () => floor.insertMany(0, other, next(500), batch))
  const before = await insertFloor()
  const alone = await beside(() => sleep(SECONDS * 2000))

  const path = join(directory, 'rows.csv')
  await pipeline(Readable.from(csv()), createWriteStream(path))
  const { size: bytes } = await stat(path)
  const memory = watchMemory(server.pid)
  const started = performance.now()
  let uploaded = 0
  const during = await beside(async () => {
    const data = await upload(path)
    uploaded = performance.now() - started
    for (let run = data; ; ) {
      if (run.status !== 'running') {
        if (run.imported !== ROWS) throw new Error(`the import ended so: ${JSON.stringify(run)}`)
        return run.id
      }
      await sleep(250)
      run = (await call('GET', `/v1/boards/${target.definitionId}/imports/${run.id}`)).data
    }
  })
  const importSeconds = (performance.now() - started) / 1000
  const importMemory = await memory()
  const after = await insertFloor()
  const floorRows = ((before.perSecond + after.perSecond) / 2) * 500

  const undoing = performance.now()
  const undo = await beside(async () => {
    const { data } = await call(
      'POST',
      `/v1/boards/${target.definitionId}/imports/${during.result}/undo`,
    )
    if (data.removed !== ROWS) throw new Error(`the undo removed ${data.removed}`)
  })
  const undoSeconds = (performance.now() - undoing) / 1000

  for (const connection of [reads, writes]) connection.close()
  await floor.close()
  const rate = (perSecond: number) => perSecond.toLocaleString('en', { maximumFractionDigits: 0 })
  const imported = ROWS / importSeconds
  const others = (load: Beside, what: 'reads' | 'writes') => [
    `${load[what].p50.toFixed(1)} ms, ${load[what].p99.toFixed(1)} ms`,
    `p99 ${(load[what].p99 / alone[what].p99).toFixed(2)}`,
  ]
  const size = `${rate(ROWS)} rows × 10 columns, ${(bytes / 2 ** 20).toFixed(0)} MiB`
  printTable(
    ['', '', '', 'ratio'],
    [
      [
        'INSERT of 500 rows at a time',
        'floor, before and after',
        `${rate(floorRows)} rows/s`,
        '1.00',
      ],
      [
        `import of ${size}`,
        `${importSeconds.toFixed(1)} s, of which ${(uploaded / 1000).toFixed(1)} s upload`,
        `${rate(imported)} rows/s`,
        (imported / floorRows).toFixed(2),
      ],
      ['', 'most resident memory of the service', `${importMemory} MiB`, ''],
      ['its undo', '', `${undoSeconds.toFixed(1)} s`, ''],
      ['GET of 20 rows elsewhere, p50 and p99', 'alone', ...others(alone, 'reads')],
      ['', 'during the import', ...others(during, 'reads')],
      ['', 'during the undo', ...others(undo, 'reads')],
      ['POST of a row elsewhere, p50 and p99', 'alone', ...others(alone, 'writes')],
      ['', 'during the import', ...others(during, 'writes')],
      ['', 'during the undo', ...others(undo, 'writes')],
    ],
  )

  /** Measures how long reads and writes of another board take while `work` is done. */
  async function beside<T>(work: () => Promise<T>): Promise<Beside & { result: T }> {
    const stop = new AbortController()
    const list = request('GET', `/v1/boards/${other.definitionId}/rows?limit=20`, other.token)
    const loads = Promise.all([
      pace(EVERY_MS, stop.signal, () => sent(reads, list)),
      pace(EVERY_MS, stop.signal, (turn) => post(writes, other, cells(turn))),
    ])
    try {
      const result = await work()
      stop.abort()
      const [reads, writes] = await loads
      console.error('reads', reads, 'writes', writes)
      return { reads, writes, result }
    } finally {
      stop.abort()
    }
  }

  /** Uploads in a process of its own, so that sending does not delay what is measured here. */
  async function upload(path: string): Promise<{ id: string; status: string; imported: number }> {
    const url = `http://127.0.0.1:${port}/v1/boards/import`
    const sender = fileURLToPath(new URL('upload.ts', import.meta.url))
    const args = [sender, url, target.token, target.definitionId, path]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return JSON.parse(stdout).data
  }

  // biome-ignore lint/suspicious/noExplicitAny: an answer of the API
  async function call(method: string, path: string): Promise<any> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${target.token}` },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
} finally {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}

interface Beside {
  reads: Load
  writes: Load
}

function* csv(): Generator<string> {
  let lines = `${columns.map(({ name }) => name).join(',')}\n`
  for (let n = 0; n < ROWS; n++) {
    lines += `${valuesOf(n).join(',')}\n`
    if (lines.length > 65_536) {
      yield lines
      lines = ''
    }
  }
  yield lines
}

function cells(n: number): object {
  return Object.fromEntries(valuesOf(n).map((value, i) => [columns[i]!.name, value]))
}
