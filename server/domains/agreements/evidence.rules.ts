import type { PublishedRow, SignatureStamp, ViewStamp } from './evidence.sql.ts'
import { shownDocument } from './standing.rules.ts'

export type Evidence = ReturnType<typeof evidenceOf>

/**
 * The evidence for an agreement: each version that somebody viewed or signed, with its document.
 *
 * @param published every version, oldest first; at least one.
 */
export function evidenceOf(
  published: readonly PublishedRow[],
  views: readonly ViewStamp[],
  signatures: readonly SignatureStamp[],
) {
  const known = published.findLast(({ inEffect }) => inEffect) ?? published[0]!
  return {
    kind: known.kind,
    title: known.title,
    workspace: { id: known.workspaceId, name: known.name },
    madeAt: known.now.toISOString(),
    documents: published.flatMap((version) => {
      const ofVersion = (stamp: { version: string }) => stamp.version === version.version
      const seen = views.filter(ofVersion).map(viewOut)
      const signed = signatures.filter(ofVersion).map(signatureOut)
      if (seen.length + signed.length === 0) return []
      const { document, documentHash } = shownDocument(version)
      return [
        {
          version: version.version,
          effectiveAt: version.effectiveAt.toISOString(),
          document,
          documentHash,
          views: seen,
          signatures: signed,
        },
      ]
    }),
  }
}

const viewOut = ({ version, firstViewedAt, lastViewedAt, ...view }: ViewStamp) => ({
  ...view,
  firstViewedAt: firstViewedAt.toISOString(),
  lastViewedAt: lastViewedAt.toISOString(),
})

/** `consent` is always true: no signature is stored without it. */
const signatureOut = ({
  version,
  signedAt,
  fundingMinor,
  fundingPeriod,
  ...stamp
}: SignatureStamp) => ({
  ...stamp,
  consent: true,
  signedAt: signedAt.toISOString(),
  agreedMinimumFunding:
    fundingMinor === null || fundingPeriod === null
      ? null
      : { amountMinor: fundingMinor, period: fundingPeriod },
})
