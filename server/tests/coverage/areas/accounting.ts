import { accountingOperations as money } from '../../../../contract/accounting/accounting.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import type { Rule } from '../foreign-ids.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import { NOBODY, NOTHING } from '../subjects.ts'
import type { World } from '../world.ts'

const MOST = Number.MAX_SAFE_INTEGER
const deal = { name: 'Bridge loan', currency: 'USD' }
const half = { partyKind: 'house', basis: 'gross', sharePpm: 500_000 }
const reason = { reason: 'As agreed' }

async function made(world: World, path: string, body: object): Promise<{ id: string | number }> {
  const answer = await world.service.api('POST', `/v1/accounting${path}`, {
    token: world.owner,
    body,
  })
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.text}`)
  return answer.body.data
}

const newDeal = async (world: World, body: object = {}) =>
  (await made(world, '/deals', { ...deal, ...body })).id as number
const newSplit = async (world: World, dealId: number, body: object = {}) =>
  (await made(world, '/deal-splits', { dealId, ...half, ...body })).id as number
const collected = async (world: World, dealId: number, amountMinor = 1000) =>
  (await made(world, `/deals/${dealId}/collections`, { amountMinor })).id as string

/** A request about the deal or the split of the world. */
const on =
  (thing: 'dealId' | 'splitId'): Good =>
  ({ owner, things }) => ({ token: owner, params: { id: things[thing]! } })
/** A request about a new deal, which has collected `amountMinor` if that is given. */
const onDeal =
  (body: object, amountMinor?: number): Good =>
  async (world) => {
    const id = await newDeal(world)
    if (amountMinor) await collected(world, id, amountMinor)
    return { token: world.owner, params: { id }, body }
  }

/** A preview of 1000 on a new deal, which has collected `amountMinor` if that is given. */
const preview =
  (amountMinor?: number): Good =>
  async (world) => {
    const { token, params } = await onDeal({}, amountMinor)(world)
    return { token, params: params!, query: { amountMinor: '1000' } }
  }

const refusedWith =
  (change: (world: World, sent: Sent) => object | Promise<object>): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    return [await send(world.service, operation, { ...sent, ...(await change(world, sent)) })]
  }
const inBody = (sent: Sent, change: object): Sent => ({
  ...sent,
  body: { ...(sent.body as object), ...change },
})
const withBody = (change: object): Case =>
  refusedWith((_, sent) => ({ body: inBody(sent, change).body }))

/** One minor unit more than the largest total that can be kept. */
const tooLarge =
  (what: 'expectations' | 'collections'): Case =>
  (world, operation) =>
    refusedWith(async () => {
      const id = await newDeal(world)
      await made(world, `/deals/${id}/${what}`, { amountMinor: MOST })
      return { params: { id } }
    })(world, operation)

const retired: Case = refusedWith(async (world) => {
  const id = await newSplit(world, await newDeal(world))
  await made(world, `/deal-splits/${id}/deactivate`, reason)
  return { params: { id } }
})

const ofEntry = (entry: (world: World) => Promise<string>): Case =>
  refusedWith(async (world) => ({ params: { id: await entry(world) } }))
const alreadyReversed = ofEntry(async (world) => {
  const id = await collected(world, await newDeal(world))
  await made(world, `/entries/${id}/reverse`, {})
  return id
})
const notReversible = ofEntry(async (world) => {
  const id = await collected(world, await newDeal(world))
  return (await made(world, `/entries/${id}/reverse`, {})).id as string
})
const wouldGoNegative = ofEntry(async (world) => {
  const dealId = await newDeal(world)
  const id = await collected(world, dealId)
  await made(world, `/deals/${dealId}/clawbacks`, { amountMinor: 1, ...reason })
  return id
})

type Foreign = Rule['foreign']
const unknown = { status: 400, code: 'unknown_reference' }
const row: Foreign = (theirs) => [theirs.board.rowId, theirs.page.rowId]
const account: Foreign = (theirs) => [theirs.things.accountId!]
const person: Foreign = (theirs) => [theirs.guest]
const dealOf: Foreign = (theirs) => [Number(theirs.things.dealId)]

const ofRow: Rule = {
  put: (sent, dealRowId) => inBody(sent, { dealRowId }),
  foreign: row,
  as: { missing: NOTHING, ...unknown },
}
const narrows = (name: string, foreign: Foreign, missing: string | number): [string, Rule[]] => [
  `${money.listSplits.operationId} query.${name}`,
  [
    {
      put: (sent, id) => ({ ...sent, query: { [name]: String(id) } }),
      foreign,
      as: { missing, status: 200 },
    },
  ],
]
const names = (
  name: string,
  kind: object,
  foreign: Foreign,
  missing: string | number,
): [string, Rule[]] => [
  `${money.createSplit.operationId} body.${name}`,
  [
    {
      put: (sent, id) => inBody(sent, { ...kind, [name]: id }),
      foreign,
      as: { missing, ...unknown },
    },
  ],
]
/** A field of a split's party, which cannot be changed: any id is refused. */
const fixed = (name: string): [string, Rule[]] => [
  `${money.updateSplit.operationId} body.${name}`,
  [
    {
      put: (sent, id) => inBody(sent, { [name]: id }),
      foreign: (theirs) => [theirs.things.accountId!, theirs.guest],
      as: { missing: NOTHING, status: 400, code: 'party_is_fixed' },
    },
  ],
]

export const accounting: Area = {
  async furnish(world) {
    const { service, desk, mark } = world
    const [{ account_id: accountId }] = await service.sql(
      'SELECT account_id FROM seats WHERE workspace_id = $1 AND crm_user_id = $2',
      [desk.workspaceId, world.guest],
    )
    const dealRowId = world.page.rowId
    const dealId = await newDeal(world, { name: `${mark} loan`, notes: `${mark} note`, dealRowId })
    const party = { partyKind: 'external', externalParty: `${mark} Brokers` }
    const splitId = await newSplit(world, dealId, { ...party, notes: `${mark} note` })
    const entryId = (
      await made(world, `/deals/${dealId}/collections`, {
        amountMinor: 100_000,
        reference: `${mark} wire`,
      })
    ).id
    return {
      accountId,
      dealId: String(dealId),
      splitId: String(splitId),
      entryId: String(entryId),
    }
  },
  good: [
    [money.listDeals, ({ owner }) => ({ token: owner })],
    [money.createDeal, ({ owner }) => ({ token: owner, body: deal })],
    [money.getDeal, on('dealId')],
    [money.updateDeal, onDeal({ name: 'Term loan' })],
    [money.expect, onDeal({ amountMinor: 1000 })],
    [money.collect, onDeal({ amountMinor: 1000 })],
    [money.clawBack, onDeal({ amountMinor: 1000, ...reason }, 1000)],
    [money.previewCollection, preview()],
    [money.previewClawback, preview(1000)],
    [money.listLedger, on('dealId')],
    [money.listSplits, ({ owner }) => ({ token: owner })],
    [
      money.createSplit,
      async (world) => ({
        token: world.owner,
        body: { dealId: await newDeal(world), ...half },
      }),
    ],
    [money.getSplit, on('splitId')],
    [
      money.updateSplit,
      async (world) => ({
        token: world.owner,
        params: { id: await newSplit(world, await newDeal(world)) },
        body: { sharePpm: 250_000 },
      }),
    ],
    [
      money.reverse,
      async (world) => ({
        token: world.owner,
        params: { id: await collected(world, await newDeal(world)) },
        body: reason,
      }),
    ],
  ],
  cases: [
    [money.createDeal, 'unknown_reference', withBody({ dealRowId: NOTHING })],
    [money.updateDeal, 'unknown_reference', withBody({ dealRowId: NOTHING })],
    [money.expect, 'amount_too_large', tooLarge('expectations')],
    [money.collect, 'amount_too_large', tooLarge('collections')],
    [money.collect, 'parts_changed', withBody({ partsHash: '0'.repeat(64) })],
    [money.previewCollection, 'amount_too_large', tooLarge('collections')],
    [money.clawBack, 'exceeds_collected', withBody({ amountMinor: 1001 })],
    [money.clawBack, 'parts_changed', withBody({ partsHash: '0'.repeat(64) })],
    [
      money.previewClawback,
      'exceeds_collected',
      refusedWith(() => ({ query: { amountMinor: '1001' } })),
    ],
    [money.createSplit, 'unknown_reference', withBody({ dealId: NOBODY })],
    [
      money.createSplit,
      'over_allocated',
      refusedWith(async (world) => {
        const dealId = await newDeal(world)
        await newSplit(world, dealId)
        return { body: { ...half, dealId, sharePpm: 500_001 } }
      }),
    ],
    [money.updateSplit, 'party_is_fixed', withBody({ partyKind: 'house' })],
    [money.updateSplit, 'split_inactive', retired],
    [
      money.updateSplit,
      'over_allocated',
      refusedWith(async (world) => {
        const dealId = await newDeal(world)
        await newSplit(world, dealId)
        const id = await newSplit(world, dealId)
        return { params: { id }, body: { sharePpm: 500_001 } }
      }),
    ],
    [money.reverse, 'already_reversed', alreadyReversed],
    [money.reverse, 'not_reversible', notReversible],
    [money.reverse, 'would_go_negative', wouldGoNegative],
  ],
  subjects: {
    deals: {
      of: ({ things }) => [things.dealId!],
      missing: [NOBODY, 0, 'no-id', '99999999999999999999'],
    },
    'deal-splits': {
      of: ({ things }) => [things.splitId!],
      missing: [NOBODY, 0, 'no-id', '99999999999999999999'],
    },
    entries: { of: ({ things }) => [things.entryId!], missing: [NOTHING, 'no-id'] },
  },
  rules: Object.fromEntries<Rule[]>([
    [`${money.createDeal.operationId} body.dealRowId`, [ofRow]],
    [`${money.updateDeal.operationId} body.dealRowId`, [ofRow]],
    names('dealId', {}, dealOf, NOBODY),
    names('accountId', { partyKind: 'account' }, account, NOTHING),
    names('crmUserId', { partyKind: 'crm_user' }, person, NOBODY),
    ...['partyKind', 'accountId', 'crmUserId', 'externalParty'].map(fixed),
    narrows('dealId', dealOf, NOBODY),
    narrows('accountId', account, NOTHING),
    narrows('crmUserId', person, NOBODY),
  ]),
}
