import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { accountFor } from '../../../platform/embedded/account.ts'
import { takeOver } from '../../../platform/embedded/init-cluster.ts'
import { serverProcesses } from './postgres.ts'

/** A PostgreSQL that a test runs by itself, from a program that need not be the embedded one. */
export interface RunningPostgres {
  pid: number
  /** SIGKILL for all of its processes. */
  kill(): void
  stop(): Promise<void>
}

const spawnOptions = (data: string) => ({
  ...accountFor(data),
  cwd: '/',
  env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
})

/** A new cluster in `data`, with the settings that it comes with, which trusts everybody. */
export function makeCluster(program: string, data: string): void {
  makeDirectory(data)
  const flags = ['-D', data, '--username=postgres', '--encoding=UTF8', '--auth=trust', '--no-sync']
  const options = { ...spawnOptions(data), stdio: 'pipe' } as const
  execFileSync(join(dirname(program), 'initdb'), flags, options)
}

/** A standby of a cluster that does not run, made of its files; it still needs a `primary_conninfo`. */
export async function copyCluster(from: string, to: string): Promise<void> {
  makeDirectory(to)
  cpSync(from, to, { recursive: true })
  writeFileSync(join(to, 'standby.signal'), '')
  const account = accountFor(from)
  if (account === null) return
  chownSync(to, 0, 0) // not begun yet, for takeOver
  await takeOver(to, account)
}

function makeDirectory(data: string): void {
  const account = accountFor(data)
  mkdirSync(data, { mode: 0o700 })
  if (account !== null) chownSync(data, account.uid, account.gid)
}

/** Starts it, and waits until it answers at `connection`. */
export async function runPostgres(
  program: string,
  data: string,
  settings: Record<string, string | number>,
  connection: ClientConfig,
): Promise<RunningPostgres> {
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(program, ['-D', data, ...words], {
    ...spawnOptions(data),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const others = serverProcesses(child.pid!)
    child.kill('SIGKILL')
    for (const pid of others) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has just ended by itself.
      }
    }
  }
  process.once('exit', kill)
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2_000)
  })
  for (;;) {
    const client = new pg.Client({ ...connection, database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      break
    } catch (error) {
      if (child.exitCode !== null) {
        throw new Error(`PostgreSQL does not start: ${output}`, { cause: error })
      }
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return {
    pid: child.pid!,
    kill,
    async stop() {
      process.off('exit', kill)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

const socketIn = (data: string) => ({
  host: data,
  port: 5432,
  user: 'postgres',
  database: 'sourcebook',
})

const settingsIn = (data: string) => ({
  max_connections: 400,
  listen_addresses: '',
  unix_socket_directories: data,
  timezone: 'UTC',
})

/** A server for a whole run of tests, in `directory`/pg. */
export async function startInstalled(
  program: string,
  directory: string,
): Promise<RunningPostgres & { connection: ClientConfig }> {
  const data = join(directory, 'pg')
  makeCluster(program, data)
  const connection = socketIn(data)
  const running = await runPostgres(program, data, settingsIn(data), connection)
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query('CREATE DATABASE sourcebook').finally(() => client.end())
  return { ...running, connection }
}

/** Such a server with a standby, in `directory`/standby. */
export async function startReplicated(
  program: string,
  directory: string,
): Promise<RunningPostgres & { connection: ClientConfig; standby: ClientConfig }> {
  const [data, copy] = [join(directory, 'pg'), join(directory, 'standby')]
  const { connection, stop } = await startInstalled(program, directory)
  await stop()
  await copyCluster(data, copy)
  const standby = socketIn(copy)
  const primary = await runPostgres(program, data, settingsIn(data), connection)
  const following = {
    ...settingsIn(copy),
    primary_conninfo: `host=${data} port=5432 user=postgres`,
    fsync: 'off', // it can be made again
  }
  const follower = await runPostgres(program, copy, following, standby)
  return {
    connection,
    standby,
    pid: primary.pid,
    kill: () => {
      follower.kill()
      primary.kill()
    },
    stop: async () => {
      await follower.stop()
      await primary.stop()
    },
  }
}
