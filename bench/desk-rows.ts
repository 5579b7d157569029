import type { Place } from './floor.ts'
import { query } from './postgres.ts'

const NOTES = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(5)
const STATUSES = ['new', 'open', 'done', 'closed']

/** Ten columns with a phone, an address, a site, a date and long notes: what desks send. */
export const deskColumns = [
  { name: 'title', type: 'text', required: true },
  { name: 'qty', type: 'number' },
  { name: 'due', type: 'date' },
  { name: 'status', type: 'select', settings: { options: STATUSES.map((label) => ({ label })) } },
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'phone' },
  { name: 'site', type: 'url' },
  { name: 'done', type: 'checkbox' },
  { name: 'price', type: 'number', settings: { precision: 2 } },
  { name: 'notes', type: 'long_text' },
]

/** Row `n`, each value as the service stores it. */
export function deskRow(n: number) {
  return {
    title: `Title ${n}`,
    qty: (n * 7919) % 100_000,
    due: new Date(Date.UTC(2024, 0, 1 + (n % 700))).toISOString().slice(0, 10),
    status: STATUSES[n % 4]!,
    email: `user${n}@example.com`,
    phone: `+4930${String(1_000_000 + (n % 8_000_000))}`,
    site: `https://example.com/item/${n}`,
    done: n % 2 === 0,
    price: (n % 100_000) / 100,
    notes: NOTES + n,
  }
}

/** Row `n` as people write it: phones with spaces and brackets, dates in words or with dots. */
export function typedRow(n: number) {
  const row = deskRow(n)
  const day = new Date(`${row.due}T00:00Z`)
  const month = day.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
  const local = row.phone.slice(5)
  return {
    ...row,
    phone: [
      `+49 30 ${local}`,
      `+49 (30) ${local.slice(0, 3)}-${local.slice(3)}`,
      `+49 30 / ${local}`,
    ][n % 3]!,
    due: [
      row.due,
      `${month} ${day.getUTCDate()}, ${day.getUTCFullYear()}`,
      `${row.due}T00:00:00.000Z`,
    ][n % 3]!,
    email: n % 3 === 0 ? ` ${row.email} ` : row.email,
    qty: n % 2 === 0 ? row.qty : String(row.qty),
    done: n % 2 === 0 ? 'yes' : 'no',
  }
}

/** The table that a developer would make by hand for the same rows: typed columns and a key. */
export const DESK_TABLE = (name: string) => `CREATE TABLE ${name} (
  id bigserial PRIMARY KEY, title text NOT NULL, qty integer, due date, status text, email text, phone text,
  site text, done boolean, price numeric(12, 2), notes text, created_at timestamptz NOT NULL DEFAULT now())`

/** SQL that selects rows 1 to `count` as columns, in the order of the table. There are 700 titles. */
export const DESK_ROWS = (count: number) => `SELECT 'Title ' || n % 700, n * 7919::bigint % 100000,
  '2024-01-01'::date + n % 700, (ARRAY['new', 'open', 'done', 'closed'])[n % 4 + 1], 'user' || n || '@example.com',
  '+4930' || (1000000 + n % 8000000), 'https://example.com/item/' || n, n % 2 = 0, (n % 100000) / 100.0,
  '${NOTES}' || n FROM generate_series(1, ${count}) AS n`

/** Puts rows 1 to `count` into a table made by hand. */
export async function fillByHand(url: string, table: string, count: number): Promise<void> {
  await query(url, DESK_TABLE(table))
  const names = deskColumns.map(({ name }) => name).join(', ')
  await query(url, `INSERT INTO ${table} (${names}) ${DESK_ROWS(count)}`)
}

/** Puts the same rows into an empty board of `deskColumns`. */
export async function fill(url: string, board: Place, count: number): Promise<void> {
  await query(
    url,
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT '${board.workspaceId}', gen_random_uuid(), '${board.definitionId}', row_number() OVER (), 'api',
       jsonb_build_object('1', a, '2', b, '3', c, '4', d, '5', e, '6', f, '7', g, '8', h, '9', i, '10', j), '${board.createdBy}'
     FROM (${DESK_ROWS(count)}) AS r (a, b, c, d, e, f, g, h, i, j)`,
  )
  await query(
    url,
    `UPDATE row_counters SET next_position = ${count + 1}, row_count = ${count} WHERE definition_id = '${board.definitionId}'`,
  )
  await query(url, 'VACUUM ANALYZE')
}
