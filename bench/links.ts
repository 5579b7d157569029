/**
 * `node bench/links.ts`: an import whose rows name two other rows by external id, compared with the same file going into
 * text columns. Prints the table of docs/figures.md: the time, and the CPU of the service and its PostgreSQL, which says
 * more on a machine that does other work. BENCH_ROWS sets the size of the file, BENCH_ROUNDS how often each is imported.
 */
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cpuOf } from './cpu.ts'
import { makeBoards, usual } from './desk.ts'
import { median, printTable } from './report.ts'
import { startServer } from './server.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
type Answer = any

const ROWS = Number(process.env.BENCH_ROWS ?? 50_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
/** How many companies and people there are to link to. */
const LINKED = 5_000
const NAMES = ['company', 'person']

interface Took {
  seconds: number
  cpuMs: number
}

const plain = usual.filter(({ name }) => ['name', 'email', 'amount', 'received'].includes(name))

const directory = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const server = await startServer(join(directory, 'data'))
const { port, pid } = server
try {
  const { token } = (await makeBoards(port, 1))[0]!
  for (const name of ['Companies', 'People']) await fill(name)
  const path = join(directory, 'rows.csv')
  await pipeline(Readable.from(csv()), createWriteStream(path))
  const kinds = {
    text: ['text', 'text'].map((type, i) => ({ name: NAMES[i], type })),
    links: ['companies', 'people'].map((definitionKey, i) => ({
      name: NAMES[i],
      type: 'link',
      settings: { definitionKey },
    })),
  }
  const took = { text: [] as Took[], links: [] as Took[] }
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 ? (['links', 'text'] as const) : (['text', 'links'] as const)
    for (const kind of order) took[kind].push(await imported(kinds[kind], path))
  }
  const line = (name: string, kind: keyof typeof took) => {
    const seconds = median(took[kind].map((one) => one.seconds))
    const micros = median(took[kind].map((one) => (one.cpuMs * 1000) / ROWS))
    const speed = (ROWS / seconds).toLocaleString('en', { maximumFractionDigits: 0 })
    return [name, `${speed} rows/s`, ratio('seconds'), `${micros.toFixed(0)} µs`, ratio('cpuMs')]
    function ratio(of: keyof Took): string {
      const ratios = took.text.map((text, i) => text[of] / took[kind][i]![of]).sort((a, b) => a - b)
      if (kind === 'text') return '1.00'
      const [least, most] = [ratios[0]!, ratios.at(-1)!]
      return `${median(ratios).toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`
    }
  }
  printTable(
    ['', '', 'ratio', 'CPU for each row', 'ratio'],
    [
      line(`import of ${ROWS.toLocaleString('en')} rows × 6 columns, two of them text`, 'text'),
      line('two of them links, by external id', 'links'),
    ],
  )

  async function fill(name: string): Promise<void> {
    const columns = [{ name: 'Name', type: 'text' }]
    const { key } = (await call('POST', '/v1/definitions', token, { name, columns })).data
    const made = { name: 'bench', scopes: ['rows:write'] }
    const { secret } = (await call('POST', `/v1/definitions/${key}/keys`, token, made)).data
    for (let from = 0; from < LINKED; from += 500) {
      const rows = Array.from({ length: 500 }, (_, i) => ({
        external_id: `${key}-${from + i}`,
        cells: { name: `${name} ${from + i}` },
      }))
      await call('POST', '/v1/ingest/records', secret, { rows })
    }
  }

  /** What an import into a new board took. */
  async function imported(columns: object[], file: string): Promise<Took> {
    const name = `Board ${Math.random()}`
    const board = (
      await call('POST', '/v1/boards', token, { name, columns: [...plain, ...columns] })
    ).data
    const sender = fileURLToPath(new URL('upload.ts', import.meta.url))
    const url = `http://127.0.0.1:${port}/v1/boards/import`
    const before = await cpuOf(pid)
    const started = performance.now()
    const { stdout } = await promisify(execFile)(process.execPath, [
      sender,
      url,
      token,
      board.id,
      file,
    ])
    let run = JSON.parse(stdout).data
    while (run.status === 'running') {
      await sleep(50)
      run = (await call('GET', `/v1/boards/${board.id}/imports/${run.id}`, token)).data
    }
    if (run.imported !== ROWS) throw new Error(`the import ended so: ${JSON.stringify(run)}`)
    const seconds = (performance.now() - started) / 1000
    return { seconds, cpuMs: (await cpuOf(pid)) - before }
  }

  async function call(
    method: string,
    path: string,
    credential: string,
    body?: object,
  ): Promise<Answer> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
} finally {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}

function* csv(): Generator<string> {
  let lines = `${[...plain.map(({ name }) => name), ...NAMES].join(',')}\n`
  for (let n = 0; n < ROWS; n++) {
    const ids = [`companies-${n % LINKED}`, `people-${(n * 7) % LINKED}`]
    lines += `${[`F${n}`, `r${n}@a.co`, 10_000 + (n % 90_000), '2026-11-20', ...ids].join(',')}\n`
    if (lines.length > 65_536) {
      yield lines
      lines = ''
    }
  }
  yield lines
}
