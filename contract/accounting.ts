import Type, { type Static, type TSchema } from 'typebox'
import {
  closed,
  integerId,
  list,
  nullable,
  one,
  oneOf,
  pageQuery,
  text,
  timestamp,
  uuid,
} from './common.ts'
import { CSV_TYPE } from './exports.ts'
import { operation } from './operation.ts'

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

/** Minor units, exact in JSON. */
const MOST_MINOR = Number.MAX_SAFE_INTEGER
const minor = (description?: string) =>
  Type.Integer({
    ...(description ? { description } : {}),
    minimum: -MOST_MINOR,
    maximum: MOST_MINOR,
  })
const positive = () =>
  Type.Integer({ minimum: 1, maximum: MOST_MINOR, description: 'In minor units, 1 or more.' })
const notes = () => Type.String({ maxLength: 20_000 })
/** An id that a body or a query names: whatever has none is an unknown one. */
const namedId = (description?: string) =>
  Type.Integer({ ...(description ? { description } : {}), minimum: 0, maximum: MOST_MINOR })
const sharePpm = () =>
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Parts per million: 250000 is 25 %.',
  })

declare const seen: unique symbol
/**
 * Money as somebody may see it. Only the projector makes it (server/domains/accounting/projection.rules.ts), so that
 * answering money past it is an error of the compiler.
 */
export type SeenMoney<T> = T & { readonly [seen]: true }
const asSeen = <T extends TSchema>(schema: T) => Type.Unsafe<SeenMoney<Static<T>>>(schema)

/** A member that only those are answered who see all money. */
const ofWhole = <T extends TSchema>(schema: T) => Type.Optional(schema)
const OWN_ONLY =
  'Below manager it depends on the workspace’s `moneyVisibleTo`: with `own` people see their own stakes alone, with `managers` none. What they may not see is left out, and a deal or stake that they may not see does not exist for them.'

export const Deal = asSeen(
  closed(
    {
      id: integerId(),
      name: Type.String(),
      currency: Type.String({ description: 'ISO 4217; it stays.' }),
      fundedMinor: ofWhole(nullable(Type.Integer())),
      dealRowId: nullable(uuid('The record that it belongs to, as a row of the page `deals`.')),
      notes: ofWhole(nullable(Type.String())),
      expectedMinor: ofWhole(Type.Integer()),
      collectedMinor: ofWhole(Type.Integer()),
      clawedBackMinor: ofWhole(Type.Integer()),
      createdAt: timestamp(),
      updatedAt: timestamp('When its own fields were changed; what is posted does not move it.'),
    },
    {
      description:
        'Whoever sees only their own stakes sees the deals that they have one in, without `fundedMinor`, `notes` and the sums.',
    },
  ),
)

const sum = () =>
  nullable(Type.Integer({ description: '`null` beyond 2^53−1, where a number is not exact.' }))
const sums = { expectedMinor: sum(), collectedMinor: sum(), clawedBackMinor: sum() }

/** The figures of a stake; docs/accounting.md says how each is reckoned. */
const figures = {
  collectedMinor: minor('What fell to it of all receipts, less reversals.'),
  pendingMinor: minor('What would fall to it if all that is still expected came at once.'),
  entitledMinor: minor('`collectedMinor` and `pendingMinor`.'),
  clawbackShareMinor: minor('Its part of clawbacks, less reversals.'),
  drawnMinor: minor('Draws requested and paid, less voided ones.'),
  unpaidMinor: minor('Collected less clawbacks and draws; below 0 the party owes it.'),
  availableMinor: minor('What may be drawn now: 0 while held.'),
}
export const figureNames = Object.keys(figures) as (keyof typeof figures)[]

export const Availability = asSeen(closed({ ...figures, isHeld: Type.Boolean() }))

const party = {
  partyKind: oneOf(partyKinds),
  accountId: nullable(uuid('Of `account`: the login of somebody with a seat here.')),
  crmUserId: nullable(Type.Integer({ description: 'Of `crm_user`: somebody with a seat here.' })),
  externalParty: nullable(Type.String({ description: 'Of `external`: whoever has no seat.' })),
}

