import type { Tx } from '../../platform/database/tx.ts'
import type { Funding } from './documents.rules.ts'

export interface NewSignature {
  id: string
  kind: string
  version: string
  accountId: string
  crmUserId: number
  forWorkspace: boolean
  signerName: string
  signerTitle: string
  documentHash: string
  address: string
  userAgent: string
  minimumFunding: Funding | null
}

/** Stores the document as it is shown now, unless an earlier signature stored one. */
export function keepDocument(
  tx: Tx,
  { kind, version }: { kind: string; version: string },
  document: { document: string; documentHash: string; minimumFunding: Funding | null },
): void {
  tx.queue(
    `INSERT INTO agreement_documents (workspace_id, kind, version, document, document_hash,
       minimum_funding_minor, minimum_funding_period)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [
      kind,
      version,
      document.document,
      document.documentHash,
      document.minimumFunding?.amountMinor ?? null,
      document.minimumFunding?.period ?? null,
    ],
  )
}

export async function keptDocument(
  tx: Tx,
  { kind, version }: { kind: string; version: string },
): Promise<{ documentHash: string; minimumFunding: Funding | null }> {
  const [kept] = await tx.run<{ documentHash: string; minimumFunding: Funding | null }>(
    `SELECT document_hash AS "documentHash", CASE WHEN minimum_funding_minor IS NOT NULL THEN
       json_build_object('amountMinor', minimum_funding_minor, 'period', minimum_funding_period)
       END AS "minimumFunding"
     FROM agreement_documents
     WHERE workspace_id = current_workspace() AND kind = $1 AND version = $2`,
    [kind, version],
  )
  return kept!
}

/**
 * Returns whether the signature was stored. It is not if the account has signed the version in the same way, or if it
 * would bind the workspace a second time.
 */
export async function insertSignature(tx: Tx, signature: NewSignature): Promise<boolean> {
  const { minimumFunding } = signature
  const made = await tx.run(
    `INSERT INTO agreement_signatures (workspace_id, id, kind, version, account_id, crm_user_id,
       email, for_workspace, signer_name, signer_title, document_hash, address, user_agent,
       minimum_funding_minor, minimum_funding_period)
     SELECT current_workspace(), $1, $2, $3, $4, s.crm_user_id, s.email, $6, $7, $8, $9, $10, $11,
       $12, $13
     FROM seats s WHERE s.workspace_id = current_workspace() AND s.crm_user_id = $5
     ON CONFLICT DO NOTHING RETURNING 1`,
    [
      signature.id,
      signature.kind,
      signature.version,
      signature.accountId,
      signature.crmUserId,
      signature.forWorkspace,
      signature.signerName,
      signature.signerTitle,
      signature.documentHash,
      signature.address,
      signature.userAgent,
      minimumFunding?.amountMinor ?? null,
      minimumFunding?.period ?? null,
    ],
  )
  return made.length > 0
}
