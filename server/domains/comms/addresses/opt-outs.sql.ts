import type { Medium } from '../../../../contract/comms/messages.ts'
import type { Tx } from '../../../platform/database/tx.ts'

export interface OptOutRow {
  address: string
  medium: Medium
  opted_out: boolean
  reason: string | null
  updated_at: Date
  updated_by: string
}

const OPT_OUT = 'address, medium, opted_out, reason, updated_at, updated_by'

/** In the order of addresses. `after` is the last address of the page before. */
export function listOptOuts(
  tx: Tx,
  query: {
    medium: Medium | null
    addresses: readonly string[] | null
    optedOut: boolean | null
    after: readonly [address: string, medium: string] | null
    limit: number
  },
): Promise<OptOutRow[]> {
  return tx.run(
    `SELECT ${OPT_OUT} FROM opt_outs
     WHERE workspace_id = current_workspace() AND ($1::text IS NULL OR medium = $1)
       AND ($2::text[] IS NULL OR address = ANY ($2)) AND ($3::boolean IS NULL OR opted_out = $3)
       AND ($4::text IS NULL OR (address, medium) > ($4, $5::text))
     ORDER BY address, medium LIMIT $6`,
    [
      query.medium,
      query.addresses,
      query.optedOut,
      query.after?.[0] ?? null,
      query.after?.[1] ?? null,
      query.limit,
    ],
  )
}

export async function upsertOptOut(
  tx: Tx,
  optOut: Omit<OptOutRow, 'updated_at'>,
): Promise<OptOutRow> {
  const [row] = await tx.run<OptOutRow>(
    `INSERT INTO opt_outs (workspace_id, medium, address, opted_out, reason, updated_by)
     VALUES (current_workspace(), $1, $2, $3, $4, $5)
     ON CONFLICT (workspace_id, medium, address) DO UPDATE SET opted_out = excluded.opted_out,
       reason = excluded.reason, updated_by = excluded.updated_by, updated_at = excluded.updated_at
     RETURNING ${OPT_OUT}`,
    [optOut.medium, optOut.address, optOut.opted_out, optOut.reason, optOut.updated_by],
  )
  return row!
}

export async function isOptedOut(tx: Tx, medium: Medium, address: string): Promise<boolean> {
  const found = await tx.run(
    `SELECT 1 FROM opt_outs
     WHERE workspace_id = current_workspace() AND medium = $1 AND address = $2 AND opted_out`,
    [medium, address],
  )
  return found.length > 0
}

/** The addresses of these that have opted out. */
export async function optedOutAmong(
  tx: Tx,
  medium: Medium,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tx.run<{ address: string }>(
    `SELECT address FROM opt_outs WHERE workspace_id = current_workspace() AND medium = $1
     AND address = ANY ($2::text[]) AND opted_out`,
    [medium, addresses],
  )
  return new Set(found.map(({ address }) => address))
}
