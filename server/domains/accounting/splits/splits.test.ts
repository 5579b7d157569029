import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Deal, openDeal } from '../../../tests/support/desks/deals.ts'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let elsewhere: Desk
let accountId: string
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  const { owner } = await makeOwner(service, 'Elsewhere')
  elsewhere = { tokens: { owner, viewer: owner } } as Desk
  accountId = await accountOf(desk, 'member')
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const api = (role: keyof Desk['tokens'], method: string, path: string, body?: unknown) =>
  service.api(method, `/v1/accounting/deal-splits${path}`, { token: desk.tokens[role], body })

async function accountOf({ tokens }: Desk, role: keyof Desk['tokens']): Promise<string> {
  const answer = await service.api('GET', '/v1/auth/session', { token: tokens[role] })
  return answer.body.data.account.id
}

const nothing = {
  availableMinor: 0,
  clawbackShareMinor: 0,
  collectedMinor: 0,
  drawnMinor: 0,
  entitledMinor: 0,
  pendingMinor: 0,
  unpaidMinor: 0,
  isHeld: false,
}
const house = { partyKind: 'house', basis: 'gross', sharePpm: 100_000 }

describe('a split', () => {
  test('is added by managers, for each kind of party', async () => {
    const deal = await openDeal(service, desk)
    const parties = [
      { partyKind: 'account', accountId },
      { partyKind: 'crm_user', crmUserId: desk.seats.manager },
      { partyKind: 'external', externalParty: 'Bridge Brokers LLC' },
      { partyKind: 'house' },
    ]
    for (const party of parties) {
      const terms = { basis: 'net', sharePpm: 250_000 }
      const made = await api('manager', 'POST', '', { dealId: deal.id, ...party, ...terms })
      expect(made.status).toBe(201)
      expect(made.body.data).toEqual({
        id: expect.any(Number),
        dealId: deal.id,
        accountId: null,
        crmUserId: null,
        externalParty: null,
        ...party,
        ...terms,
        flatAmountMinor: null,
        notes: null,
        status: 'active',
        held: false,
        heldReason: null,
        detail: {},
        deactivatedAt: null,
        createdAt: expect.any(String),
        updatedAt: made.body.data.createdAt,
        availability: nothing,
        entitledByTermsMinor: 0,
      })
      const { id } = made.body.data
      expect((await api('owner', 'GET', `/${id}`)).body).toEqual(made.body)
      const [event] = await service.sql(
        "SELECT actor, data FROM events WHERE type = 'deal_split.created' AND subject = $1",
        [`deal_split:${id}`],
      )
      const actor = `user:${desk.seats.manager}`
      expect(event).toEqual({ actor, data: { dealId: deal.id, dealSplitId: id } })
    }
  })

  test('is refused unless exactly the fields of its partyKind and its basis are sent', async () => {
    const deal = await openDeal(service, desk)
    const paths = async (body: object) => {
      const refused = await api('owner', 'POST', '', { dealId: deal.id, ...body })
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
      return refused.body.issues.map(({ path }: { path: string }) => path)
    }
    expect(await paths({ partyKind: 'account', basis: 'flat' })).toEqual([
      'body.accountId',
      'body.flatAmountMinor',
    ])
    expect(await paths({ ...house, accountId, crmUserId: 1, flatAmountMinor: 5 })).toEqual([
      'body.accountId',
      'body.crmUserId',
      'body.flatAmountMinor',
    ])
    expect(await paths({ ...house, partyKind: 'nobody' })).toEqual(['body.partyKind'])
    expect(await paths({ ...house, basis: 'half' })).toEqual(['body.basis'])
    expect(await paths({ ...house, partyKind: 'external', externalParty: ' ' })).toEqual([
      'body.externalParty',
    ])
    for (const sharePpm of [0, 1_000_001, 0.5, '5', null]) {
      expect(await paths({ ...house, sharePpm })).toContain('body.sharePpm')
    }
    for (const flatAmountMinor of [0, 2 ** 53, 0.5]) {
      const flat = { partyKind: 'house', basis: 'flat', flatAmountMinor }
      expect(await paths(flat)).toContain('body.flatAmountMinor')
    }
    expect(await paths({ ...house, status: 'inactive' })).toEqual(['body.status'])
    expect((await api('member', 'POST', '', { dealId: deal.id, ...house })).status).toBe(403)
  })

  test('is refused for deals and people that are not in this workspace', async () => {
    const deal = await openDeal(service, desk)
    expect((await openDeal(service, elsewhere)).id).toBe(1)
    const suspended = await accountOf(desk, 'admin')
    await service.sql(
      "UPDATE seats SET status = 'suspended' WHERE workspace_id = $1 AND crm_user_id = $2",
      [desk.workspaceId, desk.seats.admin],
    )
    const unknown = async (path: string, body: object) => {
      const refused = await api('owner', 'POST', '', { dealId: deal.id, ...house, ...body })
      expect([refused.status, refused.body.code]).toEqual([400, 'unknown_reference'])
      expect(refused.body.issues[0].path).toBe(`body.${path}`)
    }
    for (const dealId of [0, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      await unknown('dealId', { dealId })
    }
    for (const account of [NOWHERE, suspended, await accountOf(elsewhere, 'owner')]) {
      await unknown('accountId', { partyKind: 'account', accountId: account })
    }
    for (const crmUserId of [0, 99_999, desk.seats.admin, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      await unknown('crmUserId', { partyKind: 'crm_user', crmUserId })
    }
    for (const dealId of [1e300, -1, 2 ** 53]) {
      expect((await api('owner', 'POST', '', { ...house, dealId })).status).toBe(400)
    }
    await service.sql("UPDATE seats SET status = 'active' WHERE workspace_id = $1", [
      desk.workspaceId,
    ])
  })

  test('in another workspace, or missing: 404', async () => {
    const deal = await openDeal(service, desk, [house as never])
    const token = elsewhere.tokens.owner
    for (const id of [deal.splitIds[0], 2_000_000_000, 0, '99999999999', 'x']) {
      const path = `/v1/accounting/deal-splits/${id}`
      const change = { token, body: { notes: 'Theirs' } }
      expect((await service.api('GET', path, { token })).status).toBe(404)
      expect((await service.api('PATCH', path, change)).status).toBe(404)
    }
  })
})

describe('the shares of active splits', () => {
  test('are at most the whole, both of gross and of net', async () => {
    const deal = await openDeal(service, desk)
    const add = (basis: string, sharePpm: number) =>
      api('manager', 'POST', '', { dealId: deal.id, partyKind: 'house', basis, sharePpm })
    for (const basis of ['gross', 'net']) {
      const first = await add(basis, 600_000)
      const over = await add(basis, 400_001)
      expect([over.status, over.body.code]).toEqual([409, 'over_allocated'])
      const second = await add(basis, 400_000)
      expect(second.status).toBe(201)
      const { id } = second.body.data
      const raised = await api('manager', 'PATCH', `/${id}`, { sharePpm: 400_001 })
      expect([raised.status, raised.body.code]).toEqual([409, 'over_allocated'])
      expect((await api('manager', 'PATCH', `/${id}`, { sharePpm: 399_999 })).status).toBe(200)
      expect((await api('manager', 'PATCH', `/${id}`, { sharePpm: 400_000 })).status).toBe(200)
      await api('owner', 'POST', `/${first.body.data.id}/deactivate`, { reason: 'Left' })
      expect((await add(basis, 600_000)).status).toBe(201)
    }
    for (let i = 0; i < 3; i++) expect((await add('funded', 1_000_000)).status).toBe(201)
    const [first] = (await api('owner', 'GET', `?dealId=${deal.id}&status=active`)).body.data
    const moved = await api('manager', 'PATCH', `/${first.id}`, { basis: 'net', sharePpm: 1 })
    expect([moved.status, moved.body.code]).toEqual([409, 'over_allocated'])
  })

  test('stay at most the whole when many are added at once', async () => {
    const deal = await openDeal(service, desk)
    const body = { dealId: deal.id, partyKind: 'house', basis: 'gross', sharePpm: 150_000 }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api('manager', 'POST', '', body)),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(6).fill(201), ...Array(6).fill(409)])
  })
})

