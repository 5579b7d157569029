import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { onTestFinished } from 'vitest'
import type { Answer } from '../support/clients/client.ts'
import { callApi } from '../support/clients/client.ts'
import { until } from '../support/clients/listener.ts'
import { makeBoard, makePage } from '../support/desks/fixtures.ts'
import { formOf, importerOf } from '../support/desks/imports.ts'
import { signUp } from '../support/desks/people.ts'
import { asOwner } from '../support/postgres/postgres.ts'
import type { ServerProcess } from '../support/processes/server-process.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { Called, Stored, Traffic } from './upgrade.rules.ts'

/** A desk with a history, for clients to work on. */
export interface UpgradeDesk {
  token: string
  board: { id: string; key: string; secret: string }
  page: { key: string; secret: string }
}

const BATCH = 500
const WRITERS = 4
const EDITORS = 3
const READERS = 4
const MAKERS = 2
const RECEIPTS_A_BATCH = 10_000

/** Fills boards, pages, receipts, obligations and imports, so that a migration has something to read. */
export async function furnish(
  server: ServerProcess,
  connection: ClientConfig,
  { rows, receipts }: { rows: number; receipts: number },
): Promise<UpgradeDesk> {
  const { token } = await signUp(server)
  const columns = [
    { name: 'Writer', type: 'text' },
    { name: 'Nth', type: 'number' },
    { name: 'Amount', type: 'currency' },
  ]
  const uncolored = { color: undefined } // 0.1.1 knows no colors
  const board = await makeBoard(server, token, columns, uncolored)
  const page = await makePage(server, token, columns, uncolored)
  for (let first = 0; first < rows / 2; first += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, i) => ({ writer: 'then', nth: first + i }))
    for (const [path, secret] of [
      ['/v1/ingest/rows', board.secret],
      ['/v1/ingest/records', page.secret],
    ] as const) {
      const { status, text } = await server.api('POST', path, {
        token: secret,
        body: { rows: batch },
      })
      if (status !== 201) throw new Error(`a batch answered ${status}: ${text}`)
    }
  }
  // Every other line has an amount that is none.
  const lines = Array.from({ length: 2_000 }, (_, i) => `imported,${i},${i % 2 ? 'nothing' : 5}`)
  const importer = importerOf(server.api, token, { boardId: board.id })
  await importer.run({ file: `Writer,Nth,Amount\n${lines.join('\n')}\n` })
  await asOwner(connection, async (sql) => {
    for (let made = 0; made < receipts; made += RECEIPTS_A_BATCH) {
      await sql(
        `INSERT INTO receipts (workspace_id, definition_id, id, key_id, outcome, row_count, first_position)
         SELECT workspace_id, definition_id, gen_random_uuid(), key_id, outcome, 0, NULL
         FROM (SELECT * FROM receipts LIMIT 1) AS one, generate_series(1, $1)`,
        [RECEIPTS_A_BATCH],
      )
    }
    await sql('ANALYZE') // as a desk that has been running for a while
  })
  return { token, board, page }
}

export interface Load {
  traffic: Traffic
  /** Sends what follows to these origins, in turn. */
  aim(...origins: string[]): void
  /** Resolves once `count` more requests have been answered. */
  more(count: number): Promise<void>
  /** Resolves once every request that was sent before has its answer. */
  settled(): Promise<void>
  end(): Promise<void>
}

