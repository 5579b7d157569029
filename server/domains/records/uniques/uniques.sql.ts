import type { Tx } from '../../../platform/database/tx.ts'

/** Claims values of unique columns. @returns those claimed; any that are missing were taken already. */
export async function claimUniqueValues(
  tx: Tx,
  values: readonly { columnId: string; hash: Buffer; rowId: string }[],
): Promise<Set<string>> {
  const rows = await tx.run<{ claim: string }>(
    `INSERT INTO unique_values (workspace_id, column_id, value_hash, row_id)
     SELECT current_workspace(), v.c, decode(v.h, 'hex'), v.r
     FROM jsonb_to_recordset($1::jsonb) AS v (c uuid, h text, r uuid)
     ON CONFLICT DO NOTHING
     RETURNING column_id || ' ' || encode(value_hash, 'hex') AS claim`,
    [JSON.stringify(values.map((v) => ({ c: v.columnId, h: v.hash.toString('hex'), r: v.rowId })))],
  )
  return new Set(rows.map((row) => row.claim))
}

/**
 * Which of these values other rows already have.
 *
 * @param released the values, by column and row, that are given up at the same time.
 */
export async function takenUniqueValues(
  tx: Tx,
  values: readonly { columnId: string; hash: Buffer; rowId: string }[],
  released: readonly { columnId: string; rowId: string }[],
): Promise<Set<string>> {
  const rows = await tx.run<{ claim: string }>(
    `SELECT u.column_id || ' ' || encode(u.value_hash, 'hex') AS claim
     FROM jsonb_to_recordset($1::jsonb) AS v (c uuid, h text, r uuid)
     JOIN unique_values u ON u.workspace_id = current_workspace() AND u.column_id = v.c
       AND u.value_hash = decode(v.h, 'hex') AND u.row_id <> v.r
     WHERE (u.column_id, u.row_id) NOT IN (
       SELECT g.c, g.r FROM jsonb_to_recordset($2::jsonb) AS g (c uuid, r uuid))`,
    [
      JSON.stringify(values.map((v) => ({ c: v.columnId, h: v.hash.toString('hex'), r: v.rowId }))),
      JSON.stringify(released.map((v) => ({ c: v.columnId, r: v.rowId }))),
    ],
  )
  return new Set(rows.map((row) => row.claim))
}

/** Which rows hold values of unique columns. */
export async function holdersOfUniques(
  tx: Tx,
  values: readonly { columnId: string; hash: Buffer }[],
): Promise<Map<string, string>> {
  const rows = await tx.run<{ claim: string; row_id: string }>(
    `SELECT u.column_id || ' ' || encode(u.value_hash, 'hex') AS claim, u.row_id
     FROM jsonb_to_recordset($1::jsonb) AS v (c uuid, h text)
     JOIN unique_values u ON u.workspace_id = current_workspace() AND u.column_id = v.c
       AND u.value_hash = decode(v.h, 'hex')`,
    [JSON.stringify(values.map((v) => ({ c: v.columnId, h: v.hash.toString('hex') })))],
  )
  return new Map(rows.map((row) => [row.claim, row.row_id]))
}

/** Releases rows' values in unique columns, before they claim new ones. */
export function releaseUniqueValues(
  tx: Tx,
  values: readonly { columnId: string; rowId: string }[],
): void {
  tx.queue(
    `DELETE FROM unique_values u USING jsonb_to_recordset($1::jsonb) AS v ("columnId" uuid, "rowId" uuid)
     WHERE u.workspace_id = current_workspace() AND u.row_id = v."rowId" AND u.column_id = v."columnId"`,
    [JSON.stringify(values.map(({ columnId, rowId }) => ({ columnId, rowId })))],
  )
}

export function deleteUniqueValues(tx: Tx, columnId: string): Promise<unknown> {
  return tx.run(
    'DELETE FROM unique_values WHERE workspace_id = current_workspace() AND column_id = $1',
    [columnId],
  )
}
