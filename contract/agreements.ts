import Type from 'typebox'
import { closed, list, nullable, one, oneOf, pageQuery, text, timestamp, uuid } from './common.ts'
import { operation } from './operation.ts'

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

const amountMinor = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description })
const bodySource = Type.String({ description: 'Markdown, as it was published.' })
const bodyHtml = Type.String({
  description: 'Its HTML, cleaned, with placeholders as they are.',
})

export const Standing = closed({
  kind: oneOf(agreementKinds),
  title: Type.String(),
  version: Type.String(),
  effectiveAt: timestamp(),
  requiresResign: Type.Boolean({
    description: 'Whether who signed an earlier version has to sign this one too.',
  }),
  bodySource,
  bodyHtml,
  html: Type.String({
    description:
      'The document as this workspace reads and signs it, filled in; once signed, with the block of signatures appended. It follows the workspace’s name until somebody there signs it, and stays from then on.',
  }),
  documentHash: hash(
    'SHA-256 of the document in UTF-8 before any signature block, in hexadecimal.',
  ),
  signed: Type.Boolean({
    description:
      'Whether the caller’s signature holds: one on this version, or on an earlier one if no version since then has requiresResign.',
  }),
  signedAt: nullable(
    timestamp('Of the caller’s newest signature that holds, as are signerName and signerTitle.'),
  ),
  signedByAccountId: nullable(uuid()),
  signedByWorkspace: Type.Boolean({
    description: 'Whether the workspace is bound, by a signature that holds in the same way.',
  }),
  signerName: nullable(Type.String()),
  signerTitle: nullable(Type.String()),
  workspaceSignedAt: nullable(timestamp()),
  workspaceSigner: nullable(Type.String({ description: 'Who bound the workspace.' })),
  firstViewedAt: nullable(timestamp()),
  lastViewedAt: nullable(timestamp()),
  viewCount: Type.Integer(),
  agreedMinimumFunding: nullable(
    closed(
      { amountMinor, period: oneOf(fundingPeriods) },
      {
        description: 'As it was when the workspace signed; it stays.',
      },
    ),
  ),
  minimumFunding: closed(
    {
      source: oneOf(fundingSources),
      amountMinor: nullable(amountMinor),
      period: nullable(oneOf(fundingPeriods)),
    },
    {
      description:
        'As the version or the operator’s override has it now, in minor units of the workspace’s currency. A document that was signed keeps what it says.',
    },
  ),
})

const Version = closed({
  kind: oneOf(agreementKinds),
  title: Type.String(),
  version: Type.String(),
  effectiveAt: timestamp(),
  publishedAt: timestamp(),
  requiresResign: Type.Boolean(),
  current: Type.Boolean(),
  bodySource,
  bodyHtml,
})

const Evidence = closed({
  kind: oneOf(agreementKinds),
  title: Type.String(),
  workspace: closed({ id: uuid(), name: Type.String() }),
  madeAt: timestamp(),
  documents: Type.Array(
    closed({
      version: Type.String(),
      effectiveAt: timestamp(),
      document: Type.String({
        description:
          'The very text that was signed, as UTF-8; of a version that nobody here signed, as it is shown now.',
      }),
      documentHash: hash('Of `document`.'),
      views: Type.Array(
        closed({
          accountId: uuid(),
          crmUserId: Type.Integer(),
          name: Type.String(),
          firstViewedAt: timestamp(),
          lastViewedAt: timestamp(),
          viewCount: Type.Integer(),
        }),
      ),
      signatures: Type.Array(
        closed({
          id: uuid(),
          accountId: uuid(),
          crmUserId: Type.Integer(),
          email: Type.String({ description: 'As it was then.' }),
          signerName: Type.String(),
          signerTitle: Type.String(),
          forWorkspace: Type.Boolean(),
          consent: Type.Boolean(),
          signedAt: timestamp(),
          address: Type.String(),
          userAgent: Type.String(),
          documentHash: hash('What was signed.'),
          agreedMinimumFunding: nullable(closed({ amountMinor, period: oneOf(fundingPeriods) })),
        }),
      ),
    }),
    {
      description:
        'Every version that the stamps below are about, oldest first: one that was viewed or signed.',
    },
  ),
})

const tag = 'Agreements'
const params = closed({ kind: Type.String({ maxLength: 64 }) })

export const agreementOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/workspace/agreements',
    tag,
    access: 'workspace',
    summary: 'Where the caller and the workspace stand with each agreement',
    description: 'By kind: each that has a version in effect.',
    query: closed(pageQuery),
    answer: list(Standing),
    refuses: ['invalid_cursor'],
  }),
  get: operation({
    method: 'GET',
    path: '/v1/workspace/agreements/{kind}',
    tag,
    access: 'workspace',
    summary: 'One agreement: its current version and where one stands with it',
    description:
      'The current version is the one that took effect last. `not_found` while none is in effect.',
    params,
    answer: one(Standing),
  }),
  markViewed: operation({
    method: 'POST',
    path: '/v1/workspace/agreements/{kind}/viewed',
    tag,
    access: 'any-seat',
    summary: 'The caller opened the current version; accepts nothing',
    description: 'Stamped for each account and version: when first, when last, how often.',
    params,
    answer: one(Standing),
  }),
  sign: operation({
    method: 'POST',
    path: '/v1/workspace/agreements/{kind}/sign',
    tag,
    access: 'any-seat',
    summary: 'Accept the current version, for oneself or for the workspace',
    description:
      '`version` and `documentHash` are those of the standing that was read. `forWorkspace` takes an admin or owner, and is the signer’s own acceptance too; who signed for themself before may still bind the workspace. The document is kept as it was shown, with who, when, the address and the browser.',
    params,
    body: closed({
      version: text(100),
      documentHash: text(200, 'As the standing tells it.'),
      signerName: text(200),
      signerTitle: text(200),
      consent: Type.Literal(true, { description: 'true: I agree.' }),
      forWorkspace: Type.Optional(Type.Boolean()),
    }),
    answer: one(Standing),
    refuses: ['forbidden', 'version_changed', 'not_viewed', 'already_signed'],
  }),
  listVersions: operation({
    method: 'GET',
    path: '/v1/workspace/agreements/{kind}/versions',
    tag,
    access: 'workspace',
    summary: 'Every published version, newest first',
    description: 'By when they take effect; those that are still to come too.',
    params,
    query: closed(pageQuery),
    answer: list(Version),
    refuses: ['invalid_cursor'],
  }),
  getEvidence: operation({
    method: 'GET',
    path: '/v1/workspace/agreements/{kind}/evidence',
    tag,
    access: 'workspace',
    summary: 'What was shown, its hash, who viewed and who signed it, in one file',
    description:
      'As JSON, or with `format=html` as a page to print. Admins and owners get everybody’s stamps, others their own and the workspace’s signature.',
    params,
    query: closed({ format: Type.Optional(oneOf(['json', 'html'])) }),
    answer: one(Evidence),
    produces: ['text/html'],
  }),
}
