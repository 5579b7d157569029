import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import { postmasterPid } from '../../../platform/embedded/process.ts'

/** The other server processes of a postmaster. */
export function serverProcesses(postmaster: number): number[] {
  const pairs = existsSync('/proc/self/stat') ? parentsFromProc() : parentsFromPs()
  return pairs.filter(([, parent]) => parent === postmaster).map(([pid]) => pid)
}

type WithParent = [pid: number, parent: number]

/** A minimal Debian has no `ps`. */
function parentsFromProc(): WithParent[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid): WithParent[] => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return [[Number(pid), Number(parent)]]
    } catch {
      return [] // it has just ended
    }
  })
}

function parentsFromPs(): WithParent[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as WithParent)
}

/** SIGKILL for every process of the PostgreSQL in `dataDir`, the postmaster first. */
export function killPostgres(dataDir: string): void {
  const postmaster = postmasterPid(join(dataDir, 'pg'))
  if (postmaster === null) throw new Error(`no PostgreSQL runs in ${dataDir}`)
  for (const pid of [postmaster, ...serverProcesses(postmaster)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // A server process that has just ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** The embedded database in `dataDir`, as its owner. */
export const embeddedIn = (dataDir: string): ClientConfig => ({
  host: join(dataDir, 'pg'),
  port: 5432,
  user: 'postgres',
  database: 'sourcebook',
})

/** Opens a short connection as the owner, which no rule binds. */
export async function asOwner<T>(
  connection: ClientConfig,
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it selects
  use: (sql: (text: string, values?: unknown[]) => Promise<any[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the current query fails with it
  await client.connect()
  try {
    return await use(async (text, values) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
  }
}

/** A DATABASE_URL for a connection over a Unix socket or TCP. */
export function urlOf({ user, password, host, port, database }: ClientConfig): string {
  const login = [user, password].filter(Boolean).map((part) => encodeURIComponent(String(part)))
  const place = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgres://${login.join(':')}@/${database}?${place}`
}
