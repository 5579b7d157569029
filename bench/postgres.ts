import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { accountFor } from '../server/platform/embedded/account.ts'
import { bundledPrograms, findBinaries } from '../server/platform/embedded/binaries.ts'

const run = promisify(execFile)

/** A PostgreSQL for the bench alone, reached over TCP like one on another machine. */
export interface Postgres {
  pid: number
  version: string
  /** Creates a database of that name and returns its URL. */
  database: (name: string) => Promise<string>
  stop: () => Promise<void>
}

/**
 * Starts an installed PostgreSQL if there is one (BENCH_PGBIN, or Debian's newest), or else the bundled one.
 * @param programs the folder of another one's programs
 * @param settings others than PostgreSQL's own
 */
export async function startPostgres(
  programs?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Postgres> {
  const home = await mkdtemp(join(tmpdir(), 'sourcebook-bench-pg-'))
  const account = accountFor(join(home, 'data'))
  if (account) await chown(home, account.uid, account.gid)
  const bin =
    programs ??
    process.env.BENCH_PGBIN ??
    (await debians()) ??
    join(await findBinaries(bundledPrograms(), account, home, pino({ level: 'silent' })), 'bin')
  const as = { ...account, cwd: home }
  const data = join(home, 'data')
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], as)
  const port = await freePort()
  const all = {
    ...settings,
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
  }
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...as, stdio: 'ignore' },
  )
  const url = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`
  const version = await untilReady(url('postgres'))
  return {
    pid: child.pid!,
    version,
    async database(name) {
      await query(url('postgres'), `CREATE DATABASE ${name}`)
      return url(name)
    },
    async stop() {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function debians(): Promise<string | undefined> {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? await readdir(root) : []
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  const bin = newest && join(root, newest, 'bin')
  return bin && existsSync(join(bin, 'postgres')) ? bin : undefined
}

async function untilReady(url: string): Promise<string> {
  for (;;) {
    try {
      const [row] = await query(url, 'SHOW server_version')
      return row!.server_version as string
    } catch {
      await sleep(50)
    }
  }
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** The path of a program on this machine; undefined if it is not installed. */
async function installed(name: string): Promise<string | undefined> {
  const found = (process.env.PATH ?? '').split(':').map((place) => join(place, name))
  const beside = (await debians()) ?? dirname(process.execPath)
  return [...found, join(beside, name)].find((path) => existsSync(path))
}

/** The path of a program that the bench cannot do without. */
export async function needed(name: string): Promise<string> {
  const path = await installed(name)
  if (path) return path
  throw new Error(`${name} is not installed; on Debian: apt-get install wrk postgresql-contrib`)
}
