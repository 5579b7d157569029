import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { accountFor } from '../../../platform/embedded/account.ts'
import { PATIENCE_MS } from '../machine/patience.ts'

export interface PgBouncer {
  mode: 'session' | 'transaction'
  /** The directory of its socket. */
  host: string
  port: number
  pid: number
  stop(): Promise<void>
}

const PORT = 6432

/**
 * Runs PgBouncer before a server that trusts its clients: every database and user of the server can be reached through it.
 * @param tcpPort listens there too, on this machine
 */
export async function startPgBouncer(
  program: string,
  { host, port, user }: ClientConfig,
  mode: PgBouncer['mode'],
  directory: string,
  tcpPort?: number,
): Promise<PgBouncer> {
  const listening = tcpPort ?? PORT
  const account = accountFor(directory)
  await mkdir(directory)
  const file = join(directory, 'pgbouncer.ini')
  const users = join(directory, 'users.txt')
  await writeFile(users, `"${user}" ""\n`)
  await writeFile(
    file,
    `[databases]
* = host=${host} port=${port}
[pgbouncer]
${tcpPort === undefined ? '' : 'listen_addr = 127.0.0.1'}
listen_port = ${listening}
unix_socket_dir = ${directory}
auth_type = trust
auth_file = ${users}
auth_user = ${user}
pool_mode = ${mode}
${mode === 'transaction' ? 'max_prepared_statements = 200' : ''}
max_client_conn = 2000
default_pool_size = ${mode === 'transaction' ? 16 : 64}
server_idle_timeout = 10
server_login_retry = 1
`,
  )
  if (account !== null) {
    for (const path of [directory, file, users]) await chown(path, account.uid, account.gid)
  }
  const child = spawn(program, ['-q', file], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000)
    })
  }
  await untilUp(child, { host: directory, port: listening, user }, () => output)
  return {
    mode,
    host: directory,
    port: listening,
    pid: child.pid!,
    async stop() {
      process.off('exit', kill)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function untilUp(child: ChildProcess, connection: ClientConfig, output: () => string) {
  const deadline = Date.now() + PATIENCE_MS
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  for (;;) {
    const client = new pg.Client({ ...connection, database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('SELECT 1')
      return
    } catch (error) {
      if (failure || child.exitCode !== null || Date.now() > deadline) {
        child.kill('SIGKILL')
        throw new Error(`PgBouncer does not start: ${failure?.message ?? output()}`, {
          cause: error,
        })
      }
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
