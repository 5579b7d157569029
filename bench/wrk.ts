import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuOf } from './cpu.ts'
import { needed } from './postgres.ts'

const run = promisify(execFile)

export interface Sample {
  perSecond: number
  p50: number
  p99: number
  /** CPU time per request in ms: the server's, and PostgreSQL's. */
  cpu: number
  database: number
}

/** A request as `wrk.lua` reads it. */
export interface Request {
  method: 'GET' | 'POST'
  path: string
  body?: object
  /** Its credential, if not that of all. */
  key?: string
}

export interface Load {
  port: number
  /** The server's process; those that it started count as well. */
  pid: number
  /** PostgreSQL's, or those of all servers that make up the database. */
  postgres: number | readonly number[]
  clients: number
  seconds: number
  /** The credential of the requests. */
  key?: string
  /** Sends requests for a second first. */
  warmUp?: boolean
}

/**
 * Sends the requests in turn from that many clients, each as soon as it has its answer.
 * @throws Error if one of them is refused
 */
export async function measure(requests: Request[], load: Load): Promise<Sample> {
  const { port, pid, postgres, clients, key = '' } = load
  for (const request of requests.slice(0, 6)) await tryOne(request, port, request.key ?? key)
  const wrk = await needed('wrk')
  const directory = await mkdtemp(join(tmpdir(), 'sourcebook-wrk-'))
  const file = join(directory, 'requests.txt')
  const texts = requests.map(
    ({ method, path, body, key: own = key }) =>
      `${method} ${path} ${own}\n${body ? JSON.stringify(body) : ''}\n`,
  )
  await writeFile(file, texts.join(''))
  const send = (seconds: number) =>
    run(wrk, [
      '-t1',
      `-c${clients}`,
      `-d${seconds}s`,
      '--timeout',
      '30s',
      '-s',
      'bench/wrk.lua',
      `http://127.0.0.1:${port}`,
      '--',
      file,
    ])
  try {
    if (load.warmUp) await send(1)
    const used = () => Promise.all([cpuOf(pid), sumOf([postgres].flat())])
    const before = await used()
    const { stdout } = await send(Math.max(1, load.seconds))
    const after = await used()
    const result = JSON.parse(/RESULT (.*)/.exec(stdout)![1]!)
    if (result.failed > 0) {
      throw new Error(`${result.failed} of ${result.requests} requests failed`)
    }
    return {
      perSecond: result.requests / (result.us / 1e6),
      p50: result.p50 / 1000,
      p99: result.p99 / 1000,
      cpu: (after[0] - before[0]) / result.requests,
      database: (after[1] - before[1]) / result.requests,
    }
  } finally {
    await rm(directory, { recursive: true })
  }
}

const sumOf = async (pids: readonly number[]): Promise<number> =>
  (await Promise.all(pids.map(cpuOf))).reduce((sum, ms) => sum + ms, 0)

/** Sends one request, and says why if it is refused: wrk only counts those. */
async function tryOne({ method, path, body }: Request, port: number, key: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
}
