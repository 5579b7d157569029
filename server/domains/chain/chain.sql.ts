import type { Tx } from '../../platform/database/tx.ts'
import type { Block, Place } from './chain.rules.ts'

export interface Head {
  number: number
  hash: Buffer
  /** The number and the hash, sealed with the secret key. */
  proof: Buffer
}

/** Locks the workspace's head, so that one process seals at a time. Undefined if there is none. */
export async function lockHead(tx: Tx): Promise<Head | undefined> {
  const [head] = await tx.run<Head>(
    'SELECT number, hash, proof FROM chain_heads WHERE workspace_id = current_workspace() FOR UPDATE',
  )
  return head
}

/** The head, and the number of the last block, at the same moment. */
export async function findHead(tx: Tx): Promise<{ head: Head | null; lastNumber: number }> {
  const [found] = await tx.run<Partial<Head> & { lastNumber: number }>(
    `SELECT h.number, h.hash, h.proof, coalesce(b.last, 0) AS "lastNumber"
     FROM (SELECT max(number) AS last FROM chain_blocks WHERE workspace_id = current_workspace()) AS b
     LEFT JOIN chain_heads h ON h.workspace_id = current_workspace()`,
  )
  const { number, hash, proof, lastNumber } = found!
  const head = typeof number === 'number' ? { number, hash: hash!, proof: proof! } : null
  return { head, lastNumber }
}

export function setHead(tx: Tx, { number, hash, proof }: Head): void {
  tx.queue(
    `INSERT INTO chain_heads (workspace_id, number, hash, proof)
     VALUES (current_workspace(), $1, $2, $3)
     ON CONFLICT (workspace_id) DO UPDATE
     SET number = excluded.number, hash = excluded.hash, proof = excluded.proof`,
    [number, hash, proof],
  )
}

/** Entries of transactions below the horizon are all there, for good; and the time, in µs since 1970. */
export async function beginPass(tx: Tx): Promise<{ horizon: string; sealedUs: number }> {
  const [pass] = await tx.run<{ horizon: string; sealedUs: number }>(
    `SELECT event_horizon()::text AS horizon,
       trunc(extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS "sealedUs"`,
  )
  return pass!
}

/** Where the last block of the kind ends. */
export async function findLast(tx: Tx, kind: string): Promise<Place | undefined> {
  const [last] = await tx.run<Place>(
    `SELECT last_xid::text AS xid, last_id AS id FROM chain_blocks
     WHERE workspace_id = current_workspace() AND kind = $1 ORDER BY number DESC LIMIT 1`,
    [kind],
  )
  return last
}

export function insertBlock(tx: Tx, { number, kind, form, last, ...block }: Block): void {
  tx.queue(
    `INSERT INTO chain_blocks (workspace_id, number, kind, form, last_xid, last_id, sealed_us, latest_us,
       entries, hash)
     VALUES (current_workspace(), $1, $2, $3, $4::text::xid8, $5, $6, $7, $8, $9)`,
    [
      number,
      kind,
      form,
      last.xid,
      last.id,
      block.sealedUs,
      block.latestUs,
      block.entries,
      block.hash,
    ],
  )
}

/** The next blocks after the one with this number. */
export async function nextBlocks(tx: Tx, after: number, limit: number): Promise<Block[]> {
  const rows = await tx.run<Omit<Block, 'last'> & Place>(
    `SELECT number, kind, form, last_xid::text AS xid, last_id AS id, sealed_us AS "sealedUs",
       latest_us AS "latestUs", entries, hash
     FROM chain_blocks WHERE workspace_id = current_workspace() AND number > $1
     ORDER BY number LIMIT $2`,
    [after, limit],
  )
  return rows.map(({ xid, id, ...block }) => ({ ...block, last: { xid, id } }))
}
