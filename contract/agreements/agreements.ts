import Type from 'typebox'
import { MOST_NAME_CHARS } from '../../shared/limits.ts'
import {
  closed,
  list,
  nullable,
  one,
  oneOf,
  PageQuery,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { described, named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'

export const agreementKinds = [
  'terms_of_service',
  'privacy_policy',
  'data_processing',
  'broker_agreement',
] as const
export const fundingPeriods = ['month', 'quarter', 'year'] as const
export const fundingSources = ['version', 'override', 'none'] as const
export type AgreementKind = (typeof agreementKinds)[number]
export type FundingPeriod = (typeof fundingPeriods)[number]
const AgreementKind = named('AgreementKind', 'Which agreement it is.', oneOf(agreementKinds))
const FundingPeriod = named(
  'FundingPeriod',
  'The period that a minimum funding applies to.',
  oneOf(fundingPeriods),
)

const amountMinor = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description })
const bodySource = Type.String({ description: 'The Markdown source, as it was published.' })
const bodyHtml = Type.String({
  description: 'The same text as sanitised HTML. Placeholders are not filled in.',
})

const MinimumFunding = named(
  'MinimumFunding',
  'The least that a workspace agreed to fund in a period.',
  closed({ amountMinor, period: FundingPeriod }),
)
const CurrentMinimumFunding = named(
  'CurrentMinimumFunding',
  'The minimum funding as it is now, from the version or from an override by the operator, in minor units of the workspace’s currency. A signed document keeps what it says.',
  closed({
    source: named('FundingSource', 'Where the minimum funding comes from.', oneOf(fundingSources)),
    amountMinor: nullable(amountMinor),
    period: nullable(FundingPeriod),
  }),
)

export const Standing = named(
  'AgreementStanding',
  'An agreement: its current version, and whether the caller and the workspace have signed it.',
  closed({
    kind: AgreementKind,
    title: Type.String(),
    version: Type.String(),
    effectiveAt: timestamp(),
    requiresResign: Type.Boolean({
      description: 'Whether people who signed an earlier version have to sign this one too.',
    }),
    bodySource,
    bodyHtml,
    html: Type.String({
      description:
        'The document as this workspace reads and signs it, with placeholders filled in and, once signed, the signatures at its end. The workspace’s name is kept up to date until the first signature; then the document no longer changes.',
    }),
    documentHash: hash('SHA-256 in hexadecimal of the document in UTF-8, without signatures.'),
    signed: Type.Boolean({
      description:
        'Whether the caller has signed: this version, or an earlier one if no version since then has `requiresResign`.',
    }),
    signedAt: nullable(
      timestamp(
        'When the caller last signed. `signerName` and `signerTitle` are from that signature.',
      ),
    ),
    signedByAccountId: nullable(uuid()),
    signedByWorkspace: Type.Boolean({
      description: 'Whether somebody has signed for the workspace, counted in the same way.',
    }),
    signerName: nullable(Type.String()),
    signerTitle: nullable(Type.String()),
    workspaceSignedAt: nullable(timestamp()),
    workspaceSigner: nullable(Type.String({ description: 'Who signed for the workspace.' })),
    firstViewedAt: nullable(timestamp()),
    lastViewedAt: nullable(timestamp()),
    viewCount: Type.Integer(),
    agreedMinimumFunding: nullable(
      described(MinimumFunding, 'What applied when the workspace signed. It does not change.'),
    ),
    minimumFunding: CurrentMinimumFunding,
  }),
)

export const AgreementToSign = named(
  'AgreementToSign',
  'An agreement whose current version still has to be signed: by the caller, or for the workspace.',
  closed({
    kind: AgreementKind,
    title: Type.String(),
    version: Type.String(),
    effectiveAt: timestamp(),
    signed: Type.Boolean({ description: 'As `signed` of `AgreementStanding`.' }),
    signedByWorkspace: Type.Boolean({
      description: 'As `signedByWorkspace` of `AgreementStanding`.',
    }),
  }),
)

const Version = named(
  'AgreementVersion',
  'A published version of an agreement.',
  closed({
    kind: AgreementKind,
    title: Type.String(),
    version: Type.String(),
    effectiveAt: timestamp(),
    publishedAt: timestamp(),
    requiresResign: Type.Boolean(),
    current: Type.Boolean(),
    bodySource,
    bodyHtml,
  }),
)

