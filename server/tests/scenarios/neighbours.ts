import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, callApi } from '../support/clients/client.ts'
import { makeBoard } from '../support/desks/fixtures.ts'
import { formOf } from '../support/desks/imports.ts'
import type { ServerProcess } from '../support/processes/server-process.ts'

/** A workspace that does its worst, and where it can do it. */
export interface Bad {
  url: string
  token: string
  board: { id: string; secret: string }
  /** Accepts connections and never answers. */
  hung: { url: string; port: number }
}

const CHANNELS = '/v1/comms/channels'
const LINES = 250_000
const agent = new Agent({ keepAlive: true })

/** A board of 15,000 rows with twenty columns of formulas. */
export async function makeBad(
  server: ServerProcess,
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  { token, workspaceId }: { token: string; workspaceId: string },
  hung: Bad['hung'],
): Promise<Bad> {
  const formulas = Array.from({ length: 20 }, (_, n) => ({
    name: `Formula ${n}`,
    type: 'formula',
    settings: { expression: `amount * ${n + 2}` },
  }))
  const board = await makeBoard(server, token, [
    { name: 'Name', type: 'text' },
    { name: 'Amount', type: 'number' },
    ...formulas,
  ])
  await sql(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT $1, gen_random_uuid(), $2, n, 'api',
       jsonb_build_object('1', 'Row ' || md5(n::text), '2', n), 'user:1'
     FROM generate_series(1, 15000) AS n`,
    [workspaceId, board.id],
  )
  return { url: server.url, token, board, hung }
}

type Way = (bad: Bad, signal: AbortSignal) => Promise<unknown>

/** The ways in which a workspace can be at its worst. Each goes on until the signal. */
export const ways: Record<string, Way> = {
  'names that nobody answers for': (bad, signal) =>
    withHooks(bad, (n) => `http://h${n}.silent.example/`, signal),
  'receivers that never answer': (bad, signal) => withHooks(bad, () => bad.hung.url, signal),
  async 'a mail server that never answers'(bad, signal) {
    const channel = await post(bad, CHANNELS, mailServer('127.0.0.1', bad.hung.port))
    await again(8, signal, (n) =>
      post(bad, '/v1/comms/send', {
        medium: 'email',
        to: `c${n}@client.example`,
        subject: 'Hello',
        content: 'Hello',
      }),
    )
    await remove(bad, CHANNELS, channel)
  },
  async 'tests of mail servers that nobody answers for'(bad, signal) {
    const channel = await post(bad, CHANNELS, mailServer('mail.silent.example', 587))
    await again(24, signal, () => post(bad, `${CHANNELS}/${channel}/test`))
    await remove(bad, CHANNELS, channel)
  },
  exports: (bad, signal) =>
    again(8, signal, () => drain(bad, `/v1/boards/${bad.board.id}/export?format=xlsx`)),
  'previews of text': (bad, signal) =>
    again(4, signal, () => send(bad, '/v1/boards/import/preview', csv(LINES))),
  async 'previews of workbooks'(bad, signal) {
    const { bytes } = await get(bad, `/v1/boards/${bad.board.id}/export?format=xlsx`)
    const file = new Blob([bytes as Uint8Array<ArrayBuffer>])
    await again(8, signal, () =>
      send(bad, '/v1/boards/import/preview', { file, name: 'leads.xlsx' }),
    )
  },
  async uploads(bad, signal) {
    const file = new Blob([new Uint8Array(24 * 1024 * 1024)])
    await again(8, signal, () => send(bad, '/v1/files', { file, name: 'paper.pdf' }))
  },
  streams: (bad, signal) =>
    again(40, signal, () =>
      fetch(`${bad.url}/v1/events/stream`, {
        headers: { authorization: `Bearer ${bad.token}`, accept: 'text/event-stream' },
        signal,
      }).then((answer) => answer.text()),
    ),
  lists: (bad, signal) =>
    again(12, signal, (n) =>
      drain(bad, `/v1/boards/${bad.board.id}/rows?limit=1000&search=${(n % 256).toString(16)}`),
    ),
  imports: (bad, signal) => again(4, signal, () => send(bad, '/v1/boards/import', csv(LINES / 10))),
  writes: (bad, signal) =>
    again(8, signal, () =>
      callApi(bad.url, 'POST', '/v1/ingest/rows', {
        token: bad.board.secret,
        body: { rows: Array.from({ length: 500 }, (_, n) => ({ name: `Row ${n}`, amount: n })) },
      }),
    ),
}

/** Webhooks to those addresses, and row after row for them. */
async function withHooks(bad: Bad, urlOf: (n: number) => string, signal: AbortSignal) {
  const ids: string[] = []
  for (let n = 0; n < 100; n++) {
    const hook = { url: urlOf(n), types: ['rows.*'], role: 'owner' }
    ids.push(await post(bad, '/v1/webhooks', hook))
  }
  await again(2, signal, (n) =>
    post(bad, `/v1/boards/${bad.board.id}/rows`, { cells: { name: `Row ${n}` } }),
  )
  for (const id of ids) await remove(bad, '/v1/webhooks', id)
}

/** Does something again and again, that many times at once. What is refused is tried again soon. */
async function again(
  atOnce: number,
  signal: AbortSignal,
  act: (n: number) => Promise<unknown>,
): Promise<void> {
  let count = 0
  const one = async () => {
    while (!signal.aborted) {
      await act(count++).catch(() => {})
      await sleep(5)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

const get = ({ url, token }: Bad, path: string): Promise<Answer> =>
  callApi(url, 'GET', path, { token })
/** Reads an answer without looking at it. */
async function drain({ url, token }: Bad, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { authorization: `Bearer ${token}` }
  request(`${url}${path}`, { headers, agent }, (answer) => {
    answer.on('end', resolve).on('error', reject).resume()
  })
    .on('error', reject)
    .end()
  await promise
}
const post = async ({ url, token }: Bad, path: string, body?: object): Promise<string> =>
  (await callApi(url, 'POST', path, { token, body })).body?.data?.id
const send = (
  { url, token, board }: Bad,
  path: string,
  form: { file: Blob | string; name: string },
): Promise<Answer> => {
  const place = path.startsWith('/v1/boards') ? { boardId: board.id } : {}
  return callApi(url, 'POST', path, { token, body: formOf({ ...place, ...form }) })
}
const remove = ({ url, token }: Bad, path: string, id: string): Promise<Answer> =>
  callApi(url, 'DELETE', `${path}/${id}`, { token })

const mailServer = (host: string, port: number) => ({
  name: `Channel ${crypto.randomUUID()}`,
  medium: 'email',
  provider: 'smtp',
  from: 'desk@funding.example',
  settings: { host, port, security: 'none' },
})

const csv = (lines: number) => ({
  file: `Name,Amount\n${Array.from({ length: lines }, (_, n) => `Row ${n} ${'x'.repeat(60)},${n}\n`).join('')}`,
  name: 'leads.csv',
})
