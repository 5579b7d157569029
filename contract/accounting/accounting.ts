import Type, { type Static, type TSchema } from 'typebox'
import { type FigureRule, figureFormulas } from '../../shared/figure-formulas.ts'
import {
  MOST_MINOR,
  MOST_NOTES_CHARS,
  MOST_REASON_CHARS,
  MOST_SEARCH_CHARS,
  MOST_TITLE_CHARS,
  WHOLE_PPM,
} from '../../shared/limits.ts'
import {
  closed,
  integerId,
  list,
  NextCursor,
  nullable,
  one,
  oneOf,
  PageQuery,
  pageQuery,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'
import { CSV_TYPE } from '../records/exports.ts'

export const partyKinds = ['account', 'crm_user', 'external', 'house'] as const
export const bases = ['gross', 'funded', 'flat', 'net'] as const
export const splitStatuses = ['active', 'inactive'] as const
export const drawStatuses = ['requested', 'paid', 'voided'] as const
export const entryKinds = [
  'commission_expected',
  'commission_collected',
  'clawback',
  'draw_requested',
  'draw_paid',
  'draw_voided',
  'reversal',
] as const
export type PartyKind = (typeof partyKinds)[number]
export type Basis = (typeof bases)[number]
export type EntryKind = (typeof entryKinds)[number]
export type DrawStatus = (typeof drawStatuses)[number]
const PartyKind = named(
  'PartyKind',
  'Who a split is for: the account of somebody with a seat, a person with a seat, somebody outside, or the house.',
  oneOf(partyKinds),
)
const Basis = named(
  'SplitBasis',
  'What a split is a part of: a share of the `gross` collections, of the `funded` amount, or of what is left (`net`), or a `flat` amount.',
  oneOf(bases),
)
const SplitStatus = named(
  'SplitStatus',
  'Whether a split takes part in new collections.',
  oneOf(splitStatuses),
)
const DrawStatus = named('DrawStatus', 'Where a draw stands.', oneOf(drawStatuses))
const EntryKind = named(
  'LedgerEntryKind',
  'What an entry in the ledger records.',
  oneOf(entryKinds),
)

/** An amount in minor units, small enough to be exact in JSON. */
const minor = (description?: string) =>
  Type.Integer({
    ...(description ? { description } : {}),
    minimum: -MOST_MINOR,
    maximum: MOST_MINOR,
  })
const positive = () =>
  Type.Integer({ minimum: 1, maximum: MOST_MINOR, description: 'In minor units, 1 or more.' })
const notes = () => Type.String({ maxLength: MOST_NOTES_CHARS })
/** An id in a body or a query. One that does not exist is refused as unknown. */
const namedId = (description?: string) =>
  Type.Integer({ ...(description ? { description } : {}), minimum: 0, maximum: MOST_MINOR })
const sharePpm = () =>
  Type.Integer({
    minimum: 1,
    maximum: WHOLE_PPM,
    description: 'Parts per million: 250000 is 25%.',
  })

declare const seen: unique symbol
/**
 * Money as somebody may see it. Only the projector makes it (server/domains/accounting/figures/projection.rules.ts), so
 * code that returns money without it does not compile.
 */
export type SeenMoney<T> = T & { readonly [seen]: true }
const asSeen = <T extends TSchema>(schema: T) => Type.Unsafe<SeenMoney<Static<T>>>(schema)

/** A member that only people who see all money get. */
const ofWhole = <T extends TSchema>(schema: T) => Type.Optional(schema)
const OWN_ONLY =
  'What members and viewers see depends on the workspace’s `moneyVisibleTo`: with `own` only their own splits, with `managers` none. What they cannot see is left out, and a deal or split that they cannot see does not exist for them.'

export const Deal = named(
  'Deal',
  'A deal whose money is kept. People who see only their own splits see the deals they have a split in, without `fundedMinor`, `notes` and the sums.',
  asSeen(
    closed({
      id: integerId(),
      name: Type.String(),
      currency: Type.String({ description: 'ISO 4217 currency code. It cannot be changed.' }),
      fundedMinor: ofWhole(nullable(Type.Integer())),
      dealRowId: nullable(uuid('The row it belongs to, usually one on the page `deals`.')),
      notes: ofWhole(nullable(Type.String())),
      expectedMinor: ofWhole(Type.Integer()),
      collectedMinor: ofWhole(Type.Integer()),
      clawedBackMinor: ofWhole(Type.Integer()),
      netCollectedMinor: ofWhole(minor('Collected less clawed back: what the desk has.')),
      outstandingMinor: ofWhole(minor('Expected less collected, at least 0.')),
      createdAt: timestamp(),
      updatedAt: timestamp(
        'When its own fields were last changed. Posting money does not change it.',
      ),
    }),
  ),
)

const sum = () =>
  nullable(Type.Integer({ description: '`null` above 2^53−1, where a JSON number is not exact.' }))
const sums = {
  expectedMinor: sum(),
  collectedMinor: sum(),
  clawedBackMinor: sum(),
  netCollectedMinor: sum(),
}
const DealTotals = named(
  'DealTotals',
  'The sums over all deals in one currency.',
  closed({ currency: Type.String(), count: Type.Integer(), ...sums }),
)

/** The figures of a split; docs/accounting.md says how each is calculated. */
const figures = {
  collectedMinor: minor('Its part of all collections, less reversals.'),
  pendingMinor: minor('What it would get if everything that is still expected came in at once.'),
  entitledMinor: minor('`collectedMinor` plus `pendingMinor`.'),
  clawbackShareMinor: minor('Its part of clawbacks, less reversals.'),
  drawnMinor: minor('Draws that are requested or paid.'),
  unpaidMinor: minor('Collected less clawbacks and draws. Below 0, the party owes the money.'),
  availableMinor: minor('What can be drawn now. 0 while the split is held.'),
}
export const figureNames = Object.keys(figures) as (keyof typeof figures)[]
const FigureName = named('SplitFigure', 'The name of a figure of a split.', oneOf(figureNames))

export const Availability = named(
  'SplitAvailability',
  'The figures of a split: what it earned, what was drawn, and what can be drawn now.',
  asSeen(closed({ ...figures, isHeld: Type.Boolean() })),
)

const HouseRest = named(
  'HouseRest',
  'What no split of a deal gets, which is the house’s.',
  asSeen(
    closed({
      availability: Availability,
      entitledByTermsMinor: nullable(
        minor('What the terms of the splits leave it, as `entitledByTermsMinor` of a split.'),
      ),
    }),
  ),
)

const party = {
  partyKind: PartyKind,
  accountId: nullable(uuid('With `account`: the account of somebody with a seat here.')),
  crmUserId: nullable(
    Type.Integer({ description: 'With `crm_user`: the person’s number in this workspace.' }),
  ),
  externalParty: nullable(
    Type.String({ description: 'With `external`: the name of somebody without a seat.' }),
  ),
}

export const DealSplit = named(
  'DealSplit',
  'A split in a deal: who gets which part of its collections.',
  asSeen(
    closed({
      id: integerId(),
      dealId: integerId(),
      ...party,
      basis: Basis,
      sharePpm: nullable(sharePpm()),
      flatAmountMinor: nullable(positive()),
      notes: nullable(Type.String()),
      status: SplitStatus,
      held: Type.Boolean(),
      heldReason: nullable(Type.String()),
      detail: Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            '`heldAt`, `releasedAt`, `releasedReason`. A retired split has `deactivatedReason` and `successorId`; a successor has `predecessorId`. People who see only their own splits get no ids of other people’s.',
        },
      ),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      deactivatedAt: nullable(timestamp()),
      availability: Availability,
      entitledByTermsMinor: nullable(
        minor(
          'What its terms give it of all that is expected, or collected if that is more, if it came in at once. `entitledMinor` can differ from it by a few minor units, because each collection is rounded by itself. `null` if splits were added, changed or retired after money came in, so that the terms as they are now do not explain it.',
        ),
      ),
    }),
  ),
)

