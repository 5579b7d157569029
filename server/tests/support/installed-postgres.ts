import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { accountFor } from '../../platform/embedded/account.ts'

/** A new cluster of an installed PostgreSQL in `directory`/pg, with the settings that it comes with. */
export async function startInstalled(
  program: string,
  directory: string,
): Promise<{ connection: ClientConfig; stop: () => Promise<void> }> {
  const data = join(directory, 'pg')
  const account = accountFor(data)
  mkdirSync(data, { mode: 0o700 })
  if (account !== null) chownSync(data, account.uid, account.gid)
  const options = { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  const flags = ['-D', data, '--username=postgres', '--encoding=UTF8', '--auth=trust', '--no-sync']
  execFileSync(join(dirname(program), 'initdb'), flags, { ...options, stdio: 'pipe' })
  const settings = {
    max_connections: 400,
    listen_addresses: '',
    unix_socket_directories: data,
    timezone: 'UTC',
  }
  const child = spawn(
    program,
    [
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  const connection = { host: data, port: 5432, user: 'postgres', database: 'sourcebook' }
  for (;;) {
    const client = new pg.Client({ ...connection, database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('CREATE DATABASE sourcebook')
      break
    } catch (error) {
      if (child.exitCode !== null) {
        throw new Error(`PostgreSQL does not start: ${said}`, { cause: error })
      }
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return {
    connection,
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}
