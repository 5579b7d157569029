import type { AgreementKind, FundingPeriod } from '../../../contract/agreements/agreements.ts'
import type { Tx } from '../../platform/database/tx.ts'

export interface SignatureStamp {
  id: string
  version: string
  accountId: string
  crmUserId: number
  email: string
  signerName: string
  signerTitle: string
  forWorkspace: boolean
  signedAt: Date
  address: string
  userAgent: string
  documentHash: string
  fundingMinor: number | null
  fundingPeriod: FundingPeriod | null
}

/** The signatures of one account and those for the workspace, or everybody's; oldest first. */
export function listSignatures(
  tx: Tx,
  kind: string,
  accountId: string | null,
): Promise<SignatureStamp[]> {
  return tx.run<SignatureStamp>(
    `SELECT id, version, account_id AS "accountId", crm_user_id AS "crmUserId", email,
       signer_name AS "signerName", signer_title AS "signerTitle",
       for_workspace AS "forWorkspace", signed_at AS "signedAt", address,
       user_agent AS "userAgent", document_hash AS "documentHash",
       minimum_funding_minor AS "fundingMinor", minimum_funding_period AS "fundingPeriod"
     FROM agreement_signatures
     WHERE workspace_id = current_workspace() AND kind = $1
       AND ($2::uuid IS NULL OR account_id = $2 OR for_workspace)
     ORDER BY signed_at, id`,
    [kind, accountId],
  )
}

export interface ViewStamp {
  version: string
  accountId: string
  crmUserId: number
  name: string
  firstViewedAt: Date
  lastViewedAt: Date
  viewCount: number
}

/** The views of one account, or everybody's. */
export function listViews(tx: Tx, kind: string, accountId: string | null): Promise<ViewStamp[]> {
  return tx.run<ViewStamp>(
    `SELECT version, account_id AS "accountId", crm_user_id AS "crmUserId", name,
       first_viewed_at AS "firstViewedAt", last_viewed_at AS "lastViewedAt",
       view_count AS "viewCount"
     FROM agreement_views
     WHERE workspace_id = current_workspace() AND kind = $1
       AND ($2::uuid IS NULL OR account_id = $2)
     ORDER BY first_viewed_at, crm_user_id`,
    [kind, accountId],
  )
}

/** A version with everything that decides what its document says in this workspace. */
export interface PublishedRow {
  kind: AgreementKind
  title: string
  version: string
  effectiveAt: Date
  inEffect: boolean
  bodyHtml: string
  fundingMinor: number | null
  fundingPeriod: FundingPeriod | null
  overrideMinor: number | null
  overridePeriod: FundingPeriod | null
  document: string | null
  documentHash: string | null
  documentFundingMinor: number | null
  documentFundingPeriod: FundingPeriod | null
  workspaceId: string
  name: string
  currency: string
  now: Date
}

/** Every version of an agreement, oldest first. */
export function listPublished(tx: Tx, kind: string): Promise<PublishedRow[]> {
  return tx.run<PublishedRow>(
    `SELECT v.kind, v.title, v.version, v.effective_at AS "effectiveAt",
       v.effective_at <= now() AS "inEffect", v.body_html AS "bodyHtml",
       v.minimum_funding_minor AS "fundingMinor", v.minimum_funding_period AS "fundingPeriod",
       o.minimum_funding_minor AS "overrideMinor", o.minimum_funding_period AS "overridePeriod",
       d.document, d.document_hash AS "documentHash",
       d.minimum_funding_minor AS "documentFundingMinor",
       d.minimum_funding_period AS "documentFundingPeriod",
       w.id AS "workspaceId", w.name, w.currency, now() AS now
     FROM agreement_versions v
     JOIN workspaces w ON w.id = current_workspace()
     LEFT JOIN agreement_overrides o ON o.workspace_id = w.id AND o.kind = v.kind
     LEFT JOIN agreement_documents d ON d.workspace_id = w.id AND d.kind = v.kind
       AND d.version = v.version
     WHERE v.kind = $1 ORDER BY v.effective_at`,
    [kind],
  )
}