/** Clients that write, change, read and make one thing after another, and note each answer, until the test has ended at the latest. */
export function startLoad(desk: UpgradeDesk, origin: string, seed: number): Load {
  const traffic: Traffic = { called: [], acknowledged: [], edited: new Map() }
  const ending = new AbortController()
  const open = new Set<Promise<unknown>>()
  let origins = [origin]
  let turn = 0

  const call = async (
    method: string,
    path: string,
    token: string,
    body?: unknown,
  ): Promise<Answer | undefined> => {
    const at = performance.now()
    const done: Called = { what: `${method} ${path}`, ms: 0, status: 0, answer: '' }
    const asked = callApi(origins[turn++ % origins.length]!, method, path, { token, body })
    const settled = asked.catch(() => {})
    open.add(settled)
    try {
      const answer = await asked
      done.status = answer.status
      if (answer.status >= 400) done.answer = answer.text
      return answer.status < 400 ? answer : undefined
    } catch (error) {
      done.answer = String((error as Error).cause ?? error)
      return undefined
    } finally {
      open.delete(settled)
      done.ms = performance.now() - at
      traffic.called.push(done)
    }
  }

  const lanes = [
    ...Array.from({ length: WRITERS }, (_, i) => writer(i)),
    ...Array.from({ length: EDITORS }, (_, i) => editor(i)),
    ...Array.from({ length: READERS }, () => reader),
    ...Array.from({ length: MAKERS }, (_, i) => maker(i)),
  ]
  const all = lanes.map(async (step, i) => {
    const chance = chanceOf(seed + i)
    for (let nth = 0; !ending.signal.aborted; nth++) {
      await step(nth, chance)
      await sleep(chance.between(0, 20))
    }
  })

  const end = async () => {
    ending.abort()
    await Promise.all(all)
  }
  onTestFinished(end)

  return {
    traffic,
    aim: (...to) => {
      origins = to
    },
    more: async (count) => {
      const enough = traffic.called.length + count
      await until(() => traffic.called.length >= enough, 'more answers')
    },
    settled: async () => void (await Promise.all(open)),
    end,
  }

  function writer(i: number) {
    return async (nth: number, chance: Chance) => {
      const cells = { writer: `w${i}`, nth }
      const many = chance.happens(0.5) ? chance.between(2, 50) : 0
      const body = many ? { rows: Array.from({ length: many }, () => cells) } : { cells }
      const [path, secret] =
        i % 2 ? ['/v1/ingest/records', desk.page.secret] : ['/v1/ingest/rows', desk.board.secret]
      const answer = await call('POST', path!, secret!, body)
      if (!answer) return
      for (const { id } of many ? answer.body.data : [answer.body.data]) {
        traffic.acknowledged.push(id)
      }
    }
  }

  /** Each has a row of its own, so what was last acknowledged is what must be there. */
  function editor(i: number) {
    const base = `/v1/boards/${desk.board.id}/rows`
    let id: string | undefined
    return async (nth: number) => {
      if (id === undefined) {
        const made = await call('POST', base, desk.token, { cells: { writer: `e${i}`, nth: 0 } })
        id = made?.body.data.id
        return
      }
      const changed = await call('PATCH', `${base}/${id}`, desk.token, { cells: { nth } })
      if (changed) traffic.edited.set(id, nth)
      if (nth % 5 === 0) await call('POST', `${base}/${id}/comments`, desk.token, { body: 'Noted' })
      if (nth % 7 === 0) await call('GET', `${base}/${id}/history`, desk.token)
    }
  }

  async function reader(_: number, chance: Chance): Promise<void> {
    const board = `/v1/boards/${desk.board.id}`
    const paths = [
      `${board}/rows?limit=50`,
      `${board}/rows?limit=50&sort=-nth`,
      `${board}/imports`,
      `${board}/receipts?limit=20`,
      '/v1/boards',
      '/v1/definitions',
      `/v1/definitions/${desk.page.key}/rows?limit=50`,
      '/v1/obligations?limit=20',
      '/v1/comms/conversations',
      '/v1/events?order=newest&limit=50',
      '/v1/workspace',
      '/v1/accounting/deals',
    ]
    await call('GET', paths[chance.between(0, paths.length - 1)]!, desk.token)
  }

  function maker(i: number) {
    const { token } = desk
    const steps = [
      () =>
        call('POST', '/v1/obligations', token, {
          title: 'Voided check',
          obligationType: 'stipulation',
          dueAt: '2099-01-31T12:00:00Z',
        }),
      () => call('PATCH', `/v1/boards/${desk.board.id}`, token, { name: `Board ${i}` }),
      () => call('POST', '/v1/files', token, formOf({ file: 'Net 30 days.\n', name: 'terms.txt' })),
      () => call('POST', '/v1/accounting/deals', token, { name: 'Refinancing', currency: 'USD' }),
      () =>
        call(
          'POST',
          '/v1/boards/import',
          token,
          formOf({ file: 'Writer,Amount\nimported,nothing\n', boardId: desk.board.id }),
        ),
    ]
    return async (nth: number) => {
      await steps[nth % steps.length]!()
      await sleep(100)
    }
  }
}

/** What the database holds of what was written. */
export function readStored(connection: ClientConfig, desk: UpgradeDesk): Promise<Stored> {
  return asOwner(connection, async (sql) => {
    const rows = await sql(
      `SELECT r.id, r.cells ->> (c.slot)::text AS writer, r.cells ->> (n.slot)::text AS nth
       FROM rows r JOIN columns c USING (workspace_id, definition_id)
         JOIN columns n USING (workspace_id, definition_id)
       WHERE c.key = 'writer' AND n.key = 'nth' AND r.definition_id IN
         (SELECT id FROM definitions WHERE id = $1 OR key = $2)`,
      [desk.board.id, desk.page.key],
    )
    return {
      written: rows.filter(({ writer }) => /^w\d$/.test(writer)).map(({ id }) => id),
      edited: new Map(
        rows.filter(({ writer }) => /^e\d$/.test(writer)).map(({ id, nth }) => [id, Number(nth)]),
      ),
    }
  })
}
