import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chown, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { ClientConfig } from 'pg'
import { findServer } from '../../../../scripts/test-servers.mjs'
import { accountFor } from '../../../platform/embedded/account.ts'
import { postmasterPid } from '../../../platform/embedded/process.ts'
import { until } from '../clients/listener.ts'
import { discard, temporaryDirectory } from '../machine/temporary.ts'
import { killPostgres, serverProcesses } from './postgres.ts'
import { freePort } from './standby.ts'

/** Where Patroni's programs and PostgreSQL are, or what is missing. */
export function findPatroni(): { postgres: string; version: string } | { missing: string } {
  const found = findServer('external')
  if (found.missing !== undefined) return { missing: found.missing }
  for (const program of ['etcd', 'patroni', 'patronictl']) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0) continue
    return { missing: `there is no ${program} on this machine (Debian: etcd-server, patroni)` }
  }
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8' })
  const patroni = /[\d.]+/.exec(stdout)![0]
  return { postgres: found.program!, version: `${patroni} on PostgreSQL ${found.version}` }
}

/** One node: Patroni and its PostgreSQL. */
export interface PatroniNode {
  name: string
  connection: ClientConfig
  start(): void
  /** Its log goes to nobody any more: no standby has what it writes from now on. */
  mute(): void
  /** SIGKILL for all of its processes. */
  kill(): void
  /** What Patroni said lately. */
  output(): string
}

/** What Patroni knows of a node. */
interface Member {
  name: string
  role: string
  state: string
}

export interface PatroniCluster {
  nodes: readonly PatroniNode[]
  /** A directory of its own, for a service too. */
  directory: string
  /** As Patroni sees them: asks the first node that answers. */
  members(): Promise<Member[]>
  /** `patronictl switchover`, which returns when it is done. */
  switchover(from: string, to: string): Promise<void>
  stop(): Promise<void>
}

/** Also the cluster's name in PostgreSQL, by which what is left of a run that was killed is known. */
const SCOPE = 'sourcebook-tests'

/**
 * Three nodes of Patroni, with an etcd that knows which of them leads. They trust everybody on this machine.
 * @param settings of each node: `patroni.yml`, as far as it matters
 */
export async function startPatroni(postgres: string, settings: Settings): Promise<PatroniCluster> {
  const etcd = await startEtcd()
  const nodes: Awaited<ReturnType<typeof newNode>>[] = []
  for (const name of ['one', 'two', 'three']) {
    nodes.push(await newNode(name, { postgres, settings, etcd: etcd.place }))
  }
  for (const node of nodes) node.start()
  const members = async () => {
    for (const { api } of nodes) {
      const answer = await fetch(`${api}/cluster`).catch(() => null)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  const stop = async () => {
    for (const node of nodes) node.end()
    etcd.kill()
    for (const { home } of [...nodes, etcd]) await discard(home)
  }
  try {
    await until(async () => {
      const failed = nodes.find((node) => node.hasEnded())
      if (failed) throw new Error(`Patroni does not start: ${failed.output()}`)
      return (await members()).filter(({ role }) => role === 'sync_standby').length === 1
    }, 'Patroni to have a primary and its synchronous standby')
  } catch (error) {
    await stop()
    throw error
  }
  return {
    nodes,
    directory: etcd.home,
    members,
    switchover: async (from, to) => {
      const words = ['-c', nodes[0]!.file, 'switchover', '--force']
      await run('patronictl', [...words, '--leader', from, '--candidate', to, SCOPE])
    },
    stop,
  }
}

const run = promisify(execFile)

/** The parts of a `patroni.yml` that a node's own are added to. */
interface Settings {
  bootstrap: { dcs: { postgresql: object } }
  postgresql?: object
}

interface NodeOptions {
  postgres: string
  settings: Settings
  etcd: string
}

async function newNode(name: string, { postgres, settings, etcd }: NodeOptions) {
  const home = await temporaryDirectory()
  const account = accountFor(home)
  const data = join(home, 'pg')
  const [port, restPort] = [await freePort(), await freePort()]
  const trust = ['all', 'replication'].map((what) => `host ${what} all 127.0.0.1/32 trust`)
  const api = `127.0.0.1:${restPort}`
  const config = {
    ...settings,
    scope: SCOPE,
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: [etcd] },
    bootstrap: { ...settings.bootstrap, initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }] },
    postgresql: {
      ...settings.postgresql,
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: dirname(postgres),
      pgpass: join(home, 'pgpass'),
      pg_hba: trust,
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
      },
      parameters: { unix_socket_directories: home },
    },
  }
  const file = join(home, 'patroni.yml')
  await writeFile(file, JSON.stringify(config)) // which is YAML
  if (account !== null) await chown(home, account.uid, account.gid)
  let child: ChildProcess | undefined
  let output = ''
  const end = () => void child?.kill('SIGKILL')
  process.once('exit', end)
  return {
    name,
    home,
    file,
    api: `http://${api}`,
    connection: { host: '127.0.0.1', port, user: 'postgres', database: 'sourcebook' },
    output: () => output,
    hasEnded: () => child!.exitCode !== null || child!.signalCode !== null,
    start() {
      child = spawn('patroni', [file], {
        ...account,
        cwd: '/',
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout!, child.stderr!]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output = (output + text).slice(-20_000)
        })
      }
    },
    mute() {
      for (const pid of serverProcesses(postmasterPid(data)!)) {
        const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        if (title.includes('walsender')) process.kill(pid, 'SIGSTOP')
      }
    },
    kill() {
      end()
      killPostgres(home)
    },
    /** Patroni alone: its PostgreSQL is stopped with its directory. */
    end() {
      process.off('exit', end)
      end()
    },
  }
}

async function startEtcd(): Promise<{ home: string; place: string; kill(): void }> {
  const home = await temporaryDirectory()
  const [place, peers] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
  const words = {
    'data-dir': join(home, 'etcd'),
    'listen-client-urls': `http://${place}`,
    'advertise-client-urls': `http://${place}`,
    'listen-peer-urls': `http://${peers}`,
    'initial-advertise-peer-urls': `http://${peers}`,
    'initial-cluster': `default=http://${peers}`,
  }
  const flags = Object.entries(words).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn('etcd', flags, { cwd: '/', stdio: 'ignore' })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  await until(
    async () => (await fetch(`http://${place}/health`).catch(() => null))?.ok === true,
    'etcd to answer',
  )
  return {
    home,
    place,
    kill() {
      process.off('exit', kill)
      kill()
    },
  }
}