const Evidence = named(
  'AgreementEvidence',
  'What was shown, who viewed it and who signed it.',
  closed({
    kind: AgreementKind,
    title: Type.String(),
    workspace: closed({ id: uuid(), name: Type.String() }),
    madeAt: timestamp(),
    documents: Type.Array(
      named(
        'SignedDocument',
        'One version of an agreement, with who viewed and who signed it.',
        closed({
          version: Type.String(),
          effectiveAt: timestamp(),
          document: Type.String({
            description:
              'The exact text that was signed. For a version that nobody here signed, the text as it is shown now.',
          }),
          documentHash: hash('SHA-256 of `document`.'),
          views: Type.Array(
            named(
              'AgreementView',
              'When one person viewed the version.',
              closed({
                accountId: uuid(),
                crmUserId: Type.Integer(),
                name: Type.String(),
                firstViewedAt: timestamp(),
                lastViewedAt: timestamp(),
                viewCount: Type.Integer(),
              }),
            ),
          ),
          signatures: Type.Array(
            named(
              'AgreementSignature',
              'A signature on the version.',
              closed({
                id: uuid(),
                accountId: uuid(),
                crmUserId: Type.Integer(),
                email: Type.String({ description: 'The address at the time.' }),
                signerName: Type.String(),
                signerTitle: Type.String(),
                forWorkspace: Type.Boolean(),
                consent: Type.Boolean(),
                signedAt: timestamp(),
                address: Type.String(),
                userAgent: Type.String(),
                documentHash: hash('SHA-256 of what was signed.'),
                agreedMinimumFunding: nullable(MinimumFunding),
              }),
            ),
          ),
        }),
      ),
      {
        description: 'Every version that somebody viewed or signed, oldest first.',
      },
    ),
  }),
)

const tag = 'Agreements'
const params = closed({
  kind: parameter(
    'AgreementKindInPath',
    Type.String({ maxLength: 64, description: 'The kind of agreement; see `AgreementKind`.' }),
  ),
})

export const agreementOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/workspace/agreements',
    tag,
    access: 'workspace',
    scope: 'agreements:read',
    summary: 'List the agreements, and who has signed',
    description:
      'Returns each kind of agreement that has a version in effect, with what the caller and the workspace have signed. Use it to find out whether something still has to be signed.',
    query: PageQuery,
    answer: list(Standing),
    refuses: ['invalid_cursor'],
  }),
  get: operation({
    method: 'GET',
    path: '/v1/workspace/agreements/{kind}',
    tag,
    access: 'workspace',
    scope: 'agreements:read',
    summary: 'Get one agreement, and who has signed',
    description: 'Returns the version that took effect last. `not_found` if none is in effect.',
    params,
    answer: one(Standing),
  }),
  markViewed: operation({
    method: 'POST',
    path: '/v1/workspace/agreements/{kind}/viewed',
    tag,
    access: 'any-seat',
    scope: 'people only',
    summary: 'Record that the caller opened an agreement',
    description:
      'Call it when the current version is shown; signing requires it. It accepts nothing. The first and last time and the number of views are kept for each account and version.',
    params,
    answer: one(Standing),
  }),
  sign: operation({
    method: 'POST',
    path: '/v1/workspace/agreements/{kind}/sign',
    tag,
    access: 'any-seat',
    scope: 'people only',
    summary: 'Sign the current version, for yourself or for the workspace',
    description:
      'Send `version` and `documentHash` as they were read, so that what is signed is what was shown. `forWorkspace` needs an admin or owner, and also counts as their own signature; somebody who has signed for themselves can still sign for the workspace. The document is kept as it was shown, with the person, the time, the address and the browser.',
    params,
    example: {
      version: '1.0',
      documentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      signerName: 'Dana Reyes',
      signerTitle: 'Managing Partner',
      consent: true,
      forWorkspace: true,
    },
    body: named(
      'AgreementSigning',
      'What is signed, and by whom.',
      closed({
        version: text(100),
        documentHash: text(200, 'As the agreement had it when it was read.'),
        signerName: text(MOST_NAME_CHARS),
        signerTitle: text(MOST_NAME_CHARS),
        consent: Type.Literal(true, { description: '`true` stands for: I agree.' }),
        forWorkspace: Type.Optional(Type.Boolean()),
      }),
    ),
    answer: one(Standing),
    refuses: ['forbidden', 'version_changed', 'not_viewed', 'already_signed'],
  }),
  listVersions: operation({
    method: 'GET',
    path: '/v1/workspace/agreements/{kind}/versions',
    tag,
    access: 'workspace',
    scope: 'agreements:read',
    summary: 'List the versions of an agreement, newest first',
    description: 'Ordered by when they take effect, including versions that are still to come.',
    params,
    query: PageQuery,
    answer: list(Version),
    refuses: ['invalid_cursor'],
  }),
  getEvidence: operation({
    method: 'GET',
    path: '/v1/workspace/agreements/{kind}/evidence',
    tag,
    access: 'workspace',
    scope: 'agreements:read',
    summary: 'Get the evidence for an agreement',
    description:
      'Everything in one file: what was shown, its hash, who viewed it and who signed it. As JSON, or with `format=html` as a page to print. Admins and owners get everybody’s views and signatures; others get their own and the workspace’s signature.',
    params,
    query: closed({
      format: Type.Optional(oneOf(['json', 'html'], { description: 'The default is `json`.' })),
    }),
    answer: one(Evidence),
    produces: ['text/html'],
  }),
}
