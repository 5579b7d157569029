import type { ClientBase } from 'pg'
import type { FundingPeriod } from '../../../contract/agreements/agreements.ts'
import type { Publication } from './front-matter.rules.ts'

/** Returns whether the version was added. It is not if its name or its time is taken. */
export async function insertVersion(client: ClientBase, made: Publication): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO agreement_versions (kind, version, title, effective_at, requires_resign,
       minimum_funding_minor, minimum_funding_period, body_source, body_html)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      made.kind,
      made.version,
      made.title,
      made.effectiveAt,
      made.requiresResign,
      made.minimumFunding?.amountMinor ?? null,
      made.minimumFunding?.period ?? null,
      made.bodySource,
      made.bodyHtml,
    ],
  )
  return rowCount === 1
}

export interface PublishedVersion {
  version: string
  title: string
  effectiveAt: Date
  requiresResign: boolean
  fundingMinor: number | null
  fundingPeriod: FundingPeriod | null
  bodySource: string
  inEffect: boolean
}

/** Every version of an agreement, oldest first. */
export async function listPublishedVersions(
  client: ClientBase,
  kind: string,
): Promise<PublishedVersion[]> {
  const { rows } = await client.query<PublishedVersion>(
    `SELECT version, title, effective_at AS "effectiveAt", requires_resign AS "requiresResign",
       minimum_funding_minor AS "fundingMinor", minimum_funding_period AS "fundingPeriod",
       body_source AS "bodySource", effective_at <= now() AS "inEffect"
     FROM agreement_versions WHERE kind = $1 ORDER BY effective_at`,
    [kind],
  )
  return rows
}
