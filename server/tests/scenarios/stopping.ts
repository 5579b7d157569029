import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { makeBoard } from '../support/fixtures.ts'
import { until } from '../support/listener.ts'
import { asOwner } from '../support/postgres.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { type Chance, chanceOf } from './chance.ts'

/** What happened to the requests of many clients while a process was stopped under them. */
interface Traffic {
  /** Ids of the rows that were acknowledged. */
  acknowledged: string[]
  /** Connections refused: the process was gone before anything was sent, so the client may go elsewhere. */
  refused: number
  failed: string[]
}

export interface StopOptions {
  start: () => Promise<ServerProcess>
  /** The process that keeps running, which clients move to when the other one refuses them. */
  lasting: ServerProcess
  /** An access token of an owner. */
  token: string
  connection: ClientConfig
  signal: NodeJS.Signals
  seed: number
  /** How many ms its exit may take. Only set on a machine with nothing else to do. */
  inTimeMs?: number
}

const CLIENTS = 40
/** Rows acknowledged before the signal, and after the process has gone. */
const ROWS = 100

/**
 * Stops one of two processes while both are under full traffic.
 * @returns everything that went wrong, in words
 */
export async function stopUnderLoad(options: StopOptions): Promise<string[]> {
  const { lasting, token, connection, signal, seed, inTimeMs = Number.POSITIVE_INFINITY } = options
  const columns = [{ name: 'Name', type: 'text' }]
  const [leaving, board] = await Promise.all([options.start(), makeBoard(lasting, token, columns)])
  const clients = startClients([leaving.url, lasting.url], board.secret, seed)
  await clients.more(ROWS)
  const since = performance.now()
  leaving.kill(signal)
  const { code } = await leaving.exited
  const tookMs = Math.round(performance.now() - since)
  await clients.more(ROWS)
  await clients.end()
  const stored = await asOwner(connection, (sql) =>
    sql('SELECT id FROM rows WHERE definition_id = $1', [board.id]),
  )
  return [
    ...(code === 0 ? [] : [`it exited with ${code}`]),
    ...(tookMs < inTimeMs ? [] : [`it took ${tookMs} ms`]),
    ...(clients.traffic.refused > 0 ? [] : ['no client came to a closed door']),
    ...trafficFaults(
      clients.traffic,
      stored.map(({ id }) => id),
    ),
  ]
}

/**
 * Replaces the processes of a group, one after another, under full traffic.
 * @param rolled resolves once all have been replaced
 * @returns everything that went wrong, in words
 */
export async function rollUnderLoad({
  group,
  token,
  connection,
  seed,
  rolled,
}: {
  group: ServerProcess
  rolled: () => Promise<void>
} & Pick<StopOptions, 'token' | 'connection' | 'seed'>): Promise<string[]> {
  const board = await makeBoard(group, token, [{ name: 'Name', type: 'text' }])
  const clients = startClients([group.url], board.secret, seed)
  await clients.more(ROWS)
  group.kill('SIGHUP')
  await rolled()
  await clients.more(ROWS)
  await clients.end()
  const stored = await asOwner(connection, (sql) =>
    sql('SELECT id FROM rows WHERE definition_id = $1', [board.id]),
  )
  return [
    ...(clients.traffic.refused === 0 ? [] : ['a client came to a closed door']),
    ...trafficFaults(
      clients.traffic,
      stored.map(({ id }) => id),
    ),
  ]
}

interface Clients {
  traffic: Traffic
  /** Resolves once `count` more rows have been acknowledged. */
  more(count: number): Promise<void>
  /** Ends the clients, each after its answer. */
  end(): Promise<void>
}

/**
 * Clients that each keep one connection alive and send row after row, some at once, some after a pause. One whose
 * connection is refused goes to the next process, and gives up when none is left.
 */
function startClients(origins: readonly string[], secret: string, seed: number): Clients {
  const traffic: Traffic = { acknowledged: [], refused: 0, failed: [] }
  const ending = new AbortController()
  const all = Array.from({ length: CLIENTS }, (_, i) =>
    client(origins, i, secret, chanceOf(seed + i), traffic, ending.signal),
  )
  return {
    traffic,
    async more(count) {
      const enough = traffic.acknowledged.length + count
      await until(() => traffic.acknowledged.length >= enough, 'more to be acknowledged')
    },
    async end() {
      ending.abort()
      await Promise.all(all)
    },
  }
}

async function client(
  origins: readonly string[],
  first: number,
  secret: string,
  chance: Chance,
  traffic: Traffic,
  ending: AbortSignal,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const pause = chance.between(0, 30)
  let refusals = 0
  for (let at = first; refusals < origins.length && !ending.aborted; ) {
    try {
      traffic.acknowledged.push(await post(agent, origins[at % origins.length]!, secret))
      refusals = 0
      await sleep(pause)
    } catch (error) {
      if ((error as { code?: string }).code === 'ECONNREFUSED') {
        traffic.refused++
        refusals++
        at++
      } else traffic.failed.push(String(error))
    }
  }
  agent.destroy()
}

/** Adds one row and returns its id. */
function post(agent: Agent, origin: string, secret: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ cells: { name: 'Ada' } })
    const headers = {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'content-length': body.length,
    }
    const sent = request(
      `${origin}/v1/ingest/rows`,
      { method: 'POST', agent, headers },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece) => {
          text += piece
        })
        answer.on('error', reject)
        answer.on('end', () => {
          if (answer.statusCode === 201) resolve(JSON.parse(text).data.id)
          else reject(new Error(`answered ${answer.statusCode}: ${text}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Requests that failed, and rows that are not exactly those acknowledged. */
function trafficFaults({ acknowledged, failed }: Traffic, stored: readonly string[]): string[] {
  const there = new Set(stored)
  const known = new Set(acknowledged)
  return [
    ...failed.map((what) => `a request failed: ${what}`),
    ...acknowledged.filter((id) => !there.has(id)).map((id) => `${id} is lost`),
    ...stored.filter((id) => !known.has(id)).map((id) => `${id} is stored and nobody was told`),
  ]
}