export const Draw = named(
  'Draw',
  'Money that is asked for, or paid out, from a split.',
  asSeen(
    closed({
      id: uuid(),
      dealSplitId: integerId(),
      amountMinor: positive(),
      status: DrawStatus,
      notes: nullable(Type.String()),
      requestedAt: timestamp(),
      paidAt: nullable(timestamp()),
      voidedAt: nullable(timestamp()),
    }),
  ),
)

const Allocation = named(
  'Allocation',
  'The part of a collection or clawback that goes to one split.',
  closed({
    dealSplitId: nullable(Type.Integer({ description: 'The split. `null` is the house.' })),
    amountMinor: minor('Below 0 in a reversal.'),
  }),
)

export const PostingPreview = named(
  'PostingPreview',
  'How an amount would be divided if it were posted now.',
  asSeen(
    closed({
      amountMinor: positive(),
      allocations: Type.Array(Allocation, {
        description: 'Who would get, or give back, how much.',
      }),
      partsHash: Type.String({
        description: 'Identifies these parts. Send it when you post the amount.',
      }),
    }),
  ),
)

export const Entry = named(
  'LedgerEntry',
  'An entry in the ledger of a deal. It never changes. People who see only their own splits see the entries that concern them; for collections, clawbacks and their reversals only their own part, without `amountMinor`, `reference`, `reason` and `notes`.',
  asSeen(
    closed({
      id: uuid(),
      dealId: integerId(),
      kind: EntryKind,
      amountMinor: ofWhole(positive()),
      occurredAt: timestamp(
        'When the money was expected, came in or went out, as the person who posted it says.',
      ),
      createdAt: timestamp('When it was posted.'),
      createdBy: Type.String({ description: '`user:<crmUserId>`' }),
      reference: ofWhole(nullable(Type.String())),
      reason: ofWhole(nullable(Type.String())),
      notes: ofWhole(nullable(Type.String())),
      dealSplitId: nullable(Type.Integer({ description: 'For draws: the split.' })),
      drawId: nullable(uuid('For draws: the draw.')),
      reverses: nullable(uuid('For a reversal: the entry that it reverses.')),
      reversedBy: nullable(uuid('The reversal of this entry, if there is one.')),
      allocations: Type.Array(Allocation, {
        description: 'For collections, clawbacks and their reversals: how the amount is divided.',
      }),
    }),
  ),
)

