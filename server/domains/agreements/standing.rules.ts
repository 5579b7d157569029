import type { FundingPeriod } from '../../../contract/agreements.ts'
import {
  type DocumentFacts,
  documentOf,
  type Funding,
  hashOf,
  type SignatureLine,
  signatureBlock,
} from './documents.rules.ts'
import type { LatestSignature, StandingRow } from './standings.sql.ts'

/** The document of a version in one workspace, and what it says of the minimum. */
export interface ShownDocument {
  document: string
  documentHash: string
  minimumFunding: Funding | null
}

const fundingOf = (amountMinor: number | null, period: FundingPeriod | null): Funding | null =>
  amountMinor === null || period === null ? null : { amountMinor, period }

type FundingFacts = Pick<
  StandingRow,
  'overrideMinor' | 'overridePeriod' | 'fundingMinor' | 'fundingPeriod'
>

/** What was agreed with this workspace goes before what was published for all. */
export function minimumFundingOf(row: FundingFacts) {
  const override = fundingOf(row.overrideMinor, row.overridePeriod)
  const funding = override ?? fundingOf(row.fundingMinor, row.fundingPeriod)
  if (funding === null) return { source: 'none' as const, amountMinor: null, period: null }
  return { source: override ? ('override' as const) : ('version' as const), ...funding }
}

/** As it was first signed here; before that, as the workspace is called and what holds for it now. */
export function shownDocument(
  row: Omit<DocumentFacts, 'minimumFunding'> &
    FundingFacts &
    Pick<
      StandingRow,
      'document' | 'documentHash' | 'documentFundingMinor' | 'documentFundingPeriod'
    >,
): ShownDocument {
  if (row.document !== null && row.documentHash !== null) {
    const minimumFunding = fundingOf(row.documentFundingMinor, row.documentFundingPeriod)
    return { document: row.document, documentHash: row.documentHash, minimumFunding }
  }
  const { amountMinor, period } = minimumFundingOf(row)
  const minimumFunding = fundingOf(amountMinor, period)
  const document = documentOf({ ...row, minimumFunding })
  return { document, documentHash: hashOf(document), minimumFunding }
}

/**
 * The newest signature, if it still counts: no version after the one it is on, up to the current one, asks for new
 * ones. Where an older signature would count, the newest does too.
 */
export function stillHolds(
  signature: LatestSignature | null,
  resignSince: Date | null,
): LatestSignature | null {
  if (signature === null || resignSince === null) return signature
  return Date.parse(signature.effectiveAt) >= resignSince.getTime() ? signature : null
}

/** Where the caller and the workspace stand. */
export function standingOf(row: StandingRow) {
  const mine = stillHolds(row.mine, row.resignSince)
  const binding = stillHolds(row.binding, row.resignSince)
  const { document, documentHash } = shownDocument(row)
  const { kind, title, version, requiresResign, bodySource, bodyHtml } = row
  return {
    kind,
    title,
    version,
    effectiveAt: row.effectiveAt.toISOString(),
    requiresResign,
    bodySource,
    bodyHtml,
    documentHash,
    html: document + signatureBlock(linesOf(mine, binding)),
    signed: mine !== null,
    signedAt: timeOf(mine),
    signedByAccountId: mine?.accountId ?? null,
    signedByWorkspace: binding !== null,
    signerName: mine?.signerName ?? null,
    signerTitle: mine?.signerTitle ?? null,
    workspaceSignedAt: timeOf(binding),
    workspaceSigner: binding?.signerName ?? null,
    firstViewedAt: row.firstViewedAt?.toISOString() ?? null,
    lastViewedAt: row.lastViewedAt?.toISOString() ?? null,
    viewCount: row.viewCount ?? 0,
    agreedMinimumFunding: binding && fundingOf(binding.fundingMinor, binding.fundingPeriod),
    minimumFunding: minimumFundingOf(row),
  }
}

const timeOf = (signature: LatestSignature | null): string | null =>
  signature && new Date(signature.signedAt).toISOString()

/** The workspace's signature, and the caller's where it is another one. */
function linesOf(mine: LatestSignature | null, binding: LatestSignature | null): SignatureLine[] {
  const own = mine?.forWorkspace ? null : mine
  return [binding, own]
    .filter((signature) => signature !== null)
    .map((signature) => ({ ...signature, signedAt: new Date(signature.signedAt) }))
}
