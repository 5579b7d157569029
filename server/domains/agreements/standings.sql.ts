import type { AgreementKind, FundingPeriod } from '../../../contract/agreements/agreements.ts'
import type { Tx } from '../../platform/database/tx.ts'

/** An agreement's current version, with what the caller and the workspace have read and signed. */
export interface StandingRow {
  kind: AgreementKind
  title: string
  version: string
  effectiveAt: Date
  requiresResign: boolean
  fundingMinor: number | null
  fundingPeriod: FundingPeriod | null
  bodySource: string
  bodyHtml: string
  /** When the newest version that asks for new signatures took effect, of the versions up to this one. */
  resignSince: Date | null
  /** The workspace's name. */
  name: string
  currency: string
  overrideMinor: number | null
  overridePeriod: FundingPeriod | null
  /** The document as it was first signed here; null before that. */
  document: string | null
  documentHash: string | null
  documentFundingMinor: number | null
  documentFundingPeriod: FundingPeriod | null
  firstViewedAt: Date | null
  lastViewedAt: Date | null
  viewCount: number | null
  mine: LatestSignature | null
  binding: LatestSignature | null
}

/** The latest signature on the newest version that has one. Times are text, as JSON has them. */
export interface LatestSignature {
  version: string
  effectiveAt: string
  accountId: string
  signerName: string
  signerTitle: string
  signedAt: string
  documentHash: string
  fundingMinor: number | null
  fundingPeriod: FundingPeriod | null
  forWorkspace: boolean
}

const SIGNATURE = `
  json_build_object('version', s.version, 'effectiveAt', v.effective_at,
    'accountId', s.account_id, 'signerName', s.signer_name, 'signerTitle', s.signer_title,
    'signedAt', s.signed_at, 'documentHash', s.document_hash, 'forWorkspace', s.for_workspace,
    'fundingMinor', s.minimum_funding_minor, 'fundingPeriod', s.minimum_funding_period)
  FROM agreement_signatures s JOIN agreement_versions v USING (kind, version)
  WHERE s.workspace_id = current_workspace() AND s.kind = c.kind`
/** When the newest version that asks for new signatures took effect, of the versions up to the current one. */
const RESIGN_SINCE = `
  SELECT max(v.effective_at) FROM agreement_versions v
  WHERE v.kind = c.kind AND v.requires_resign AND v.effective_at <= c.effective_at`
const NEWEST = 'ORDER BY v.effective_at DESC, s.signed_at DESC, s.id DESC LIMIT 1'

/**
 * The agreements that have a current version, in the order of their kinds: one of them, or those after a kind. The
 * current version is the one that took effect last, by the database's clock.
 */
export function listStandings(
  tx: Tx,
  accountId: string,
  { kind = null, after = '', limit = 1 }: { kind?: string | null; after?: string; limit?: number },
): Promise<StandingRow[]> {
  return tx.run<StandingRow>(
    `SELECT c.kind, c.title, c.version, c.effective_at AS "effectiveAt",
       c.requires_resign AS "requiresResign", c.minimum_funding_minor AS "fundingMinor",
       c.minimum_funding_period AS "fundingPeriod", c.body_source AS "bodySource",
       c.body_html AS "bodyHtml",
       (${RESIGN_SINCE}) AS "resignSince",
       w.name, w.currency, o.minimum_funding_minor AS "overrideMinor",
       o.minimum_funding_period AS "overridePeriod", d.document,
       d.document_hash AS "documentHash", d.minimum_funding_minor AS "documentFundingMinor",
       d.minimum_funding_period AS "documentFundingPeriod", a.first_viewed_at AS "firstViewedAt",
       a.last_viewed_at AS "lastViewedAt", a.view_count AS "viewCount",
       (SELECT ${SIGNATURE} AND s.account_id = $1 ${NEWEST}) AS mine,
       (SELECT ${SIGNATURE} AND s.for_workspace ${NEWEST}) AS binding
     FROM (SELECT DISTINCT ON (kind) * FROM agreement_versions
       WHERE effective_at <= now() AND ($2::text IS NULL OR kind = $2) AND kind COLLATE "C" > $3
       ORDER BY kind, effective_at DESC) c
     JOIN workspaces w ON w.id = current_workspace()
     LEFT JOIN agreement_overrides o ON o.workspace_id = current_workspace() AND o.kind = c.kind
     LEFT JOIN agreement_documents d ON d.workspace_id = current_workspace() AND d.kind = c.kind
       AND d.version = c.version
     LEFT JOIN agreement_views a ON a.workspace_id = current_workspace() AND a.kind = c.kind
       AND a.version = c.version AND a.account_id = $1
     ORDER BY c.kind COLLATE "C" LIMIT $4`,
    [accountId, kind, after, limit],
  )
}

