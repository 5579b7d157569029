import type { MoneyVisibleTo } from '../../../../contract/workspaces/money-visibility.ts'
import type { Role } from '../../../../shared/roles.ts'
import { makeWorld, type World } from '../../coverage/world.ts'
import type { TestService } from '../../support/service/service.ts'
import { openToken } from '../../support/service/tokens.ts'

/** Part of every text about money: names of parties, references, reasons, notes. */
export const MARK = 'zq9wj4kt'

/** Who asks: below manager, with a split of their own and without. */
export const moneyAskers = [
  'member with a split',
  'member',
  'viewer with a split',
  'viewer',
] as const
export type MoneyAsker = (typeof moneyAskers)[number]

interface Seat {
  token: string
  crmUserId: number
  accountId: string
  /** The seat's own splits. */
  splitIds: number[]
}

/** A workspace with three deals. The askers with a split have theirs in the first two, and none in the third. */
export interface MoneyWorld extends World {
  seats: Record<MoneyAsker, Seat>
  /** The deal of a page's row. */
  shared: MadeDeal
  foreign: MadeDeal
  deals: MadeDeal[]
  choose(moneyVisibleTo: MoneyVisibleTo): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: an answer, which the caller knows
  ask(method: string, path: string, body?: object): Promise<any>
}

interface MadeDeal {
  id: number
  rowId: string
  splitIds: number[]
  draws: Map<number, string>
}

export async function makeMoneyWorld(service: TestService): Promise<MoneyWorld> {
  const world = await makeWorld(service, 'Books')
  const ask: MoneyWorld['ask'] = async (method, path, body) => {
    const answer = await service.api(method, path, { token: world.owner, body })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.text}`)
    return answer.body
  }
  // Ids that nothing else has.
  await service.sql(
    `UPDATE integer_ids SET next_id = CASE WHEN kind = 'deal' THEN 700000000 ELSE 800000000 END
     WHERE workspace_id = $1 AND kind IN ('deal', 'deal_split')`,
    [world.desk.workspaceId],
  )
  const seats = {} as MoneyWorld['seats']
  for (const asker of moneyAskers) seats[asker] = await seat(world, ask, asker)
  const own = (asker: MoneyAsker, by: 'account' | 'crm_user') => ({
    partyKind: by,
    ...(by === 'account'
      ? { accountId: seats[asker].accountId }
      : { crmUserId: seats[asker].crmUserId }),
  })
  const { board, page } = world
  const shared = await makeDeal(ask, page.rowId, 1, [
    { ...own('member with a split', 'crm_user'), basis: 'net', sharePpm: 203_417 },
    { ...own('viewer with a split', 'account'), basis: 'net', sharePpm: 150_011 },
    { ...own('member with a split', 'account'), basis: 'flat', flatAmountMinor: 1_271_143 },
  ])
  const [net, viewers, flat] = shared.splitIds
  seats['member with a split'].splitIds.push(net!, flat!)
  seats['viewer with a split'].splitIds.push(viewers!)
  const onBoard = await makeDeal(ask, board.rowId, 3, [
    { ...own('member with a split', 'crm_user'), basis: 'net', sharePpm: 170_471 },
    { ...own('viewer with a split', 'crm_user'), basis: 'net', sharePpm: 110_923 },
  ])
  seats['member with a split'].splitIds.push(onBoard.splitIds[0]!)
  seats['viewer with a split'].splitIds.push(onBoard.splitIds[1]!)
  // The successor is for somebody else: the previous party must learn nothing more about it.
  const successor = { partyKind: 'external', externalParty: `${MARK} Successor` }
  await ask('POST', `/v1/accounting/deal-splits/${flat}/deactivate`, { reason: 'Left', successor })
  const foreign = await makeDeal(ask, board.rowId, 2, [])
  const deals = [shared, onBoard, foreign]
  return {
    ...world,
    seats,
    shared,
    foreign,
    deals,
    ask,
    choose: (moneyVisibleTo) => ask('PATCH', '/v1/workspace', { moneyVisibleTo }),
  }
}

async function seat(world: World, ask: MoneyWorld['ask'], asker: MoneyAsker): Promise<Seat> {
  const role = asker.split(' ')[0] as Role
  const email = `${asker.replaceAll(' ', '-')}-${world.guest}@books.example`
  const { crmUserId } = (await ask('POST', '/v1/workspace/seats', { email, role })).data
  const { workspaceId } = world.desk
  const [{ account_id: accountId }] = await world.service.sql(
    `UPDATE seats SET status = 'active' WHERE workspace_id = $1 AND crm_user_id = $2
     RETURNING account_id`,
    [workspaceId, crmUserId],
  )
  const { token } = await openToken(world.service, workspaceId, crmUserId)
  return { token, crmUserId, accountId, splitIds: [] }
}

/** Makes a deal whose amounts cannot be mistaken for anything else; `nth` makes those of two deals differ. */
async function makeDeal(
  ask: MoneyWorld['ask'],
  rowId: string,
  nth: number,
  own: object[],
): Promise<MadeDeal> {
  const make = async (path: string, body: object) =>
    (await ask('POST', `/v1/accounting${path}`, body)).data
  const { id } = await make('/deals', {
    name: `Deal ${nth}`,
    currency: 'USD',
    dealRowId: rowId,
    notes: `${MARK} deal`,
    fundedMinor: 717_371_713 + nth,
  })
  const splits = [
    ...own,
    { partyKind: 'external', externalParty: `${MARK} Brokers`, basis: 'gross', sharePpm: 123_457 },
    { partyKind: 'external', externalParty: `${MARK} Funder`, basis: 'funded', sharePpm: 2_347 },
    { partyKind: 'house', basis: 'net', sharePpm: 317_933 },
  ]
  const splitIds: number[] = []
  for (const split of splits) {
    splitIds.push((await make('/deal-splits', { dealId: id, notes: 'Agreed', ...split })).id)
  }
  const post = (what: string, body: object) => make(`/deals/${id}/${what}`, body)
  const reference = `${MARK} wire`
  await post('expectations', { amountMinor: 98_765_431 * nth, reference })
  await post('collections', { amountMinor: 45_678_917 * nth, reference })
  const wrong = await post('collections', { amountMinor: 5_432_107 * nth, reference })
  await make(`/entries/${wrong.id}/reverse`, { reason: `${MARK} wrong` })
  await post('clawbacks', { amountMinor: 3_456_789 * nth, reason: `${MARK} given back` })
  const draws = new Map<number, string>()
  for (const [at, splitId] of splitIds.entries()) {
    const draw = await make(`/deal-splits/${splitId}/draws`, {
      amountMinor: 23_459 + at * 101 + nth,
    })
    draws.set(splitId, draw.id)
  }
  const [first] = splitIds
  await ask('POST', `/v1/accounting/draws/${draws.get(first!)}/pay`)
  return { id, rowId, splitIds, draws }
}