test('a deal has at most a thousand splits', async () => {
  const deal = await openDeal(service, desk, [{ basis: 'funded', sharePpm: 5 }])
  await service.sql(
    `INSERT INTO deal_splits (workspace_id, deal_id, id, party_kind, basis, share_ppm)
     SELECT $1, $2, 1000000 + n, 'house', 'net', 1000 FROM generate_series(1, 998) AS n`,
    [desk.workspaceId, deal.id],
  )
  const add = () => api('manager', 'POST', '', { dealId: deal.id, ...house })
  expect((await add()).status).toBe(201)
  const refused = await add()
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
  expect((await api('manager', 'PATCH', `/${deal.splitIds[0]}`, { sharePpm: 6 })).status).toBe(200)
  const collection = await deal.collect(1_000_000)
  expect(collection.allocations).toHaveLength(1000)
  expect((await deal.as('owner')('GET', `${deal.path}/ledger`)).body.data).toEqual([collection])
})

test('are listed in the order they were made, by pages and by every filter', async () => {
  const { owner, crmUserId } = await makeOwner(service)
  const own = { tokens: { owner, viewer: owner } } as Desk
  const account = await accountOf(own, 'owner')
  const share = { basis: 'gross', sharePpm: 100_000 } as const
  const one = await openDeal(service, own, [
    { ...share, partyKind: 'account', accountId: account },
    { ...share, partyKind: 'crm_user', crmUserId },
    { basis: 'net', sharePpm: 1_000_000, partyKind: 'external', externalParty: 'Bridge' },
  ])
  const two = await openDeal(service, own, [
    { ...share, partyKind: 'external', externalParty: 'Other' },
    share,
    { ...share, partyKind: 'account', accountId: account },
  ])
  await one.expect(100)
  await two.expect(1000)
  await two.as('owner')('POST', `/deal-splits/${two.splitIds[2]}/deactivate`, { reason: 'Left' })
  // Its pending amount depends on the other splits of the deal, listed or not.
  expect((await one.split(one.splitIds[2]!)).availability.pendingMinor).toBe(80)
  const list = async (query: string) => {
    const answer = await two.as('owner')('GET', `/deal-splits${query}`)
    expect(answer.status).toBe(200)
    for (const split of answer.body.data) expect(split).toEqual(await one.split(split.id))
    const ids: number[] = answer.body.data.map(({ id }: { id: number }) => id)
    return { ids, next: answer.body.nextCursor }
  }
  const all = [...one.splitIds, ...two.splitIds]
  expect(await list('')).toEqual({ ids: all, next: null })
  const first = await list('?limit=4')
  expect(first).toEqual({ ids: all.slice(0, 4), next: expect.any(String) })
  expect(await list(`?cursor=${first.next}`)).toEqual({ ids: all.slice(4), next: null })
  const filters: [string, (number | undefined)[]][] = [
    [`dealId=${two.id}`, two.splitIds],
    ['status=inactive', [two.splitIds[2]]],
    ['partyKind=house', [two.splitIds[1]]],
    [`accountId=${account}`, [one.splitIds[0], two.splitIds[2]]],
    [`accountId=${account}&status=active`, [one.splitIds[0]]],
    [`crmUserId=${crmUserId}`, [one.splitIds[1]]],
    ['externalParty=Bridge', [one.splitIds[2]]],
    ...['dealId=2000000000', 'dealId=9007199254740991', 'crmUserId=9007199254740991'].map(
      (query): [string, []] => [query, []],
    ),
  ]
  for (const [query, ids] of filters) expect(await list(`?${query}`)).toEqual({ ids, next: null })
  for (const query of ['cursor=x', 'dealId=x', 'dealId=1e300', 'status=gone', 'accountId=x']) {
    expect((await two.as('owner')('GET', `/deal-splits?${query}`)).status).toBe(400)
  }
})