const ofBasis = {
  basis: Basis,
  sharePpm: Type.Optional(sharePpm()),
  flatAmountMinor: Type.Optional(positive()),
}
const newParty = {
  partyKind: PartyKind,
  accountId: Type.Optional(uuid()),
  crmUserId: Type.Optional(namedId()),
  externalParty: Type.Optional(
    text(MOST_TITLE_CHARS, 'A name. It is stored with single blanks, and none around it.'),
  ),
}
/** Accepted only so that they can be refused with a code of their own. */
const fixedParty = Object.fromEntries(
  Object.keys(newParty).map((name) => [
    name,
    Type.Optional(Type.Unknown({ description: 'Refused: `party_is_fixed`.' })),
  ]),
) as Record<
  keyof typeof newParty,
  ReturnType<typeof Type.Optional<ReturnType<typeof Type.Unknown>>>
>
const dealFields = {
  name: text(MOST_TITLE_CHARS),
  fundedMinor: nullable(Type.Integer({ minimum: 0, maximum: MOST_MINOR })),
  dealRowId: nullable(uuid()),
  notes: nullable(notes()),
}

const tag = 'Accounting'
const dealParams = closed({ id: parameter('DealId', integerId('The deal’s id.')) })
const splitParams = closed({ id: parameter('DealSplitId', integerId('The split’s id.')) })
const drawParams = closed({ id: parameter('DrawId', uuid('The draw’s id.')) })
const idempotent = 'Send an `Idempotency-Key`, so that a retry does not post it twice.'
const timed = {
  amountMinor: positive(),
  occurredAt: Type.Optional(
    timestamp(
      'When the money was expected or came in. The default is now. A collection can be at most a day in the future.',
    ),
  ),
  reference: Type.Optional(
    text(MOST_TITLE_CHARS, 'Free text to find it by, such as the reference on the bank statement.'),
  ),
}
const NewPosting = named('NewPosting', 'Money to be posted to a deal.', closed(timed))
const partsHash = Type.Optional(
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    description:
      'From the preview. If the amount would now be divided differently, nothing is posted (`parts_changed`).',
  }),
)
const toPreview = closed({ amountMinor: positive() })
const HoldReason = named(
  'HoldReason',
  'Why a split is held or released.',
  closed({ reason: text(MOST_REASON_CHARS) }),
)

