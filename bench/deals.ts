import type pg from 'pg'
import { withOwner } from '../server/platform/database/owner.ts'

export interface BenchDeal {
  id: number
  splitIds: number[]
  /** How many entries the floor has posted to the deal. */
  entryCount: number
}

/** Makes a deal. Half of its splits are gross and half net, so each of them gets a part of every collection. */
export async function makeDeal(port: number, token: string, splits: number): Promise<BenchDeal> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/accounting${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text).data.id as number
  }
  const id = await post('/deals', { name: 'Bench', currency: 'USD' })
  const splitIds: number[] = []
  for (let n = 0; n < splits; n++) {
    splitIds.push(
      await post('/deal-splits', {
        dealId: id,
        partyKind: 'external',
        externalParty: `Broker ${n}`,
        basis: n % 2 ? 'net' : 'gross',
        sharePpm: 100_000,
      }),
    )
  }
  return { id, splitIds, entryCount: 0 }
}

/** Writes collections into the tables, half of each for the first split, with the sums that the service keeps. */
export function fillEntries(
  connection: pg.ClientConfig,
  { id, splitIds }: BenchDeal,
  count: number,
): Promise<void> {
  return withOwner(connection, async (client) => {
    const values = [id, count]
    await client.query(
      `INSERT INTO deal_entries (workspace_id, deal_id, position, id, kind, amount_minor, occurred_at, created_by)
       SELECT d.workspace_id, d.id, n, gen_random_uuid(), 'commission_collected', 1000, now(), 'user:1'
       FROM deals d, generate_series(1, $2::int) AS n WHERE d.id = $1`,
      values,
    )
    await client.query(
      `INSERT INTO deal_allocations (workspace_id, deal_id, position, deal_split_id, amount_minor)
       SELECT d.workspace_id, d.id, n, part, 500
       FROM deals d, generate_series(1, $2::int) AS n, unnest(ARRAY[$3::int, 0]) AS part WHERE d.id = $1`,
      [...values, splitIds[0]],
    )
    await client.query(
      `UPDATE deals SET entry_count = $2::int, collected_minor = 1000 * $2::int,
         house_collected_minor = 500 * $2::int WHERE id = $1`,
      values,
    )
    await client.query('UPDATE deal_splits SET collected_minor = 500 * $2::int WHERE id = $1', [
      splitIds[0],
      count,
    ])
    await client.query('VACUUM ANALYZE deal_entries, deal_allocations, deals, deal_splits')
  })
}
