/**
 * `node bench/links.ts`: an import whose rows name two other rows by external id, compared with the same file going into
 * text columns. Prints the table of docs/figures.md. BENCH_ROWS sets the size of the file, BENCH_ROUNDS
 * how often each is imported.
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
import { makeBoards, usual } from './desk.ts'
import { printTable } from './report.ts'
import { startServer } from './server.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
type Answer = any

const ROWS = Number(process.env.BENCH_ROWS ?? 50_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
/** How many companies and people there are to link to. */
const LINKED = 5_000
const NAMES = ['company', 'person']

const plain = usual.filter(({ name }) => ['name', 'email', 'amount', 'received'].includes(name))

const directory = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const server = await startServer(join(directory, 'data'))
const { port } = server
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
  const seconds = { text: [] as number[], links: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 ? (['links', 'text'] as const) : (['text', 'links'] as const)
    for (const kind of order) seconds[kind].push(await imported(kinds[kind], path))
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]!
  const rows = (kind: keyof typeof seconds) =>
    `${(ROWS / median(seconds[kind])).toLocaleString('en', { maximumFractionDigits: 0 })} rows/s`
  const ratios = seconds.text.map((text, i) => text / seconds.links[i]!)
  const spread = ratios.toSorted((a, b) => a - b).map((ratio) => ratio.toFixed(2))
  printTable(
    ['', '', 'ratio'],
    [
      [
        `import of ${ROWS.toLocaleString('en')} rows × 6 columns, two of them text`,
        rows('text'),
        '1.00',
      ],
      [
        'two of them links, by external id',
        rows('links'),
        `${median(ratios).toFixed(2)} (${spread[0]}–${spread.at(-1)})`,
      ],
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

  /** @returns how many seconds an import into a new board took. */
  async function imported(columns: object[], file: string): Promise<number> {
    const name = `Board ${Math.random()}`
    const board = (
      await call('POST', '/v1/boards', token, { name, columns: [...plain, ...columns] })
    ).data
    const sender = fileURLToPath(new URL('upload.ts', import.meta.url))
    const url = `http://127.0.0.1:${port}/v1/boards/import`
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
    return (performance.now() - started) / 1000
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