/** Of an agreement's current version, what tells whether it is signed. */
export type BriefRow = Pick<
  StandingRow,
  'kind' | 'title' | 'version' | 'effectiveAt' | 'resignSince' | 'mine' | 'binding'
>

/** The agreements that have a current version, without their texts. */
export function listBriefStandings(tx: Tx, accountId: string): Promise<BriefRow[]> {
  return tx.run<BriefRow>(
    `SELECT c.kind, c.title, c.version, c.effective_at AS "effectiveAt",
       (${RESIGN_SINCE}) AS "resignSince",
       (SELECT ${SIGNATURE} AND s.account_id = $1 ${NEWEST}) AS mine,
       (SELECT ${SIGNATURE} AND s.for_workspace ${NEWEST}) AS binding
     FROM (SELECT DISTINCT ON (kind) kind, title, version, effective_at FROM agreement_versions
       WHERE effective_at <= now() ORDER BY kind, effective_at DESC) c
     ORDER BY c.kind COLLATE "C"`,
    [accountId],
  )
}

/** When the next of the versions that are published already takes effect. */
export async function nextEffective(tx: Tx): Promise<Date | null> {
  const [row] = await tx.run<{ at: Date | null }>(
    'SELECT min(effective_at) AS at FROM agreement_versions WHERE effective_at > now()',
  )
  return row!.at
}

/** Counts a view. Two first views at once make one record with a count of two. */
export function recordView(
  tx: Tx,
  { kind, version }: { kind: string; version: string },
  { accountId, crmUserId }: { accountId: string; crmUserId: number },
): void {
  tx.queue(
    `INSERT INTO agreement_views AS a (workspace_id, kind, version, account_id, crm_user_id, name)
     SELECT current_workspace(), $1, $2, $3, s.crm_user_id, s.name FROM seats s
     WHERE s.workspace_id = current_workspace() AND s.crm_user_id = $4
     ON CONFLICT (workspace_id, kind, version, account_id) DO UPDATE
       SET view_count = a.view_count + 1,
         last_viewed_at = greatest(a.last_viewed_at, EXCLUDED.last_viewed_at)`,
    [kind, version, accountId, crmUserId],
  )
}

export interface VersionRow {
  kind: AgreementKind
  title: string
  version: string
  effectiveAt: Date
  publishedAt: Date
  requiresResign: boolean
  bodySource: string
  bodyHtml: string
  current: boolean
}

/** By kind, newest first. `before` is when the last version of the page before takes effect, in milliseconds. */
export function listVersions(
  tx: Tx,
  kind: string | null,
  before: number | null,
  limit: number | null,
): Promise<VersionRow[]> {
  return tx.run<VersionRow>(
    `SELECT v.kind, v.title, v.version, v.effective_at AS "effectiveAt",
       v.published_at AS "publishedAt", v.requires_resign AS "requiresResign",
       v.body_source AS "bodySource", v.body_html AS "bodyHtml",
       v.effective_at <= now() AND NOT EXISTS (
         SELECT 1 FROM agreement_versions n WHERE n.kind = v.kind
           AND n.effective_at > v.effective_at AND n.effective_at <= now()) AS current
     FROM agreement_versions v
     WHERE ($1::text IS NULL OR v.kind = $1)
       AND ($2::bigint IS NULL OR (extract(epoch FROM v.effective_at) * 1000)::bigint < $2)
     ORDER BY v.kind COLLATE "C", v.effective_at DESC LIMIT $3`,
    [kind, before, limit],
  )
}
