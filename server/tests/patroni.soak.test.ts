// Patroni promotes by itself: after its primary was killed, and when it is told to. No acknowledged write is lost by either, and the
// service finds the new primary among the hosts of DATABASE_URL.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { newSeed } from './scenarios/chance.ts'
import { readStore, startWriters, type Writers } from './scenarios/durability.ts'
import { durabilityFaults } from './scenarios/durable.rules.ts'
import { until } from './support/clients/listener.ts'
import {
  findPatroni,
  type PatroniCluster,
  type PatroniNode,
  startPatroni,
} from './support/postgres/patroni.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const found = findPatroni()
const seed = Number(process.env.SEED ?? newSeed())

/** The settings that the documentation recommends are those that are tried. */
const documented = () => {
  const text = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8')
  return parse(/^```yaml\n(# patroni\.yml\n.+?)^```$/ms.exec(text)![1]!)
}

describe.skipIf('missing' in found)('with Patroni', () => {
  let cluster: PatroniCluster
  let server: ServerProcess
  let writers: Writers
  const figures: string[] = []

  beforeAll(async () => {
    if ('missing' in found) return
    cluster = await startPatroni(found.postgres, documented())
    const { connection } = await leader()
    await asOwner({ ...connection, database: 'postgres' }, (sql) =>
      sql('CREATE DATABASE sourcebook'),
    )
    const places = cluster.nodes.map(({ connection: { host, port } }) => `${host}:${port}`)
    server = await startServerProcess({
      env: {
        DATABASE_URL: `postgres://postgres@${places.join()}/sourcebook?target_session_attrs=read-write`,
        DATA_DIR: `${cluster.directory}/data`,
        LOG_LEVEL: 'fatal',
        RATE_LIMIT_INGEST: '10000000',
      },
    })
    // One life: no answer may be missing.
    writers = await startWriters({ api: server.api, life: 1 }, seed)
  })
  afterAll(async () => {
    if (figures.length > 0 && 'version' in found) {
      const { acknowledged, unavailable } = writers.heard
      console.log(
        `figure: Patroni ${found.version}: ${acknowledged.length} requests acknowledged and stored, ${unavailable} told 503; ${figures.join('; ')}`,
      )
    }
    await server?.stop()
    await cluster?.stop()
  })

  const takesWrites = ({ connection }: PatroniNode): Promise<boolean> =>
    asOwner({ ...connection, database: 'postgres' }, async (sql) => {
      const [row] = await sql('SELECT pg_is_in_recovery() AS standby')
      return !row.standby
    }).catch(() => false)

  /** The node that takes writes, other than `old`. */
  async function leader(old?: PatroniNode): Promise<PatroniNode> {
    let now: PatroniNode | undefined
    await until(async () => {
      const others = cluster.nodes.filter((node) => node !== old)
      const answers = await Promise.all(others.map(takesWrites))
      now = others[answers.indexOf(true)]
      return now !== undefined
    }, 'a primary')
    return now!
  }

  /** Waits for the two standbys of a primary, one of them synchronous. @returns that one */
  async function standbys({ connection }: PatroniNode): Promise<PatroniNode> {
    let synchronous: PatroniNode | undefined
    await until(async () => {
      const states = await asOwner(connection, (sql) =>
        sql(
          "SELECT application_name AS name, sync_state AS kind FROM pg_stat_replication WHERE state = 'streaming'",
        ),
      ).catch(() => [])
      const { name } = states.find(({ kind }) => kind === 'sync') ?? {}
      // Patroni learns of it a little later.
      const members = await cluster.members()
      const isKnown = members.some((one) => one.name === name && one.role === 'sync_standby')
      synchronous = cluster.nodes.find((node) => node.name === name)
      return states.length === 2 && isKnown
    }, 'two standbys')
    return synchronous!
  }

  const isWaitingForStandby = ({ connection }: PatroniNode): Promise<boolean> =>
    asOwner(connection, async (sql) => {
      const waiting = await sql("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
      return waiting.length > 0
    })

  /** How long after the promotion the first write was acknowledged. */
  async function secondsToWrite(promotedAt: number): Promise<string> {
    await writers.more(1)
    return ((performance.now() - promotedAt) / 1_000).toFixed(1)
  }

  async function faults(): Promise<string[]> {
    await writers.stop()
    const { connection } = await leader()
    return durabilityFaults(writers.heard, await readStore(connection, writers.boards))
  }

  test(`a primary that is killed is replaced, and comes back as a standby (seed ${seed})`, async () => {
    const old = await leader()
    await standbys(old)
    await writers.more(200)
    // What it commits now is on no standby. So nobody may hear of it, and it has to be rewound when it comes back.
    old.mute()
    await until(() => isWaitingForStandby(old), 'a commit to wait for the standby')
    old.kill()
    const killedAt = performance.now()
    const now = await leader(old)
    const promotedAt = performance.now()
    const resumed = await secondsToWrite(promotedAt)
    figures.push(
      `killed: promoted after ${((promotedAt - killedAt) / 1_000).toFixed(1)} s, and ${resumed} s later the first write`,
    )
    await writers.more(100)
    old.start()
    await standbys(now)
    await writers.more(100)
    expect(await takesWrites(old)).toBe(false)
    expect(old.output()).toContain('pg_rewind')
  })

  test('a switchover', async () => {
    const old = await leader()
    const next = await standbys(old)
    await writers.more(100)
    const began = performance.now()
    const switched = cluster.switchover(old.name, next.name)
    const now = await leader(old)
    const promotedAt = performance.now()
    const resumed = await secondsToWrite(promotedAt)
    figures.push(
      `switched over: promoted after ${((promotedAt - began) / 1_000).toFixed(1)} s, and ${resumed} s later the first write`,
    )
    await switched
    expect(now.name).toBe(next.name)
    await standbys(now)
    await writers.more(100)
    expect(await faults()).toEqual([])
    expect(writers.heard.unavailable).toBeGreaterThan(0)
  })
})

test('Patroni is there, or it is said', () => {
  if ('missing' in found) console.log(`skipped: ${found.missing}`)
})
