import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Answer } from '../support/clients/client.ts'
import { until } from '../support/clients/listener.ts'
import { makeBoard } from '../support/desks/fixtures.ts'
import { signUp } from '../support/desks/people.ts'
import { asOwner, embeddedIn, killPostgres } from '../support/postgres/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { Heard, StoredBoard } from './durable.rules.ts'

export interface DurabilityOptions {
  dataDir: string
  seed: number
  serverKills: number
  databaseKills: number
  say?: (what: string) => void
}

export interface DurabilityRound {
  heard: Heard
  store: StoredBoard[]
}

const WRITERS = 8
/** How many requests must be acknowledged between two kills, so that each kill comes during full traffic. */
const BETWEEN_KILLS = 30

interface Board {
  id: string
  secret: string
}

/** What writers write to. */
interface Target extends Pick<ServerProcess, 'api'> {
  /** Rises with every kill and every start; odd while a server is meant to answer. */
  readonly life: number
}

/** Eight writers at work, and what they were answered so far. */
export interface Writers {
  boards: readonly Board[]
  heard: Heard
  /** Waits until so many more requests are acknowledged. */
  more(count: number): Promise<void>
  /** Finishes what is in progress. */
  stop(): Promise<void>
}

/** Makes two boards, and lets eight writers write single rows and batches to them, half of them under an Idempotency-Key. */
export async function startWriters(target: Target, seed: number): Promise<Writers> {
  const boards = await twoBoards(target)
  const heard: Heard = { sent: [], acknowledged: [], odd: [], unavailable: 0, cutOff: 0 }
  const stopping = new AbortController()
  const writers = Array.from({ length: WRITERS }, (_, i) =>
    write(target, boards[i % 2]!, `w${i}`, chanceOf(seed + i + 1), heard, stopping.signal),
  )
  return {
    boards,
    heard,
    more: (count) => moreAcknowledged(heard, count),
    async stop() {
      stopping.abort()
      await Promise.all(writers)
    },
  }
}

/**
 * Eight writers, while the server and all of PostgreSQL are killed over and over. Returns what the writers were answered and what is stored in the end.
 *
 * @throws Error if the service does not come back, or does not stop cleanly in the end
 */
export async function durabilityRound(options: DurabilityOptions): Promise<DurabilityRound> {
  const { dataDir, seed, say = () => {} } = options
  const chance = chanceOf(seed)
  const service = new Service(dataDir)
  await service.start()
  const writers = await startWriters(service, seed)
  const { boards, heard } = writers

  const kills = chance.shuffled([
    ...Array.from({ length: options.serverKills }, () => 'server' as const),
    ...Array.from({ length: options.databaseKills }, () => 'database' as const),
  ])
  for (const [i, victim] of kills.entries()) {
    await writers.more(BETWEEN_KILLS)
    await sleep(chance.between(0, 60))
    if (victim === 'server') await service.killAndStart()
    else killPostgres(dataDir)
    say(`kill ${i + 1} of ${kills.length}: ${victim}, ${heard.acknowledged.length} acknowledged`)
  }
  await writers.more(BETWEEN_KILLS)
  await writers.stop()

  const store = await readStore(embeddedIn(dataDir), boards)
  const { code } = await service.stop()
  if (code !== 0) throw new Error(`the service stopped with ${code}`)
  return { heard, store }
}

/** The current server process, and whether it should be running. */
class Service implements Target {
  readonly #dataDir: string
  #process: ServerProcess | undefined
  life = 0

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  async start(): Promise<void> {
    this.#process = await startServerProcess({
      env: {
        DATA_DIR: this.#dataDir,
        LOG_LEVEL: 'fatal',
        SIGNUP: 'open',
        RATE_LIMIT_INGEST: '10000000',
      },
    })
    this.life++
  }

  async killAndStart(): Promise<void> {
    this.life++
    this.#process!.kill()
    await this.#process!.exited
    await this.start()
  }

  stop() {
    return this.#process!.stop()
  }

  api: ServerProcess['api'] = (...call) => this.#process!.api(...call)
}