export const DealSplit = asSeen(
  closed({
    id: integerId(),
    dealId: integerId(),
    ...party,
    basis: oneOf(bases),
    sharePpm: nullable(sharePpm()),
    flatAmountMinor: nullable(positive()),
    notes: nullable(Type.String()),
    status: oneOf(splitStatuses),
    held: Type.Boolean(),
    heldReason: nullable(Type.String()),
    detail: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          '`heldAt`, `releasedAt`, `releasedReason`; of a retired one `deactivatedReason` and `successorId`; of a successor `predecessorId`. Whoever sees only their own stakes gets no id of somebody else’s.',
      },
    ),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    deactivatedAt: nullable(timestamp()),
    availability: Availability,
  }),
)

export const Draw = asSeen(
  closed({
    id: uuid(),
    dealSplitId: integerId(),
    amountMinor: positive(),
    status: oneOf(drawStatuses),
    notes: nullable(Type.String()),
    requestedAt: timestamp(),
    paidAt: nullable(timestamp()),
    voidedAt: nullable(timestamp()),
  }),
)

export const Entry = asSeen(
  closed(
    {
      id: uuid(),
      dealId: integerId(),
      kind: oneOf(entryKinds),
      amountMinor: ofWhole(positive()),
      occurredAt: timestamp('When it happened, as told.'),
      createdAt: timestamp('When it was posted.'),
      createdBy: Type.String({ description: '`user:<crmUserId>`' }),
      reference: ofWhole(nullable(Type.String())),
      reason: ofWhole(nullable(Type.String())),
      notes: ofWhole(nullable(Type.String())),
      dealSplitId: nullable(Type.Integer({ description: 'Of draws.' })),
      drawId: nullable(uuid('Of draws.')),
      reverses: nullable(uuid('Of a reversal: the entry that it takes back.')),
      reversedBy: nullable(uuid('The reversal that took it back.')),
      allocations: Type.Array(
        closed({
          dealSplitId: nullable(Type.Integer({ description: '`null` is the house.' })),
          amountMinor: minor('Below 0 in a reversal.'),
        }),
        { description: 'Of receipts and clawbacks, and their reversals: whose part is how much.' },
      ),
    },
    {
      description:
        'Whoever sees only their own stakes sees the entries that concern one. Of a receipt, a clawback and its reversal that is their own part: without `amountMinor`, `reference`, `reason` and `notes`, which are about the whole. Of their own draws it is everything.',
    },
  ),
)

const ofBasis = {
  basis: oneOf(bases),
  sharePpm: Type.Optional(sharePpm()),
  flatAmountMinor: Type.Optional(positive()),
}
const newParty = {
  partyKind: oneOf(partyKinds),
  accountId: Type.Optional(uuid()),
  crmUserId: Type.Optional(namedId()),
  externalParty: Type.Optional(text(300)),
}
/** Taken so that they can be refused by their own code. */
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
  name: text(300),
  fundedMinor: nullable(Type.Integer({ minimum: 0, maximum: MOST_MINOR })),
  dealRowId: nullable(uuid()),
  notes: nullable(notes()),
}

const tag = 'Accounting'
const params = closed({ id: integerId() })
const idempotent = 'Send an `Idempotency-Key`, so that a retry posts nothing twice.'
const timed = {
  amountMinor: positive(),
  occurredAt: Type.Optional(timestamp('When it happened; now unless told.')),
  reference: Type.Optional(text(300, 'As of the bank: free text, to find it again.')),
}

