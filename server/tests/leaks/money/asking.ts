import { accountingOperations as money } from '../../../../contract/accounting/accounting.ts'
import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import { goodRequest, type Sent } from '../../coverage/requests.ts'
import { both } from '../ways.ts'
import { MARK, type MoneyWorld, moneyAskers } from './world.ts'

const { feeds } = operationGroups
type Ask = (world: MoneyWorld) => Sent[]

const dealsOf = ({ deals }: MoneyWorld) => deals
const splitsOf = (world: MoneyWorld) => dealsOf(world).flatMap(({ splitIds }) => splitIds)
const eachDeal =
  (...queries: Sent['query'][]): Ask =>
  (world) =>
    dealsOf(world).flatMap(({ id }) => queries.map((query = {}) => ({ params: { id }, query })))
const eachSplit =
  (...queries: Sent['query'][]): Ask =>
  (world) =>
    splitsOf(world).flatMap((id) => queries.map((query = {}) => ({ params: { id }, query })))
const only =
  (...queries: Record<string, string>[]): Ask =>
  () =>
    queries.map((query) => ({ query }))

/** Requests that ask an operation for all the money that it could reveal. */
const asks: [AnyOperation, Ask][] = [
  [
    money.listDeals,
    (world) => [
      ...only({}, { totals: 'true', sort: '-id' }, { search: 'deal' }, { limit: '1' })(world),
      ...dealsOf(world).map(({ rowId: dealRowId }) => ({ query: { dealRowId, totals: 'true' } })),
    ],
  ],
  [money.getDeal, eachDeal({})],
  [money.listLedger, eachDeal({}, { limit: '1' }, { kind: 'commission_collected', limit: '1' })],
  [money.exportLedger, eachDeal({}, { kind: 'clawback' })],
  [
    money.listSplits,
    (world) => [
      ...only({}, { limit: '1' }, { partyKind: 'external' }, { partyKind: 'house' })(world),
      ...dealsOf(world).map(({ id }) => ({ query: { dealId: String(id), status: 'active' } })),
    ],
  ],
  [money.getSplit, eachSplit({})],
  [money.explainAvailability, eachSplit({}, { limit: '1' })],
  [money.listDraws, eachSplit({}, { limit: '1' })],
  [
    money.getPartyBalance,
    ({ seats }) =>
      [
        ['house', 'house'],
        ...[`${MARK} Brokers`, `${MARK} Funder`, `${MARK} Successor`].map((name) => [
          'external',
          name,
        ]),
        ...moneyAskers.flatMap((asker) => [
          ['account', seats[asker].accountId],
          ['crm_user', String(seats[asker].crmUserId)],
        ]),
      ].map(([partyKind, ref]) => ({
        params: { partyKind: partyKind!, ref: encodeURIComponent(ref!) },
      })),
  ],
  // About the deals and splits of the world, so that a refusal is about other people's money.
  ...[money.previewCollection, money.previewClawback].map((operation): [AnyOperation, Ask] => [
    operation,
    eachDeal({ amountMinor: '1' }),
  ]),
  ...[money.updateDeal, money.expect, money.collect, money.clawBack].map(
    (operation): [AnyOperation, Ask] => [operation, eachDeal({})],
  ),
  ...[money.updateSplit, money.hold, money.release, money.deactivate, money.draw].map(
    (operation): [AnyOperation, Ask] => [operation, eachSplit({})],
  ),
  ...[money.payDraw, money.voidDraw].map((operation): [AnyOperation, Ask] => [
    operation,
    (world) =>
      dealsOf(world).flatMap(({ draws }) => [...draws.values()].map((id) => ({ params: { id } }))),
  ]),
  ...both('getTimeline').map((operation, nth): [AnyOperation, Ask] => [
    operation,
    ({ board, page }) => {
      const { id, key, rowId } = nth === 0 ? board : page
      const params: Sent['params'] = nth === 0 ? { id, rowId } : { key, rowId }
      return [{ params }, { params, query: { kinds: 'money', limit: '1' } }]
    },
  ]),
  ...both('getRelated').map((operation, nth): [AnyOperation, Ask] => [
    operation,
    ({ board, page }) =>
      nth === 0
        ? [{ params: { id: board.id, rowId: board.rowId } }]
        : [{ params: { key: page.key, rowId: page.rowId } }],
  ]),
  [feeds.pull, only({ limit: '1000' }, { limit: '1000', types: 'deal.*,deal_split.*,draw.*' })],
]

const asked = new Map(asks.map(([{ operationId }, ask]) => [operationId, ask]))

/** The operation's good request, about every deal and split. */
export async function moneyRequests(world: MoneyWorld, operation: AnyOperation): Promise<Sent[]> {
  const good = await goodRequest(world, operation)
  const ask = asked.get(operation.operationId)
  return ask ? ask(world).map((sent) => ({ ...good, ...sent })) : [good]
}
