import type pg from 'pg'
import { withOwner } from '../server/platform/database/owner.ts'
import type { Board } from './desk.ts'

export const INDUSTRIES = Array.from({ length: 50 }, (_, i) => `Industry ${i}`)

/** Ten columns such as desks have, for rows that differ. */
export const variedColumns = [
  { name: 'name', type: 'text', required: true },
  { name: 'contact', type: 'text' },
  { name: 'email', type: 'email' },
  { name: 'amount', type: 'currency' },
  { name: 'months', type: 'number' },
  { name: 'received', type: 'date' },
  {
    name: 'industry',
    type: 'select',
    settings: { options: INDUSTRIES.map((label) => ({ label })) },
  },
  { name: 'agreed', type: 'checkbox' },
  { name: 'notes', type: 'long_text' },
  { name: 'url', type: 'url' },
]

/** Row `n`, as a client sends it. */
export function variedRow(n: number) {
  return {
    name: `Harbor Supply ${n}`,
    contact: 'Rosa Delgado',
    email: `rosa${n}@harbor.example`,
    amount: 1000 + ((n * 7919) % 1_000_003),
    months: n % 240,
    received: new Date(Date.UTC(2020, 0, 1 + (n % 2000))).toISOString().slice(0, 10),
    industry: INDUSTRIES[(n * 31) % 50]!,
    agreed: n % 2 === 0,
    notes: 'Called twice, wants an answer this week.',
    url: 'https://harbor.example/apply',
  }
}

/** Inserts rows that differ straight into the table, and sets the counters that the service keeps. */
export async function fillVaried(
  connection: pg.ClientConfig,
  place: Board,
  count: number,
): Promise<void> {
  await insertVaried(connection, place, 1, count)
  await withOwner(connection, (client) => client.query('VACUUM ANALYZE rows'))
}

/** An id of row n: in the order of time, as the service makes them. */
const ID = `(lpad(to_hex(1750000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`

/** Inserts the rows `from` to `to`, after those that are there, and sets the counters. */
export function insertVaried(
  connection: pg.ClientConfig,
  place: Board,
  from: number,
  to: number,
): Promise<void> {
  return withOwner(connection, async (client) => {
    await client.query(
      `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
       SELECT $1, ${ID}, $2, c.next_position + n - $3, 'api', jsonb_build_object(
         '1', 'Harbor Supply ' || n, '2', 'Rosa Delgado', '3', 'rosa' || n || '@harbor.example',
         '4', 1000 + n * 7919 % 1000003, '5', n % 240, '6', '2020-01-01'::date + (n % 2000)::int,
         '7', 'Industry ' || n * 31 % 50, '8', n % 2 = 0, '9', 'Called twice, wants an answer this week.',
         '10', 'https://harbor.example/apply'), $5
       FROM generate_series($3::bigint, $4::bigint) AS n,
         (SELECT next_position FROM row_counters WHERE definition_id = $2) AS c`,
      [place.workspaceId, place.definitionId, from, to, place.createdBy],
    )
    await client.query(
      `UPDATE row_counters SET next_position = next_position + $2, row_count = row_count + $2
       WHERE definition_id = $1`,
      [place.definitionId, to - from + 1],
    )
  })
}
