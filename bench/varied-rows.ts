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

/** Inserts rows that differ straight into the table, and sets the counters that the service keeps. */
export function fillVaried(
  connection: pg.ClientConfig,
  place: Board,
  count: number,
): Promise<void> {
  return withOwner(connection, async (client) => {
    await client.query(
      `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
       SELECT $1, gen_random_uuid(), $2, n, 'api', jsonb_build_object('1', 'Harbor Supply ' || n,
         '2', 'Rosa Delgado', '3', 'rosa' || n || '@harbor.example', '4', 1000 + n * 7919 % 1000003,
         '5', n % 240, '6', '2020-01-01'::date + (n % 2000)::int, '7', 'Industry ' || n * 31 % 50,
         '8', n % 2 = 0, '9', 'Called twice, wants an answer this week.',
         '10', 'https://harbor.example/apply'), $4
       FROM generate_series(1, $3::bigint) AS n`,
      [place.workspaceId, place.definitionId, count, place.createdBy],
    )
    await client.query(
      'UPDATE row_counters SET next_position = $2::bigint + 1, row_count = $2 WHERE definition_id = $1',
      [place.definitionId, count],
    )
    await client.query('VACUUM ANALYZE rows')
  })
}
