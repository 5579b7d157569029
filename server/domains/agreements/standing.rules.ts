import type { FundingPeriod } from '../../../contract/agreements/agreements.ts'
import {
  type DocumentFacts,
  documentOf,
  type Funding,
  type SignatureLine,
  signatureBlock,
  textHash,
} from './documents.rules.ts'
import type { BriefRow, LatestSignature, StandingRow } from './standings.sql.ts'

/** The document of a version in one workspace, and the minimum that it states. */
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

/** A minimum agreed with this workspace replaces the one that the version has for everybody. */
export function minimumFundingOf(row: FundingFacts) {
  const override = fundingOf(row.overrideMinor, row.overridePeriod)
  const funding = override ?? fundingOf(row.fundingMinor, row.fundingPeriod)
  if (funding === null) return { source: 'none' as const, amountMinor: null, period: null }
  return { source: override ? ('override' as const) : ('version' as const), ...funding }
}

/** The document as it was first signed here; before that, one made from the workspace's current name and minimum. */
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
  return { document, documentHash: textHash(document), minimumFunding }
}

/**
 * The newest signature, if it still counts: no later version, up to the current one, asks for new signatures. If an
 * older signature counts, the newest does too.
 */
export function stillHolds(
  signature: LatestSignature | null,
  resignSince: Date | null,
): LatestSignature | null {
  if (signature === null || resignSince === null) return signature
  return Date.parse(signature.effectiveAt) >= resignSince.getTime() ? signature : null
}

/** What still has to be signed of an agreement, for somebody who may sign for the workspace too or not. */
export function toSign(row: BriefRow, { mayBind }: { mayBind: boolean }) {
  const { kind, title, version, resignSince } = row
  const signed = stillHolds(row.mine, resignSince) !== null
  const signedByWorkspace = stillHolds(row.binding, resignSince) !== null
  if (signed && (signedByWorkspace || !mayBind)) return undefined
  const effectiveAt = row.effectiveAt.toISOString()
  return { kind, title, version, effectiveAt, signed, signedByWorkspace }
}

/** What the caller and the workspace have read and signed of an agreement. */
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

/** The workspace's signature, and the caller's if it is another one. */
function linesOf(mine: LatestSignature | null, binding: LatestSignature | null): SignatureLine[] {
  const own = mine?.forWorkspace ? null : mine
  return [binding, own]
    .filter((signature) => signature !== null)
    .map((signature) => ({ ...signature, signedAt: new Date(signature.signedAt) }))
}
