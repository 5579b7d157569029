import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { type Listener, listen, until } from '../support/clients/listener.ts'
import { makeBoard } from '../support/desks/fixtures.ts'
import { asOwner } from '../support/postgres/postgres.ts'
import type { ServerProcess } from '../support/processes/server-process.ts'
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
/** Where several processes share one port: how many there are, and how many of them open a connection for each request. */
const SHARING = 24
const NEW_CONNECTIONS = 8
/** Rows acknowledged before the signal, and after the process has gone. */
const ROWS = 100

/** How one process stopped under traffic. */
export interface Stopped {
  /** Everything that went wrong, in words. */
  faults: string[]
  /** How many rows were acknowledged, before and after. */
  acknowledged: number
  /** From the signal to the exit. */
  tookMs: number
}

/** Stops one of two processes while both are under full traffic. */
export async function stopUnderLoad(options: StopOptions): Promise<Stopped> {
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
  const faults = [
    ...(code === 0 ? [] : [`it exited with ${code}`]),
    ...(tookMs < inTimeMs ? [] : [`it took ${tookMs} ms`]),
    ...(clients.traffic.refused > 0 ? [] : ['no client came to a closed door']),
    ...trafficFaults(
      clients.traffic,
      stored.map(({ id }) => id),
    ),
  ]
  return { faults, acknowledged: clients.traffic.acknowledged.length, tookMs }
}

/**
 * Replaces the processes of a group, one after another, under full traffic: clients that keep their connections, clients
 * that open one for each request, and somebody who listens to the board and goes on where a stream ended.
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
  const heard = await hearRows(group.url, `/v1/boards/${board.id}/events`, token)
  const clients = startClients([group.url], board.secret, seed, SHARING, NEW_CONNECTIONS)
  await clients.more(ROWS)
  group.kill('SIGHUP')
  await rolled()
  await clients.more(ROWS)
  await clients.end()
  const { acknowledged } = clients.traffic
  await until(() => {
    const ids = new Set(heard.ids)
    return acknowledged.every((id) => ids.has(id))
  }, 'all rows to be heard of')
  heard.close()
  const stored = await asOwner(connection, (sql) =>
    sql('SELECT id FROM rows WHERE definition_id = $1', [board.id]),
  )
  return [
    ...(clients.traffic.refused === 0 ? [] : ['a client came to a closed door']),
    ...(heard.ids.length === new Set(heard.ids).size ? [] : ['a row was heard of twice']),
    ...(heard.streams > 1 ? [] : ['no stream ended']),
    ...trafficFaults(
      clients.traffic,
      stored.map(({ id }) => id),
    ),
  ]
}

/**
 * Kills a process of a group under full traffic.
 * @returns everything that went wrong beyond the requests that it had, in words
 */
export async function killUnderLoad({
  group,
  token,
  connection,
  seed,
  kill,
}: {
  group: ServerProcess
  kill: () => void
} & Pick<StopOptions, 'token' | 'connection' | 'seed'>): Promise<string[]> {
  const board = await makeBoard(group, token, [{ name: 'Name', type: 'text' }])
  const clients = startClients([group.url], board.secret, seed, SHARING, NEW_CONNECTIONS)
  await clients.more(ROWS)
  kill()
  await clients.more(ROWS)
  await clients.end()
  const { failed, refused, ...rest } = clients.traffic
  const stored = await asOwner(connection, (sql) =>
    sql('SELECT id FROM rows WHERE definition_id = $1', [board.id]),
  )
  const cut = failed.filter((what) => /ECONNRESET|EPIPE|hang up/.test(what))
  const untold = stored.length - rest.acknowledged.length
  return [
    ...(refused === 0 ? [] : ['a client came to a closed door']),
    ...(untold <= cut.length ? [] : [`${untold} rows are stored, and ${cut.length} were cut off`]),
    // A client has one request at a time, so each can be cut off once.
    ...(cut.length < SHARING ? [] : ['the other process lost requests too']),
    ...trafficFaults(
      { ...rest, refused, failed: failed.filter((what) => !cut.includes(what)) },
      stored.map(({ id }) => id),
    ).filter((what) => !what.endsWith('nobody was told')),
  ]
}

interface Heard {
  /** The rows of the events, in the order in which these came. */
  ids: string[]
  /** How many streams it took. */
  streams: number
  close(): void
}

/** Listens to events of rows; opens the next stream after the last event whenever one ends. */
async function hearRows(origin: string, path: string, token: string): Promise<Heard> {
  let isClosed = false
  let stream = await listen(origin, path, { token })
  const ended: Listener[] = []
  const idsOf = ({ events }: Listener): string[] =>
    events.flatMap(({ data }) => data?.data?.rows?.map(({ id }: { id: string }) => id) ?? [])
  const follow = async () => {
    while (!isClosed) {
      await stream.ended
      if (isClosed) return
      ended.push(stream)
      if (stream.status !== 200) await sleep(50) // by a process that is about to stop
      // One that ended before it said anything has no place to go on from.
      const lastEventId = ended.map((one) => one.lastId()).findLast((id) => id !== '')
      stream = await listen(origin, path, { token, ...(lastEventId ? { lastEventId } : {}) })
    }
  }
  void follow()
  await until(() => stream.lastId() !== '', 'the stream to begin')
  return {
    get ids() {
      return [...ended, stream].flatMap(idsOf)
    },
    get streams() {
      return ended.length + 1
    },
    close() {
      isClosed = true
      stream.close()
    },
  }
}

interface Clients {
  traffic: Traffic
  /** Resolves once `count` more rows have been acknowledged. */
  more(count: number): Promise<void>
  /** Ends the clients, each after its answer. */
  end(): Promise<void>
}

/**
 * Clients that send row after row, some at once, some after a pause. Each keeps one connection alive, except for the
 * first `newConnections`. One whose connection is refused goes to the next process, and gives up when none is left.
 */
function startClients(
  origins: readonly string[],
  secret: string,
  seed: number,
  count = CLIENTS,
  newConnections = 0,
): Clients {
  const traffic: Traffic = { acknowledged: [], refused: 0, failed: [] }
  const ending = new AbortController()
  const all = Array.from({ length: count }, (_, i) =>
    client(origins, i, i >= newConnections, secret, chanceOf(seed + i), traffic, ending.signal),
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
  keepAlive: boolean,
  secret: string,
  chance: Chance,
  traffic: Traffic,
  ending: AbortSignal,
): Promise<void> {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
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