export const accountingOperations = {
  listDeals: operation({
    method: 'GET',
    path: '/v1/accounting/deals',
    tag,
    access: 'workspace',
    summary: 'The deals whose money is kept',
    description: OWN_ONLY,
    query: closed({
      ...pageQuery,
      dealRowId: Type.Optional(uuid()),
      search: Type.Optional(text(200, 'Text that its name has somewhere, in any case.')),
      sort: Type.Optional(
        oneOf(['id', '-id'], { description: '`-id`: newest first; `id` unless told.' }),
      ),
      totals: Type.Optional(Type.Boolean({ description: 'Answers `totals` with the first page.' })),
    }),
    answer: closed({
      ...list(Deal).properties,
      totals: Type.Optional(
        Type.Array(closed({ currency: Type.String(), count: Type.Integer(), ...sums }), {
          description:
            'With `totals`, on the first page: what all deals of the list come to, each currency by itself, those of the most deals first. Left out for whoever sees only their own stakes.',
        }),
      ),
    }),
    refuses: ['invalid_cursor'],
  }),
  createDeal: operation({
    method: 'POST',
    path: '/v1/accounting/deals',
    tag,
    access: 'workspace',
    summary: 'Keep the money of a deal',
    description: 'All of it is in one currency.',
    body: closed({
      name: dealFields.name,
      currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' }),
      fundedMinor: Type.Optional(dealFields.fundedMinor),
      dealRowId: Type.Optional(dealFields.dealRowId),
      notes: Type.Optional(dealFields.notes),
    }),
    answer: one(Deal),
    refuses: ['unknown_reference'],
  }),
  getDeal: operation({
    method: 'GET',
    path: '/v1/accounting/deals/{id}',
    tag,
    access: 'workspace',
    summary: 'One deal',
    description: OWN_ONLY,
    params,
    answer: one(Deal),
  }),
  updateDeal: operation({
    method: 'PATCH',
    path: '/v1/accounting/deals/{id}',
    tag,
    access: 'workspace',
    summary: 'Change a deal',
    description:
      'A new `fundedMinor` moves what stakes of the basis `funded` get of receipts to come, and nothing that was posted: managers change it. Whoever sees only their own stakes changes the name and the record of those deals, and no notes.',
    params,
    body: closed(
      {
        name: Type.Optional(dealFields.name),
        fundedMinor: Type.Optional(dealFields.fundedMinor),
        dealRowId: Type.Optional(dealFields.dealRowId),
        notes: Type.Optional(dealFields.notes),
      },
      { minProperties: 1 },
    ),
    answer: one(Deal),
    refuses: ['unknown_reference'],
  }),
  expect: operation({
    method: 'POST',
    path: '/v1/accounting/deals/{id}/expectations',
    tag,
    access: 'workspace:manager',
    summary: 'A commission is expected',
    description: `Expectations add up; a correction is a reversal. ${idempotent}`,
    params,
    body: closed(timed),
    answer: one(Entry),
    refuses: ['amount_too_large'],
  }),
  collect: operation({
    method: 'POST',
    path: '/v1/accounting/deals/{id}/collections',
    tag,
    access: 'workspace:manager',
    summary: 'Money came in: it is split over the stakes, once and for all',
    description: `The parts are posted with it and never change; docs/accounting.md says how they are reckoned. ${idempotent}`,
    params,
    body: closed(timed),
    answer: one(Entry),
    refuses: ['amount_too_large'],
  }),
  clawBack: operation({
    method: 'POST',
    path: '/v1/accounting/deals/{id}/clawbacks',
    tag,
    access: 'workspace:manager',
    summary: 'Money has to be given back: it falls on whom it came to',
    description: `In the proportion of what each got and still has of receipts, the house and retired stakes included. ${idempotent}`,
    params,
    body: closed({ amountMinor: positive(), reason: text(2000) }),
    answer: one(Entry),
    refuses: ['exceeds_collected'],
  }),
  listLedger: operation({
    method: 'GET',
    path: '/v1/accounting/deals/{id}/ledger',
    tag,
    access: 'workspace',
    summary: 'Every entry of a deal, oldest first',
    description: OWN_ONLY,
    params,
    query: closed({ ...pageQuery, kind: Type.Optional(oneOf(entryKinds)) }),
    answer: list(Entry),
    refuses: ['invalid_cursor'],
  }),
  exportLedger: operation({
    method: 'GET',
    path: '/v1/accounting/deals/{id}/ledger/export',
    tag,
    access: 'workspace',
    summary: 'The ledger as CSV',
    description: `One line an entry and part, in major units of the currency, streamed: the ledger as it is when the export begins. Text that a spreadsheet would run as a formula is disarmed. ${OWN_ONLY} The cells of what is left out are empty.`,
    params,
    query: closed({ kind: Type.Optional(oneOf(entryKinds)) }),
    produces: [CSV_TYPE],
  }),
  listSplits: operation({
    method: 'GET',
    path: '/v1/accounting/deal-splits',
    tag,
    access: 'workspace',
    summary: 'The stakes in deals, newest last',
    description: OWN_ONLY,
    query: closed({
      ...pageQuery,
      dealId: Type.Optional(namedId()),
      status: Type.Optional(oneOf(splitStatuses)),
      partyKind: Type.Optional(oneOf(partyKinds)),
      accountId: Type.Optional(uuid()),
      crmUserId: Type.Optional(namedId()),
      externalParty: Type.Optional(text(300)),
    }),
    answer: list(DealSplit),
    refuses: ['invalid_cursor'],
  }),
  createSplit: operation({
    method: 'POST',
    path: '/v1/accounting/deal-splits',
    tag,
    access: 'workspace:manager',
    summary: 'Add a stake',
    description:
      'Exactly the field of its `partyKind` says who it is for (`house` has none), and exactly the field of its `basis` how much: `sharePpm` of `gross`, `funded` and `net`, `flatAmountMinor` of `flat`. What no stake has is the house’s.',
    body: closed({
      dealId: namedId(),
      ...newParty,
      ...ofBasis,
      notes: Type.Optional(notes()),
    }),
    answer: one(DealSplit),
    refuses: ['unknown_reference', 'over_allocated'],
  }),
  getSplit: operation({
    method: 'GET',
    path: '/v1/accounting/deal-splits/{id}',
    tag,
    access: 'workspace',
    summary: 'One stake, with what there is to draw',
    description: OWN_ONLY,
    params,
    answer: one(DealSplit),
  }),
  updateSplit: operation({
    method: 'PATCH',
    path: '/v1/accounting/deal-splits/{id}',
    tag,
    access: 'workspace:manager',
    summary: 'Change how much a stake gets of receipts to come',
    description:
      'What was posted stays. A new `basis` comes with its field. Who the stake is for cannot be changed (`party_is_fixed`): retire it and add a new one.',
    params,
    body: closed(
      {
        basis: Type.Optional(ofBasis.basis),
        sharePpm: ofBasis.sharePpm,
        flatAmountMinor: ofBasis.flatAmountMinor,
        notes: Type.Optional(nullable(notes())),
        ...fixedParty,
      },
      { minProperties: 1 },
    ),
    answer: one(DealSplit),
    refuses: ['party_is_fixed', 'split_inactive', 'over_allocated'],
  }),
  explainAvailability: operation({
    method: 'GET',
    path: '/v1/accounting/deal-splits/{id}/availability/explanation',
    tag,
    access: 'workspace',
    summary: 'How each figure of a stake comes about',
    description: `\`figures\` has every figure with its terms, which add up to it. \`entries\` are those behind them, oldest first, each with what it adds to which figure; a page of them, with the cursor of the next. ${OWN_ONLY}`,
    params,
    query: closed(pageQuery),
    answer: closed({
      data: asSeen(
        closed({
          dealSplitId: integerId(),
          availability: Availability,
          figures: Type.Array(
            closed({
              name: oneOf(figureNames),
              amountMinor: minor(),
              formula: Type.String({ description: 'In words.' }),
              terms: Type.Array(
                closed({
                  what: Type.String({
                    description: 'The kind of the entries, or the figure, that is summed.',
                  }),
                  amountMinor: minor(),
                  entryCount: nullable(Type.Integer({ description: '`null` of a figure.' })),
                }),
              ),
            }),
          ),
          entries: Type.Array(
            closed({
              entryId: uuid(),
              kind: oneOf(entryKinds),
              occurredAt: timestamp(),
              createdAt: timestamp(),
              amountMinor: ofWhole(positive()),
              adds: Type.Array(closed({ figure: oneOf(figureNames), amountMinor: minor() })),
            }),
          ),
        }),
      ),
      nextCursor: nullable(Type.String()),
    }),
    refuses: ['invalid_cursor'],
  }),
  hold: operation({
    method: 'POST',
    path: '/v1/accounting/deal-splits/{id}/hold',
    tag,
    access: 'workspace:manager',
    summary: 'Nothing is paid out of a stake for now; money still accrues',
    params,
    body: closed({ reason: text(2000) }),
    answer: one(DealSplit),
    refuses: ['already_held'],
  }),
  release: operation({
    method: 'POST',
    path: '/v1/accounting/deal-splits/{id}/release',
    tag,
    access: 'workspace:manager',
    summary: 'Ends a hold',
    params,
    body: closed({ reason: text(2000) }),
    answer: one(DealSplit),
    refuses: ['not_held'],
  }),
  deactivate: operation({
    method: 'POST',
    path: '/v1/accounting/deal-splits/{id}/deactivate',
    tag,
    access: 'workspace:manager',
    summary: 'Retire a stake, with a successor',
    description:
      'It gets nothing of receipts to come; what it earned may still be drawn and clawed back. `successor` is a new stake of the same deal: each field that it does not name is the predecessor’s. Without it none follows.',
    params,
    body: closed({
      reason: text(2000),
      successor: Type.Optional(
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
    }),
    answer: closed({ data: DealSplit, successor: nullable(DealSplit) }),
    refuses: ['split_inactive', 'unknown_reference', 'over_allocated'],
  }),
  listDraws: operation({
    method: 'GET',
    path: '/v1/accounting/deal-splits/{id}/draws',
    tag,
    access: 'workspace',
    summary: 'The draws of a stake, oldest first',
    description: OWN_ONLY,
    params,
    query: closed(pageQuery),
    answer: list(Draw),
    refuses: ['invalid_cursor'],
  }),
  draw: operation({
    method: 'POST',
    path: '/v1/accounting/deal-splits/{id}/draws',
    tag,
    access: 'workspace:manager',
    summary: 'Ask for money of a stake',
    description: `It is set aside at once: what is drawn is never more than was available. ${idempotent}`,
    params,
    body: closed({ amountMinor: positive(), notes: Type.Optional(notes()) }),
    answer: one(Draw),
    refuses: ['insufficient_available', 'split_held'],
  }),
  payDraw: operation({
    method: 'POST',
    path: '/v1/accounting/draws/{id}/pay',
    tag,
    access: 'workspace:manager',
    summary: 'A draw was paid out',
    params: closed({ id: uuid() }),
    answer: one(Draw),
    refuses: ['already_paid', 'already_voided', 'split_held'],
  }),
  voidDraw: operation({
    method: 'POST',
    path: '/v1/accounting/draws/{id}/void',
    tag,
    access: 'workspace:manager',
    summary: 'A draw is not paid after all: its money is available again',
    description: 'A paid one is first taken back: reverse its entry `draw_paid`.',
    params: closed({ id: uuid() }),
    answer: one(Draw),
    refuses: ['already_paid', 'already_voided'],
  }),
  reverse: operation({
    method: 'POST',
    path: '/v1/accounting/entries/{id}/reverse',
    tag,
    access: 'workspace:manager',
    summary: 'Take an entry back',
    description:
      'By a new entry, `reversal`, with the parts of the first below 0. An entry is reversed once. Of draws only `draw_paid` can be reversed: the draw is `requested` again. A reversal is not reversed; post anew.',
    params: closed({ id: uuid() }),
    body: closed({ reason: Type.Optional(text(2000)) }),
    answer: one(Entry),
    refuses: ['already_reversed', 'not_reversible', 'would_go_negative'],
  }),
  getPartyBalance: operation({
    method: 'GET',
    path: '/v1/accounting/parties/{partyKind}/{ref}/balance',
    tag,
    access: 'workspace',
    summary: 'What a party has in all its stakes, by currency',
    description:
      '`ref` is the `accountId`, the `crmUserId`, the name of the external party (URL-encoded), or `house`. The house has its stakes and whatever no stake has. Somebody without a stake has no balances, and neither has somebody whose stakes the caller may not see.',
    params: closed({ partyKind: oneOf(partyKinds), ref: Type.String({ maxLength: 300 }) }),
    answer: one(
      asSeen(
        closed({
          partyKind: oneOf(partyKinds),
          ref: Type.String(),
          balances: Type.Array(
            closed({
              currency: Type.String(),
              splitCount: Type.Integer(),
              ...figures,
              heldMinor: minor('Of `unpaidMinor`: what could be drawn if it were not held.'),
            }),
          ),
        }),
      ),
    ),
  }),
}
