import { readdir } from 'node:fs/promises'
import type { ClientConfig } from 'pg'
import { type Answer, callApi } from '../support/clients/client.ts'
import { startWire } from '../support/clients/wire.ts'
import { type Api, makeBoard, makePage } from '../support/desks/fixtures.ts'
import { signUp } from '../support/desks/people.ts'
import { asOwner } from '../support/postgres/postgres.ts'
import type { ServerProcess } from '../support/processes/server-process.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Retried, retryFaults } from './retry.rules.ts'

/** A request, sent in one of the ways in which it may be sent again. */
export interface Route {
  method: 'POST'
  path: string
  token: string
  headers: Record<string, string>
  body: object | FormData
}

/** What a client makes, and how it protects itself. */
export interface Kind {
  name: string
  route: (request: string, size: number) => Route
  /** How the answer to a retry says that it is one. */
  replayed: (answer: Answer) => boolean
  /** The part of an answer that must be the same in both. */
  normalized: (text: string) => string
  most: number
}

export interface Desk {
  kinds: Record<'rows' | 'records' | 'boards' | 'forms', Kind>
  /** The same without any protection: the checks must find faults here. */
  unprotected: Kind
  unprotectedForms: Kind
}

const columns = [
  { name: 'Request', type: 'text' },
  { name: 'Index', type: 'number' },
]

/** A workspace with a board and a page, and the kinds of requests that go to them. */
export async function retryDesk(service: Api): Promise<Desk> {
  const { token } = await signUp(service)
  const board = await makeBoard(service, token, columns)
  const page = await makePage(service, token, columns)
  const filed = await makeBoard(service, token, [...columns, { name: 'Papers', type: 'file' }])
  const cells = (request: string, size: number) =>
    Array.from({ length: size }, (_, index) => ({ request, index }))
  const rows = (request: string, size: number): Route => ({
    method: 'POST',
    path: '/v1/ingest/rows',
    token: board.secret,
    headers: {},
    body: size === 1 ? { cells: cells(request, 1)[0] } : { rows: cells(request, size) },
  })
  const form = (request: string): Route => {
    const body = new FormData()
    body.set('request', request)
    body.set('papers', new File([`The papers of ${request}.`], `${request}.txt`))
    return { method: 'POST', path: '/v1/ingest/rows', token: filed.secret, headers: {}, body }
  }
  const byHeader = (answer: Answer) => answer.headers.get('idempotent-replayed') === 'true'
  const keyed = (request: string) => ({ 'idempotency-key': request })
  const same = (text: string) => text
  return {
    kinds: {
      rows: {
        name: 'row',
        route: (request, size) => ({ ...rows(request, size), headers: keyed(request) }),
        replayed: byHeader,
        normalized: same,
        most: 20,
      },
      records: {
        name: 'record',
        route: (request, size) => ({
          method: 'POST',
          path: '/v1/ingest/records',
          token: page.secret,
          headers: {},
          body: {
            rows: cells(request, size).map((one) => ({
              cells: one,
              external_id: `${request} ${one.index}`,
            })),
          },
        }),
        replayed: ({ body }) =>
          body.receipts?.every(({ outcome }: { outcome: string }) => outcome === 'replayed'),
        normalized: (text) => text.replaceAll('"outcome":"created"', '"outcome":"replayed"'),
        most: 20,
      },
      boards: {
        name: 'board',
        route: (name) => ({
          method: 'POST',
          path: '/v1/boards',
          token,
          headers: keyed(name),
          body: { name, columns },
        }),
        replayed: byHeader,
        normalized: same,
        most: 1,
      },
      forms: {
        name: 'form',
        route: (request) => ({ ...form(request), headers: keyed(request) }),
        replayed: byHeader,
        normalized: same,
        most: 1,
      },
    },
    unprotected: { name: 'bare', route: rows, replayed: byHeader, normalized: same, most: 20 },
    unprotectedForms: {
      name: 'bare form',
      route: form,
      replayed: byHeader,
      normalized: same,
      most: 1,
    },
  }
}

export interface CutOptions {
  origin: string
  connection: ClientConfig
  seed: number
  cuts: number
}

/** Sends requests whose answers are cut off as they arrive, and each one again. Returns what is wrong. */
export async function cutAnswers(kind: Kind, options: CutOptions): Promise<string[]> {
  const chance = chanceOf(options.seed)
  const retried: Retried[] = []
  const wire = await cuttingWire(options.origin)
  try {
    for (const request of cutRequests(kind, options.cuts)) {
      retried.push(await cutOne(kind, request, chance, options.origin, wire))
    }
  } finally {
    await wire.close()
  }
  const effects = await countEffects(options.connection)
  return retryFaults(retried, effects, kind.normalized)
}

async function cutOne(
  kind: Kind,
  request: string,
  chance: Chance,
  origin: string,
  wire: Awaited<ReturnType<typeof cuttingWire>>,
): Promise<Retried> {
  const size = chance.between(1, kind.most)
  const route = kind.route(request, size)
  const first = await wire.lose(route)
  const answer = await send(origin, route)
  return {
    request,
    size,
    first,
    retry: { status: answer.status, text: answer.text, replayed: kind.replayed(answer) },
  }
}