export const accountingOperations = {
  listDeals: operation({
    method: 'GET',
    path: '/v1/accounting/deals',
    tag,
    access: 'workspace',
    scope: 'accounting:read',
    summary: 'List the deals whose money is kept',
    description: `By \`id\`, oldest first by default. With \`totals\`, the first page also has the sums over the whole list. ${OWN_ONLY}`,
    query: named(
      'DealsQuery',
      'Which deals to list, and in which order.',
      closed({
        ...pageQuery,
        dealRowId: Type.Optional(uuid('Only deals of this row.')),
        search: Type.Optional(
          text(MOST_SEARCH_CHARS, 'Finds deals whose name contains this, in upper or lower case.'),
        ),
        sort: Type.Optional(
          oneOf(['id', '-id'], {
            description: '`-id` lists the newest first. The default is `id`.',
          }),
        ),
        totals: Type.Optional(
          Type.Boolean({ description: 'Whether the first page includes `totals`.' }),
        ),
      }),
    ),
    answer: named(
      'DealPage',
      'A page of deals.',
      closed({
        ...list(Deal).properties,
        totals: Type.Optional(
          Type.Array(DealTotals, {
            description:
              'With `totals`, on the first page: the sums over all deals of the list, by currency, starting with the currency of the most deals. Left out for people who see only their own splits.',
          }),
        ),
      }),
    ),
    refuses: ['invalid_cursor'],
  }),
  createDeal: operation({
    method: 'POST',
    path: '/v1/accounting/deals',
    tag,
    access: 'workspace',
    scope: 'accounting:post',
    summary: 'Start keeping the money of a deal',
    description:
      'All of a deal’s money is in one currency, which cannot be changed later. Link it to its row with `dealRowId`. Add splits next.',
    example: { name: 'Acme Bakery, equipment', currency: 'USD', fundedMinor: 4000000 },
    body: named(
      'NewDeal',
      'A deal whose money is to be kept.',
      closed({
        name: dealFields.name,
        currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 currency code.' }),
        fundedMinor: Type.Optional(dealFields.fundedMinor),
        dealRowId: Type.Optional(dealFields.dealRowId),
        notes: Type.Optional(dealFields.notes),
      }),
    ),
    answer: one(Deal),
    refuses: ['unknown_reference'],
  }),
  getDeal: operation({
    method: 'GET',
    path: '/v1/accounting/deals/{id}',
    tag,
    access: 'workspace',
    scope: 'accounting:read',
    summary: 'Get one deal',
    description: `Returns the deal with the sums of what is expected, collected and clawed back. ${OWN_ONLY}`,
    params: dealParams,
    answer: one(Deal),
  }),
  updateDeal: operation({
    method: 'PATCH',
    path: '/v1/accounting/deals/{id}',
    tag,
    access: 'workspace',
    scope: 'accounting:post',
    summary: 'Change a deal',
    description:
      'Changes only the fields that are sent. A new `fundedMinor` changes what splits with the basis `funded` get from future collections, and nothing that was posted; only managers can change it. People who see only their own splits can change the name and the row of those deals, but not the notes.',
    params: dealParams,
    example: { fundedMinor: 4250000, notes: 'Increased at closing.' },
    body: named(
      'DealChange',
      'The fields of a deal to change.',
      closed(
        {
          name: Type.Optional(dealFields.name),
          fundedMinor: Type.Optional(dealFields.fundedMinor),
          dealRowId: Type.Optional(dealFields.dealRowId),
          notes: Type.Optional(dealFields.notes),
        },
        { minProperties: 1 },
      ),
    ),
    answer: one(Deal),
    refuses: ['unknown_reference'],
  }),
  expect: operation({
    method: 'POST',
    path: '/v1/accounting/deals/{id}/expectations',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:post',
    summary: 'Record a commission that is expected',
    description: `Expectations add up. To correct one, reverse its entry. ${idempotent}`,
    params: dealParams,
    example: {
      amountMinor: 200000,
      occurredAt: '2026-11-20T00:00:00Z',
      reference: 'Fee agreement 118',
    },
    body: NewPosting,
    answer: one(Entry),
    refuses: ['amount_too_large'],
  }),
  collect: operation({
    method: 'POST',
    path: '/v1/accounting/deals/{id}/collections',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:post',
    summary: 'Record money that came in, and split it',
    description: `The amount is divided among the active splits, and the parts are posted with it. They never change afterwards; docs/accounting.md says how they are calculated. ${idempotent}`,
    params: dealParams,
    example: { amountMinor: 200000, occurredAt: '2026-11-24T00:00:00Z', reference: 'Wire 5521' },
    body: named(
      'NewCollection',
      'Money that came in, to be divided among the splits.',
      closed({ ...timed, partsHash }),
    ),
    answer: one(Entry),
    refuses: ['amount_too_large', 'parts_changed'],
  }),
  previewCollection: operation({
    method: 'GET',
    path: '/v1/accounting/deals/{id}/collections/preview',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:read',
    summary: 'See how a collection would be split',
    description:
      'Divides the amount as recording it now would, and posts nothing. To be sure that you record what you saw, send its `partsHash` with the collection.',
    params: dealParams,
    query: toPreview,
    answer: one(PostingPreview),
    refuses: ['amount_too_large'],
  }),
  clawBack: operation({
    method: 'POST',
    path: '/v1/accounting/deals/{id}/clawbacks',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:post',
    summary: 'Record money that has to be given back',
    description: `Each split gives back in proportion to what it received and still has, including the house and retired splits. ${idempotent}`,
    params: dealParams,
    example: { amountMinor: 50000, reason: 'Paid off within 30 days' },
    body: named(
      'NewClawback',
      'Money that has to be given back.',
      closed({ amountMinor: positive(), reason: text(MOST_REASON_CHARS), partsHash }),
    ),
    answer: one(Entry),
    refuses: ['exceeds_collected', 'parts_changed'],
  }),
  previewClawback: operation({
    method: 'GET',
    path: '/v1/accounting/deals/{id}/clawbacks/preview',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:read',
    summary: 'See who would give back how much',
    description:
      'Divides the amount as clawing it back now would, and posts nothing. To be sure that you post what you saw, send its `partsHash` with the clawback.',
    params: dealParams,
    query: toPreview,
    answer: one(PostingPreview),
    refuses: ['exceeds_collected'],
  }),
  listLedger: operation({
    method: 'GET',
    path: '/v1/accounting/deals/{id}/ledger',
    tag,
    access: 'workspace',
    scope: 'accounting:read',
    summary: 'List the ledger of a deal, oldest first',
    description: `Every entry with its allocations. ${OWN_ONLY}`,
    params: dealParams,
    query: named(
      'LedgerQuery',
      'Which entries to list.',
      closed({ ...pageQuery, kind: Type.Optional(EntryKind) }),
    ),
    answer: list(Entry),
    refuses: ['invalid_cursor'],
  }),
  exportLedger: operation({
    method: 'GET',
    path: '/v1/accounting/deals/{id}/ledger/export',
    tag,
    access: 'workspace',
    scope: 'accounting:read',
    summary: 'Download the ledger of a deal as CSV',
    description: `One line for each entry and part, in major units of the currency, as the ledger is when the download starts. Text that a spreadsheet would run as a formula is made harmless. ${OWN_ONLY} Cells that are left out are empty.`,
    params: dealParams,
    query: closed({ kind: Type.Optional(EntryKind) }),
    produces: [CSV_TYPE],
  }),
  listSplits: operation({
    method: 'GET',
    path: '/v1/accounting/deal-splits',
    tag,
    access: 'workspace',
    scope: 'accounting:read',
    summary: 'List the splits, oldest first',
    description: `Splits of all deals, or with \`dealId\` of one, each with what can be drawn. With \`dealId\`, people who see all money also get \`house\`: what no split of the deal gets. ${OWN_ONLY}`,
    query: named(
      'DealSplitsQuery',
      'Which splits to list.',
      closed({
        ...pageQuery,
        dealId: Type.Optional(namedId('Only splits in this deal.')),
        status: Type.Optional(SplitStatus),
        partyKind: Type.Optional(PartyKind),
        accountId: Type.Optional(uuid('Only splits of this account.')),
        crmUserId: Type.Optional(namedId('Only splits of this person.')),
        externalParty: Type.Optional(
          text(MOST_TITLE_CHARS, 'Only splits of the external party with this name.'),
        ),
      }),
    ),
    answer: named(
      'DealSplitsPage',
      'A page of splits.',
      closed({
        ...list(DealSplit).properties,
        house: Type.Optional(HouseRest),
      }),
    ),
    refuses: ['invalid_cursor'],
  }),
  createSplit: operation({
    method: 'POST',
    path: '/v1/accounting/deal-splits',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:post',
    summary: 'Add a split',
    description:
      'The `partyKind` decides which field says who it is for: `accountId`, `crmUserId` or `externalParty`; `house` has none. The `basis` decides which field says how much: `sharePpm` for `gross`, `funded` and `net`, `flatAmountMinor` for `flat`. Send exactly those. Whatever no split gets belongs to the house.',
    example: { dealId: 12, partyKind: 'crm_user', crmUserId: 4, basis: 'gross', sharePpm: 600000 },
    body: named(
      'NewDealSplit',
      'A split to be added.',
      closed({
        dealId: namedId(),
        ...newParty,
        ...ofBasis,
        notes: Type.Optional(notes()),
      }),
    ),
    answer: one(DealSplit),
    refuses: ['unknown_reference', 'over_allocated'],
  }),
  getSplit: operation({
    method: 'GET',
    path: '/v1/accounting/deal-splits/{id}',
    tag,
    access: 'workspace',
    scope: 'accounting:read',
    summary: 'Get one split, with what can be drawn',
    description: `Returns the split with its figures as they are now. ${OWN_ONLY}`,
    params: splitParams,
    answer: one(DealSplit),
  }),
  updateSplit: operation({
    method: 'PATCH',
    path: '/v1/accounting/deal-splits/{id}',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:post',
    summary: 'Change what a split gets from future collections',
    description:
      'What was posted stays as it is. A new `basis` needs its own field. Who the split is for cannot be changed (`party_is_fixed`): retire the split and add a new one.',
    params: splitParams,
    example: { sharePpm: 550000, notes: 'As agreed on November 20.' },
    body: named(
      'DealSplitChange',
      'The fields of a split to change.',
      closed(
        {
          basis: Type.Optional(ofBasis.basis),
          sharePpm: ofBasis.sharePpm,
          flatAmountMinor: ofBasis.flatAmountMinor,
          notes: Type.Optional(nullable(notes())),
          ...fixedParty,
        },
        { minProperties: 1 },
      ),
    ),
    answer: one(DealSplit),
    refuses: ['party_is_fixed', 'split_inactive', 'over_allocated'],
  }),
  explainAvailability: operation({
    method: 'GET',
    path: '/v1/accounting/deal-splits/{id}/availability/explanation',
    tag,
    access: 'workspace',
    scope: 'accounting:read',
    summary: 'Explain the figures of a split',
    description: `\`figures\` has every figure with the terms that add up to it. \`entries\` is a page of the entries behind them, oldest first, each with what it adds to which figure. ${OWN_ONLY}`,
    params: splitParams,
    query: PageQuery,
    answer: closed({
      data: named(
        'AvailabilityExplanation',
        'The figures of a split, and how they come about.',
        asSeen(
          closed({
            dealSplitId: integerId(),
            availability: Availability,
            figures: Type.Array(
              named(
                'ExplainedFigure',
                'A figure of a split, with the terms that add up to it.',
                closed({
                  name: FigureName,
                  amountMinor: minor(),
                  formula: Type.String({ description: 'The formula in words.' }),
                  rule: Type.Optional(
                    oneOf(Object.keys(figureFormulas) as FigureRule[], {
                      description: 'The formula by its name, to word it yourself.',
                    }),
                  ),
                  values: Type.Optional(
                    Type.Record(Type.String(), minor(), {
                      description: 'The amounts that the formula names.',
                    }),
                  ),
                  terms: Type.Array(
                    named(
                      'FigureTerm',
                      'One term of a figure.',
                      closed({
                        what: Type.String({
                          description: 'The kind of entries, or the figure, that is summed.',
                        }),
                        amountMinor: minor(),
                        entryCount: nullable(
                          Type.Integer({
                            description: 'How many entries. `null` if the term is a figure.',
                          }),
                        ),
                      }),
                    ),
                  ),
                }),
              ),
            ),
            entries: Type.Array(
              named(
                'ExplainedEntry',
                'An entry, with what it adds to which figure of the split.',
                closed({
                  entryId: uuid(),
                  kind: EntryKind,
                  occurredAt: timestamp(),
                  createdAt: timestamp(),
                  amountMinor: ofWhole(positive()),
                  adds: Type.Array(closed({ figure: FigureName, amountMinor: minor() })),
                }),
              ),
            ),
          }),
        ),
      ),
      nextCursor: NextCursor,
    }),
    refuses: ['invalid_cursor'],
  }),
  hold: operation({
    method: 'POST',
    path: '/v1/accounting/deal-splits/{id}/hold',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:pay',
    summary: 'Hold a split',
    description:
      'Nothing can be drawn or paid from the split until it is released. It still gets its part of collections.',
    params: splitParams,
    example: { reason: 'A signature is missing' },
    body: HoldReason,
    answer: one(DealSplit),
    refuses: ['already_held'],
  }),
  release: operation({
    method: 'POST',
    path: '/v1/accounting/deal-splits/{id}/release',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:pay',
    summary: 'Release a held split',
    description: 'Ends the hold; money can be drawn and paid again.',
    params: splitParams,
    example: { reason: 'The signature came in' },
    body: HoldReason,
    answer: one(DealSplit),
    refuses: ['not_held'],
  }),
  deactivate: operation({
    method: 'POST',
    path: '/v1/accounting/deal-splits/{id}/deactivate',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:post',
    summary: 'Retire a split, with a successor if wanted',
    description:
      'The split gets nothing from future collections. What it has earned can still be drawn and clawed back. `successor` is a new split in the same deal: fields that are left out are taken from this one. Without it, nobody takes its place.',
    params: splitParams,
    example: {
      reason: 'The deal moved to another person',
      successor: { partyKind: 'crm_user', crmUserId: 7 },
    },
    body: named(
      'DealSplitRetirement',
      'Why a split is retired, and what takes its place.',
      closed({
        reason: text(MOST_REASON_CHARS),
        successor: Type.Optional(
          named(
            'SuccessorDealSplit',
            'The new split. Fields that are left out are taken from the retired one.',
            closed({
              partyKind: Type.Optional(newParty.partyKind),
              accountId: newParty.accountId,
              crmUserId: newParty.crmUserId,
              externalParty: newParty.externalParty,
              basis: Type.Optional(ofBasis.basis),
              sharePpm: ofBasis.sharePpm,
              flatAmountMinor: ofBasis.flatAmountMinor,
              notes: Type.Optional(notes()),
            }),
          ),
        ),
      }),
    ),
    answer: named(
      'RetiredDealSplit',
      'The retired split, and its successor if there is one.',
      closed({ data: DealSplit, successor: nullable(DealSplit) }),
    ),
    refuses: ['split_inactive', 'unknown_reference', 'over_allocated'],
  }),
  listDraws: operation({
    method: 'GET',
    path: '/v1/accounting/deal-splits/{id}/draws',
    tag,
    access: 'workspace',
    scope: 'accounting:read',
    summary: 'List the draws of a split, oldest first',
    description: `Requested, paid and voided ones. ${OWN_ONLY}`,
    params: splitParams,
    query: PageQuery,
    answer: list(Draw),
    refuses: ['invalid_cursor'],
  }),
  draw: operation({
    method: 'POST',
    path: '/v1/accounting/deal-splits/{id}/draws',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:pay',
    summary: 'Request money from a split',
    description: `The amount is set aside at once, so draws never exceed what is available. Pay or void it afterwards. ${idempotent}`,
    params: splitParams,
    example: { amountMinor: 75000, notes: 'November' },
    body: named(
      'NewDraw',
      'Money to be requested from a split.',
      closed({ amountMinor: positive(), notes: Type.Optional(notes()) }),
    ),
    answer: one(Draw),
    refuses: ['insufficient_available', 'split_held'],
  }),
  payDraw: operation({
    method: 'POST',
    path: '/v1/accounting/draws/{id}/pay',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:pay',
    summary: 'Mark a draw as paid',
    description:
      'Use it once the money has been paid out. A mistake is corrected by reversing the entry `draw_paid`.',
    params: drawParams,
    answer: one(Draw),
    refuses: ['already_paid', 'already_voided', 'split_held'],
  }),
  voidDraw: operation({
    method: 'POST',
    path: '/v1/accounting/draws/{id}/void',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:pay',
    summary: 'Void a draw',
    description:
      'The money becomes available again. A paid draw must first be set back by reversing its entry `draw_paid`.',
    params: drawParams,
    answer: one(Draw),
    refuses: ['already_paid', 'already_voided'],
  }),
  reverse: operation({
    method: 'POST',
    path: '/v1/accounting/entries/{id}/reverse',
    tag,
    access: 'workspace:manager',
    scope: 'accounting:post',
    summary: 'Reverse an entry',
    description:
      'Posts a new entry, `reversal`, with the parts of the original as negative amounts. An entry can be reversed once, and a reversal cannot be reversed: post a new entry instead. For draws only `draw_paid` can be reversed; the draw is then `requested` again.',
    params: closed({ id: uuid('The entry’s id.') }),
    example: { reason: 'Entered twice' },
    body: closed({ reason: Type.Optional(text(MOST_REASON_CHARS)) }),
    answer: one(Entry),
    refuses: ['already_reversed', 'not_reversible', 'would_go_negative'],
  }),
  getPartyBalance: operation({
    method: 'GET',
    path: '/v1/accounting/parties/{partyKind}/{ref}/balance',
    tag,
    access: 'workspace',
    scope: 'accounting:read',
    summary: 'Get what a party has in all its splits',
    description:
      'Returns one balance for each currency. `ref` is the `accountId`, the `crmUserId`, the URL-encoded name of the external party, or `house`. The house has its splits and whatever no split gets. A party without splits, or whose splits you cannot see, has no balances.',
    params: closed({
      partyKind: PartyKind,
      ref: Type.String({ maxLength: MOST_TITLE_CHARS, description: 'Which party of that kind.' }),
    }),
    answer: one(
      named(
        'PartyBalances',
        'What a party has in all its splits.',
        asSeen(
          closed({
            partyKind: PartyKind,
            ref: Type.String(),
            balances: Type.Array(
              named(
                'PartyBalance',
                'What a party has in one currency.',
                closed({
                  currency: Type.String(),
                  splitCount: Type.Integer(),
                  ...figures,
                  entitledByTermsMinor: minor(
                    'The sum of `entitledByTermsMinor` of the splits, with `entitledMinor` where that is `null`.',
                  ),
                  heldMinor: minor(
                    'The part of `unpaidMinor` that could be drawn if it were not held.',
                  ),
                }),
              ),
            ),
          }),
        ),
      ),
    ),
  }),
}
