import { accountingOperations as money } from '../../../../contract/accounting/accounting.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import type { Rule } from '../foreign-ids.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import { NOBODY, NOTHING } from '../subjects.ts'
import type { World } from '../world.ts'

const reason = { reason: 'As agreed' }
const whole = { partyKind: 'house', basis: 'gross', sharePpm: 1_000_000 }

async function made(world: World, path: string, body?: object): Promise<{ id: string | number }> {
  const answer = await world.service.api('POST', `/v1/accounting${path}`, {
    token: world.owner,
    body,
  })
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.text}`)
  return answer.body.data ?? answer.body
}

/** Makes a split on a deal of its own, with something to draw. */
async function newSplit(world: World, status?: 'held' | 'retired'): Promise<string> {
  const { id: dealId } = await made(world, '/deals', { name: 'Bridge loan', currency: 'USD' })
  const { id } = await made(world, '/deal-splits', { dealId, ...whole })
  await made(world, `/deals/${dealId}/collections`, { amountMinor: 1000 })
  if (status) {
    await made(world, `/deal-splits/${id}/${status === 'held' ? 'hold' : 'deactivate'}`, reason)
  }
  return String(id)
}
const newDraw = async (world: World, splitId?: string) =>
  (
    await made(world, `/deal-splits/${splitId ?? (await newSplit(world))}/draws`, {
      amountMinor: 100,
    })
  ).id as string
async function settled(world: World, verb: 'pay' | 'void'): Promise<string> {
  const id = await newDraw(world)
  await made(world, `/draws/${id}/${verb}`)
  return id
}

const onSplit =
  (body: object, status?: 'held'): Good =>
  async (world) => ({
    token: world.owner,
    params: { id: await newSplit(world, status) },
    body,
  })
const onDraw: Good = async (world) => ({
  token: world.owner,
  params: { id: await newDraw(world) },
})
/** A request about the deal or the split of the world. */
const on =
  (thing: 'dealId' | 'splitId'): Good =>
  ({ owner, things }) => ({ token: owner, params: { id: things[thing]! } })

/** The good request about another thing, or with another body. */
const instead =
  (change: (world: World) => Promise<Partial<Sent>> | Partial<Sent>): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    return [await send(world.service, operation, { ...sent, ...(await change(world)) })]
  }
const of = (thing: (world: World) => Promise<string>): Case =>
  instead(async (world) => ({ params: { id: await thing(world) } }))

const heldDraw: Case = of(async (world) => {
  const splitId = await newSplit(world)
  const id = await newDraw(world, splitId)
  await made(world, `/deal-splits/${splitId}/hold`, reason)
  return id
})
const overAllocated: Case = instead(async (world) => {
  const id = await newSplit(world)
  const { dealId } = (
    await world.service.api('GET', `/v1/accounting/deal-splits/${id}`, { token: world.owner })
  ).body.data
  const flat = { partyKind: 'house', basis: 'flat', flatAmountMinor: 1 }
  const { id: other } = await made(world, '/deal-splits', { dealId, ...flat })
  const successor = { basis: 'gross', sharePpm: 1 }
  return { params: { id: String(other) }, body: { ...reason, successor } }
})

const ofSuccessor = (
  name: string,
  partyKind: string,
  foreign: Rule['foreign'],
  missing: string | number,
): [string, Rule[]] => [
  `${money.deactivate.operationId} body.successor.${name}`,
  [
    {
      put: (sent, id) => ({ ...sent, body: { ...reason, successor: { partyKind, [name]: id } } }),
      foreign,
      as: { missing, status: 400, code: 'unknown_reference' },
    },
  ],
]

export const payouts: Area = {
  async furnish(world) {
    const { id } = await made(world, `/deal-splits/${world.things.splitId}/draws`, {
      amountMinor: 100,
      notes: `${world.mark} draw`,
    })
    return { drawId: String(id) }
  },
  good: [
    [money.hold, onSplit(reason)],
    [money.release, onSplit(reason, 'held')],
    [money.deactivate, onSplit({ ...reason, successor: {} })],
    [money.listDraws, on('splitId')],
    [money.draw, onSplit({ amountMinor: 1000 })],
    [money.payDraw, onDraw],
    [money.voidDraw, onDraw],
    [money.explainAvailability, on('splitId')],
    [money.exportLedger, on('dealId')],
    [
      money.getPartyBalance,
      ({ owner, mark }) => ({
        token: owner,
        params: { partyKind: 'external', ref: encodeURIComponent(`${mark} Brokers`) },
      }),
    ],
  ],
  cases: [
    [money.hold, 'already_held', of((world) => newSplit(world, 'held'))],
    [money.release, 'not_held', of((world) => newSplit(world))],
    [money.deactivate, 'split_inactive', of((world) => newSplit(world, 'retired'))],
    [
      money.deactivate,
      'unknown_reference',
      instead(() => ({
        body: { ...reason, successor: { partyKind: 'crm_user', crmUserId: NOBODY } },
      })),
    ],
    [money.deactivate, 'over_allocated', overAllocated],
    [money.draw, 'insufficient_available', instead(() => ({ body: { amountMinor: 1001 } }))],
    [money.draw, 'split_held', of((world) => newSplit(world, 'held'))],
    [money.payDraw, 'already_paid', of((world) => settled(world, 'pay'))],
    [money.payDraw, 'already_voided', of((world) => settled(world, 'void'))],
    [money.payDraw, 'split_held', heldDraw],
    [money.voidDraw, 'already_paid', of((world) => settled(world, 'pay'))],
    [money.voidDraw, 'already_voided', of((world) => settled(world, 'void'))],
  ],
  subjects: {
    draws: { of: ({ things }) => [things.drawId!], missing: [NOTHING, 'no-id'] },
    // A party without a split has no balances in any workspace: only an unknown kind of party is not found.
    parties: { of: () => [], missing: ['nobody', NOTHING] },
  },
  rules: Object.fromEntries<Rule[]>([
    ofSuccessor('accountId', 'account', (theirs) => [theirs.things.accountId!], NOTHING),
    ofSuccessor('crmUserId', 'crm_user', (theirs) => [theirs.guest], NOBODY),
  ]),
}