export interface KillOptions {
  server: ServerProcess
  /** Starts the server again. */
  start: () => Promise<ServerProcess>
  connection: ClientConfig
}

/**
 * Kills the server between the commit and the answer of a request, and sends that again after a restart.
 * @returns the new server, and what is wrong with its answer
 */
export async function killBeforeAnswer(
  kind: Kind,
  request: string,
  { server, start, connection }: KillOptions,
): Promise<{ server: ServerProcess; faults: string[] }> {
  const route = kind.route(request, 1)
  const wire = await cuttingWire(server.url, () => server.kill())
  const early = await wire.try(route).finally(wire.close)
  if (early) throw new Error(`the answer came through: ${early.status} ${early.text}`)
  await server.exited
  const next = await start()
  const answer = await send(next.url, route)
  const retry = { ...answer, replayed: kind.replayed(answer) }
  const effects = await countEffects(connection)
  return {
    server: next,
    faults: retryFaults([{ request, size: 1, first: undefined, retry }], effects),
  }
}

export const send = (origin: string, { method, path, ...call }: Route): Promise<Answer> =>
  callApi(origin, method, path, call)

/**
 * A way to the server on which no answer arrives: the client is cut off at its first byte.
 * @param onFirstByte called at that moment, when the effect has been committed
 */
async function cuttingWire(origin: string, onFirstByte: () => void = () => {}) {
  let pieces: Buffer[] = []
  let whole = Promise.withResolvers<{ status: number; text: string }>()
  const { hostname, port } = new URL(origin)
  const wire = await startWire({
    target: { host: hostname, port: Number(port) },
    onAnswer: (piece) => {
      pieces.push(piece)
      if (pieces.length === 1) onFirstByte()
      const answer = wholeAnswer(Buffer.concat(pieces))
      if (answer) whole.resolve(answer)
      return false
    },
  })
  return {
    /** Sends a request and returns the answer that its client never gets. */
    async lose(route: Route): Promise<{ status: number; text: string }> {
      pieces = []
      whole = Promise.withResolvers()
      const answer = await this.try(route)
      if (answer) throw new Error(`the answer came through: ${answer.status} ${answer.text}`)
      return whole.promise.finally(wire.cut)
    },
    /** Sends a request; undefined if no answer arrives. */
    try: (route: Route): Promise<Answer | undefined> =>
      send(`http://127.0.0.1:${wire.port}`, route).catch(() => undefined),
    close: wire.close,
  }
}

/** Status and body of an HTTP answer, once all of it is there. */
function wholeAnswer(bytes: Buffer): { status: number; text: string } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.subarray(0, end).toString('latin1')
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
  const body = bytes.subarray(end + 4)
  if (body.length < length) return undefined
  return { status: Number(head.split(' ')[1]), text: body.toString() }
}

/** The requests of `cutAnswers`. */
export const cutRequests = ({ name }: Kind, cuts: number): string[] =>
  Array.from({ length: cuts }, (_, i) => `${name} ${i}`)

/** What is not there once for each of these forms: its file, the bytes of it, a receipt. */
export async function copyFaults(
  requests: readonly string[],
  { connection, dataDir }: { connection: ClientConfig; dataDir: string },
): Promise<string[]> {
  const { files, receipts } = await asOwner(connection, async (sql) => ({
    files: await sql('SELECT name, store_key FROM files'),
    receipts: await sql(`
      SELECT file ->> 'name' AS name
      FROM receipts, jsonb_array_elements(details -> 'files' -> 'items') AS file
      WHERE outcome = 'created'`),
  }))
  const stored = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const keys = new Set(stored.flatMap((entry) => (entry.isFile() ? entry.name : [])))
  const nameOf = new Map<string, string>(files.map(({ store_key, name }) => [store_key, name]))
  const counts = (names: readonly string[]) => {
    const byName = Map.groupBy(names, (name) => name)
    return (request: string) => byName.get(`${request}.txt`)?.length ?? 0
  }
  const kinds = {
    files: counts([...nameOf.values()]),
    copies: counts([...keys].map((key) => nameOf.get(key) ?? '')),
    receipts: counts(receipts.map(({ name }) => name)),
  }
  const faults = requests.flatMap((request) =>
    Object.entries(kinds).flatMap(([kind, count]) =>
      count(request) === 1 ? [] : [`${request} has ${count(request)} ${kind} in place of 1`],
    ),
  )
  const unknown = [...keys].filter((key) => UUID.test(key) && !nameOf.has(key))
  return unknown.length === 0 ? faults : [...faults, `${unknown.length} copies are of no file`]
}

const UUID = /^[0-9a-f-]{36}/

/** How many rows or boards each request has made, from the tables. */
export function countEffects(connection: ClientConfig): Promise<(request: string) => number> {
  return asOwner(connection, async (sql) => {
    const counted = await sql(`
      SELECT r.cells ->> c.slot::text AS request, count(*)::int AS n
      FROM rows r JOIN columns c ON c.workspace_id = r.workspace_id
        AND c.definition_id = r.definition_id AND c.key = 'request'
      GROUP BY 1
      UNION ALL SELECT name, count(*)::int FROM definitions GROUP BY 1`)
    const effects = new Map<string, number>(counted.map(({ request, n }) => [request, n]))
    return (request) => effects.get(request) ?? 0
  })
}
