import type { OwnerQuery } from '../../platform/database/owner.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { opens, type Reseal, type Seal } from '../../platform/secrets/seal.ts'
import { erasureText, type Kind } from './chain.rules.ts'
import * as sql from './entries.sql.ts'

const contextOf = (workspaceId: string): string => `erased ${workspaceId}`

/**
 * Records that entries no longer say whom they name, right after they were changed. Without a record, `verify` reports them
 * as altered; so it does if they are changed again.
 */
export async function recordErasures(
  query: OwnerQuery,
  seal: Seal,
  workspaceId: string,
  kind: Kind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const found = await sql.findHashes(query, kind, ids)
  const prove = ({ id, contentHash }: Omit<sql.Erasure, 'proof'>) =>
    seal.seal(erasureText(kind, id, contentHash), contextOf(workspaceId))
  await sql.insertErasures(
    query,
    kind,
    found.map((one) => ({ ...one, proof: prove(one) })),
  )
}

/** Which of the entries were erased, as the secret key proves, and not changed since. */
export async function erasedAmong(
  tx: Tx,
  seal: Seal,
  workspaceId: string,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const records = await sql.findErased(tx, kind, ids)
  return new Set(
    records.flatMap(({ id, contentHash, proof }) => {
      const sealed = { bytes: proof, context: contextOf(workspaceId) }
      const isProven =
        opens(seal, sealed) &&
        seal.open(sealed.bytes, sealed.context) === erasureText(kind, id, contentHash)
      return isProven ? [id] : []
    }),
  )
}

/** Seals the proofs of the workspace's erasures with the current key. Returns how many were sealed with another. */
export async function resealErasures(tx: Tx, workspaceId: string, reseal: Reseal): Promise<number> {
  let count = 0
  for (const { kind, id, proof } of await sql.listErasures(tx)) {
    const again = reseal({ bytes: proof, context: contextOf(workspaceId) })
    if (again === null) continue
    sql.replaceErasureProof(tx, kind, id, again)
    count++
  }
  return count
}

/** Proves the workspace's erasures as they are, because the key that proved them is lost. */
export async function proveErasuresAgain(tx: Tx, workspaceId: string, seal: Seal): Promise<void> {
  for (const { kind, id, contentHash } of await sql.listErasures(tx)) {
    const proof = seal.seal(erasureText(kind, id, contentHash), contextOf(workspaceId))
    sql.replaceErasureProof(tx, kind, id, proof)
  }
}