test('what a split is due by its terms stays when a collection is rounded, and is unknown after the terms changed', async () => {
  const third = { basis: 'gross', sharePpm: 333_333 } as const
  const deal = await openDeal(service, desk, [third, third])
  const due = async () => {
    const { data } = (await deal.as('owner')('GET', `/deal-splits?dealId=${deal.id}`)).body
    return data.map((split: { entitledByTermsMinor: number | null }) => split.entitledByTermsMinor)
  }
  await deal.expect(1000)
  expect(await due()).toEqual([333, 333])
  for (const amountMinor of [100, 100, 100]) await deal.collect(amountMinor)
  expect(await deal.figures('entitledMinor')).not.toEqual([333, 333])
  expect(await due()).toEqual([333, 333])
  expect(await deal.split(deal.splitIds[0]!)).toMatchObject({ entitledByTermsMinor: 333 })
  await deal.as('owner')('PATCH', `/deal-splits/${deal.splitIds[0]}`, { sharePpm: 100_000 })
  expect(await due()).toEqual([null, null])
})

test('what no split gets is answered with the splits of a deal, with or without any, to those who see all money', async () => {
  const bare = await openDeal(service, desk, [])
  const house = async (deal: Deal, role: 'owner' | 'viewer', query = '') =>
    (await deal.as(role)('GET', `/deal-splits?dealId=${deal.id}${query}`)).body.house
  await bare.collect(500)
  expect(await house(bare, 'owner')).toMatchObject({
    availability: { collectedMinor: 500, entitledMinor: 500 },
    entitledByTermsMinor: 500,
  })
  const third = { basis: 'gross', sharePpm: 333_333 } as const
  const deal = await openDeal(service, desk, [third, third, third])
  await deal.expect(1000)
  for (const amountMinor of [101, 101, 101]) await deal.collect(amountMinor)
  const splits = (await deal.as('owner')('GET', `/deal-splits?dealId=${deal.id}`)).body.data
  const whole = await house(deal, 'owner')
  for (const filter of ['&status=inactive', '&limit=1']) {
    expect(await house(deal, 'owner', filter)).toEqual(whole)
  }
  const sum = (of: (one: typeof whole) => number) =>
    [...splits, whole].reduce((all, one) => all + of(one), 0)
  expect(sum(({ entitledByTermsMinor }) => entitledByTermsMinor)).toBe(1000)
  expect(sum(({ availability }) => availability.entitledMinor)).toBe(1000)
  expect(sum(({ availability }) => availability.collectedMinor)).toBe(303)
  expect((await deal.as('owner')('GET', '/deal-splits')).body.house).toBeUndefined()
})
