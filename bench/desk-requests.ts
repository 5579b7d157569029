import { setTimeout as sleep } from 'node:timers/promises'
import { deskColumns, deskRow } from './desk-rows.ts'
import { query } from './postgres.ts'
import type { Request } from './wrk.ts'

// What desks ask of the service, what is asked of the API by hand (by-hand.ts) for the same, and what PostgreSQL is asked for alone.
// No list of requests asks for the same again and again.

type Cells = (n: number) => object

const COUNT = 400
const numbers = Array.from({ length: COUNT }, (_, n) => n + 1)
const STARTS = [0, 500, 1000, 1500]
/** The titles of 200 different lists. */
const TITLES = Array.from({ length: 200 }, (_, n) => `Title ${n}`)

const many = (cells: Cells, start: number) =>
  Array.from({ length: 500 }, (_, n) => cells(start + n))

export const rowsOneByOne = (cells: Cells): Request[] =>
  numbers.map((n) => ({ method: 'POST', path: '/v1/ingest/rows', body: { cells: cells(n) } }))

export const handRows: Request[] = numbers.map((n) => ({
  method: 'POST',
  path: '/rows',
  body: deskRow(n),
}))

/** 500 rows each. */
export const batches = (cells: Cells): Request[] =>
  STARTS.map((start) => ({
    method: 'POST',
    path: '/v1/ingest/rows',
    body: { rows: many(cells, start).map((each) => ({ cells: each })) },
  }))

export const handBatches: Request[] = STARTS.map((start) => ({
  method: 'POST',
  path: '/rows/batch',
  body: many(deskRow, start),
}))

/** 100 rows with one title, by price. */
export const sortedLists = (definitionId: string): Request[] =>
  TITLES.map((title) => {
    const filter = encodeURIComponent(JSON.stringify({ column: 'title', op: 'eq', value: title }))
    const path = `/v1/boards/${definitionId}/rows?limit=100&sort=price&filter=${filter}`
    return { method: 'GET', path }
  })

export const handLists = (table: 'filled' | 'indexed'): Request[] =>
  TITLES.map((title) => ({
    method: 'GET',
    path: `/${table}/sorted?title=${encodeURIComponent(title)}`,
  }))

export const sortedSql = (table: 'filled' | 'indexed'): string =>
  `\\set n random(0, 199)\nSELECT * FROM ${table} WHERE title = 'Title ' || :n::text ORDER BY price, id LIMIT 100;`

const names = deskColumns.map(({ name }) => name).join(', ')
const sqlRow = (row: object): string =>
  Object.values(row)
    .map((value) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
    )
    .join(', ')

export const insertSql = (count: number): string => {
  const rows = Array.from({ length: count }, (_, n) => `(${sqlRow(deskRow(n + 1))})`).join(', ')
  return `INSERT INTO leads (${names}) VALUES ${rows}${count === 1 ? ' RETURNING id' : ''};`
}

/** Repeats a request, which asks for indexes on demand, until they are ready, and prints how long that took. */
export async function untilIndexed(
  port: number,
  path: string,
  token: string,
  url: string,
): Promise<void> {
  const start = performance.now()
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.arrayBuffer()
    const [row] = await query(url, `SELECT bool_and(state = 'ready') AS there FROM column_indexes`)
    if (row!.there) break
    if (performance.now() - start > 120_000) throw new Error('no index was made')
    await sleep(50)
  }
  console.error(`indexed after ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