async function twoBoards(service: Target): Promise<Board[]> {
  const { token } = await signUp(service)
  const columns = [
    { name: 'Request', type: 'text' },
    { name: 'Size', type: 'number' },
    { name: 'Index', type: 'number' },
  ]
  return [await makeBoard(service, token, columns), await makeBoard(service, token, columns)]
}

async function moreAcknowledged(heard: Heard, count: number): Promise<void> {
  const enough = heard.acknowledged.length + count
  await until(
    () => heard.acknowledged.length >= enough,
    `the service to come back; it said ${heard.odd.slice(0, 3)}`,
  )
}

/** Writes until told to stop, and then finishes what is in progress. */
async function write(
  service: Target,
  board: Board,
  name: string,
  chance: Chance,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const size = chance.happens(0.5) ? 1 : chance.between(1, 50)
    const single = size === 1 && chance.happens(0.5)
    const keyed = chance.happens(0.5)
    // Without a key an attempt that is never answered may have had its effect: the next one is another request.
    for (let attempt = 0; ; attempt++) {
      const request = keyed ? `${name} ${n}` : `${name} ${n} ${attempt}`
      if (!keyed || attempt === 0) heard.sent.push({ request, board: board.id, size })
      const rows = Array.from({ length: size }, (_, index) => ({ request, size, index }))
      const { life } = service
      const answer = await send(service, board, {
        body: single ? { cells: rows[0] } : { rows },
        headers: keyed ? { 'idempotency-key': request } : {},
      })
      if (answer instanceof Error) {
        const lived = life % 2 === 1
        if (lived && service.life !== life) heard.cutOff++
        else if (lived) heard.odd.push(`${request}: no answer from a server that lives (${answer})`)
      } else if (answer.status === 201) {
        const data = single ? [answer.body.data] : answer.body.data
        heard.acknowledged.push({
          request,
          rows: data.map(({ id, position }: { id: string; position: number }) => ({
            id,
            position,
          })),
        })
        break
      } else if (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0) {
        heard.unavailable++
      } else {
        heard.odd.push(`${request}: answered ${answer.status} ${answer.text}`)
      }
      if (signal.aborted && !keyed) return
      await sleep(chance.between(20, 60)) // not the whole second of Retry-After: the test is short
    }
    await sleep(chance.between(2, 25))
  }
}

async function send(
  service: Target,
  { secret }: Board,
  call: { body: object; headers: Record<string, string> },
): Promise<Answer | Error> {
  try {
    return await service.api('POST', '/v1/ingest/rows', { token: secret, ...call })
  } catch (error) {
    return error as Error
  }
}

/** Reads what is stored straight from the tables. */
export function readStore(
  connection: ClientConfig,
  boards: readonly Board[],
): Promise<StoredBoard[]> {
  return asOwner(connection, async (sql) => {
    const stored: StoredBoard[] = []
    for (const { id } of boards) {
      const columns = await sql('SELECT key, slot FROM columns WHERE definition_id = $1', [id])
      const slot = Object.fromEntries(columns.map((column) => [column.key, column.slot]))
      const rows = await sql('SELECT id, position, cells FROM rows WHERE definition_id = $1', [id])
      const receipts = await sql(
        `SELECT first_position, row_count FROM receipts WHERE definition_id = $1 AND outcome = 'created'`,
        [id],
      )
      const events = await sql(
        `SELECT data FROM events WHERE type = 'rows.created' AND subject = 'board:' || $1`,
        [id],
      )
      const [counter] = await sql('SELECT * FROM row_counters WHERE definition_id = $1', [id])
      stored.push({
        board: id,
        rows: rows.map(({ id, position, cells }) => ({
          id,
          position: Number(position),
          request: cells[slot.request],
          size: cells[slot.size],
          index: cells[slot.index],
        })),
        receipts: receipts.map((r) => [Number(r.first_position), r.row_count]),
        events: events.flatMap(({ data }) => data.runs),
        counter: {
          nextPosition: Number(counter.next_position),
          rowCount: Number(counter.row_count),
        },
      })
    }
    return stored
  })
}
