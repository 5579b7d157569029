import type { Tx } from '../../platform/database/tx.ts'
import { opens, type Reseal, type Seal } from '../../platform/secrets/seal.ts'
import { proofText } from './chain.rules.ts'
import * as sql from './chain.sql.ts'

type End = Pick<sql.Head, 'number' | 'hash'>

const contextOf = (workspaceId: string): string => `chain ${workspaceId}`

/** Proves with the secret key that a chain ends here. */
export const proveHead = (seal: Seal, workspaceId: string, end: End): Buffer =>
  seal.seal(proofText(end), contextOf(workspaceId))

export function isProvenHead(seal: Seal, workspaceId: string, head: sql.Head): boolean {
  const sealed = { bytes: head.proof, context: contextOf(workspaceId) }
  return opens(seal, sealed) && seal.open(sealed.bytes, sealed.context) === proofText(head)
}

/** Seals the proof of the workspace's head with the current key. Returns whether it was sealed with another. */
export async function resealHead(tx: Tx, workspaceId: string, reseal: Reseal): Promise<boolean> {
  const head = await sql.lockHead(tx)
  const proof = head && reseal({ bytes: head.proof, context: contextOf(workspaceId) })
  if (!proof) return false
  sql.setHead(tx, { ...head, proof })
  return true
}

/** Proves the workspace's head as it is, because the key that proved it is lost. */
export async function proveAgain(tx: Tx, workspaceId: string, seal: Seal): Promise<void> {
  const head = await sql.lockHead(tx)
  if (head) sql.setHead(tx, { ...head, proof: proveHead(seal, workspaceId, head) })
}
