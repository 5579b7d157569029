import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { type Books, openBooks } from '../../../tests/support/desks/money.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let books: Books
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  books = openBooks(service, desk)
})
afterAll(() => service.stop())

const balance = (kind: string, ref: string) =>
  books.as('owner')('GET', `/parties/${kind}/${encodeURIComponent(ref)}/balance`)

const nothing = {
  splitCount: 0,
  collectedMinor: 0,
  pendingMinor: 0,
  entitledMinor: 0,
  entitledByTermsMinor: 0,
  clawbackShareMinor: 0,
  drawnMinor: 0,
  unpaidMinor: 0,
  availableMinor: 0,
  heldMinor: 0,
}

test('a party has the sum of its splits, for each currency', async () => {
  const name = 'Bay & Brokers / Öst, Inc.'
  const party = { partyKind: 'external', externalParty: name }
  const [first, second, third] = [
    await books.deal({ currency: 'USD' }),
    await books.deal({ currency: 'USD' }),
    await books.deal({ currency: 'EUR' }),
  ]
  const gross = { basis: 'gross', sharePpm: 500_000 }
  const one = await books.split(first.id, { ...party, ...gross })
  const held = await books.split(second.id, { ...party, ...gross })
  await books.split(third.id, { ...party, ...gross })
  await books.split(third.id, { ...party, externalParty: 'Bay', ...gross })
  await books.post(first.id, 'expectations', 10_000)
  await books.post(first.id, 'collections', 4_000)
  await books.post(first.id, 'clawbacks', 400, { reason: 'Paid back early' })
  await books.made('POST', `/deal-splits/${one.id}/draws`, { amountMinor: 300 })
  await books.post(second.id, 'collections', 1_000)
  await books.made('POST', `/deal-splits/${held.id}/hold`, { reason: 'A dispute' })
  const { status, body } = await balance('external', name)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    partyKind: 'external',
    ref: name,
    balances: [
      { ...nothing, currency: 'EUR', splitCount: 1 },
      {
        currency: 'USD',
        splitCount: 2,
        collectedMinor: 2_500,
        pendingMinor: 3_000,
        entitledMinor: 5_500,
        entitledByTermsMinor: 5_500,
        clawbackShareMinor: 200,
        drawnMinor: 300,
        unpaidMinor: 2_000,
        availableMinor: 1_500,
        heldMinor: 500,
      },
    ],
  })
})

test('a party is one however its name was spelled, also in splits of before', async () => {
  const deal = await books.deal({ currency: 'NOK' })
  const split = (externalParty: string) =>
    books.split(deal.id, {
      partyKind: 'external',
      externalParty,
      basis: 'gross',
      sharePpm: 100_000,
    })
  const first = await split('Beta LLC')
  const second = await split(' Beta\u00a0 LLC\u200b ')
  await split('beta llc')
  expect(await books.get(`/deal-splits/${second.id}`)).toMatchObject({ externalParty: 'Beta LLC' })
  await service.sql('UPDATE deal_splits SET external_party = $1 WHERE id = $2', [
    'Beta\u2007LLC ',
    second.id,
  ])
  await books.post(deal.id, 'collections', 1_000)
  for (const ref of ['Beta LLC', 'Beta  LLC ', 'Beta\u00a0LLC']) {
    expect((await balance('external', ref)).body.data.balances, ref).toMatchObject([
      { currency: 'NOK', splitCount: 2, collectedMinor: 200, unpaidMinor: 200 },
    ])
    const { body } = await books.as('owner')(
      'GET',
      `/deal-splits?externalParty=${encodeURIComponent(ref)}`,
    )
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id])
  }
  expect((await balance('external', 'beta llc')).body.data.balances).toMatchObject([
    { splitCount: 1, collectedMinor: 100 },
  ])
})

test('people are found by their login and by their number, and these are two parties', async () => {
  const deal = await books.deal({ currency: 'CAD' })
  const session = await service.api('GET', '/v1/auth/session', { token: desk.tokens.member })
  const accountId: string = session.body.data.account.id
  const net = { basis: 'net', sharePpm: 250_000 }
  await books.split(deal.id, { partyKind: 'account', accountId, ...net })
  await books.split(deal.id, { partyKind: 'crm_user', crmUserId: desk.seats.member, ...net })
  await books.post(deal.id, 'collections', 1_000)
  for (const [kind, ref] of [
    ['account', accountId],
    ['account', accountId.toUpperCase()],
    ['crm_user', String(desk.seats.member)],
  ] as const) {
    expect((await balance(kind, ref)).body.data.balances).toMatchObject([
      { currency: 'CAD', splitCount: 1, collectedMinor: 250, unpaidMinor: 250 },
    ])
  }
})

test('the house has its splits and whatever no split has', async () => {
  const { owner } = await makeOwner(service)
  const theirs = openBooks(service, { tokens: { manager: owner } })
  const deal = await theirs.deal()
  await theirs.split(deal.id, { partyKind: 'house', basis: 'gross', sharePpm: 100_000 })
  const broker = { partyKind: 'external', externalParty: 'Bay' }
  await theirs.split(deal.id, { ...broker, basis: 'gross', sharePpm: 600_000 })
  await theirs.post(deal.id, 'expectations', 2_000)
  await theirs.post(deal.id, 'collections', 1_000)
  await theirs.post(deal.id, 'clawbacks', 100, { reason: 'Paid back early' })
  expect((await theirs.get('/parties/house/house/balance')).balances).toEqual([
    {
      currency: 'USD',
      splitCount: 1,
      collectedMinor: 400,
      pendingMinor: 400,
      entitledMinor: 800,
      entitledByTermsMinor: 800,
      clawbackShareMinor: 40,
      drawnMinor: 0,
      unpaidMinor: 360,
      availableMinor: 360,
      heldMinor: 0,
    },
  ])
})

test('many deals are summed page by page', async () => {
  await service.sql(
    `INSERT INTO deals (workspace_id, id, name, currency, collected_minor, house_collected_minor)
     SELECT $1, 100000 + n, 'Many', 'SEK', 10, 3 FROM generate_series(1, 1200) AS n`,
    [desk.workspaceId],
  )
  await service.sql(
    `INSERT INTO deal_splits (workspace_id, deal_id, id, party_kind, external_party, basis, share_ppm, collected_minor)
     SELECT $1, 100000 + n, 100000 + n, 'external', 'Many deals', 'gross', 700000, 7
     FROM generate_series(1, 1200) AS n`,
    [desk.workspaceId],
  )
  expect((await balance('external', 'Many deals')).body.data.balances).toMatchObject([
    { currency: 'SEK', splitCount: 1_200, collectedMinor: 8_400 },
  ])
  const { balances } = (await balance('house', 'house')).body.data
  expect(balances.find((one: { currency: string }) => one.currency === 'SEK')).toMatchObject({
    splitCount: 0,
    collectedMinor: 3_600,
    availableMinor: 3_600,
  })
})

test('somebody without a split has no balances, and a reference to nobody is not found', async () => {
  const { owner } = await makeOwner(service)
  const theirs = openBooks(service, { tokens: { manager: owner } })
  for (const path of [
    '/parties/external/Nobody/balance',
    '/parties/crm_user/999999999999999/balance',
    '/parties/account/0190cafe-0000-7000-8000-00000000dead/balance',
    '/parties/house/house/balance',
  ]) {
    expect((await theirs.get(path)).balances).toEqual([])
  }
  for (const [kind, ref] of [
    ['account', 'no-id'],
    ['account', '7'],
    ['crm_user', 'Ann'],
    ['crm_user', '1.5'],
    ['crm_user', '-1'],
    ['crm_user', '9'.repeat(40)],
    ['house', 'home'],
    ['nobody', 'x'],
  ] as const) {
    const { status, body } = await balance(kind, ref)
    expect([status, body.code], `${kind} ${ref}`).toEqual([404, 'not_found'])
  }
})

test('what a party is due by its terms is the same as in its split, however collections were rounded', async () => {
  const deal = await books.deal({ currency: 'SEK' })
  const third = { basis: 'gross', sharePpm: 333_333 }
  const party = { partyKind: 'external', externalParty: 'A Third AB' }
  const split = await books.split(deal.id, { ...party, ...third })
  await books.split(deal.id, { partyKind: 'external', externalParty: 'Other Third AB', ...third })
  await books.post(deal.id, 'expectations', 1_000)
  for (const amount of [100, 100, 100]) await books.post(deal.id, 'collections', amount)
  const { entitledByTermsMinor } = await books.get(`/deal-splits/${split.id}`)
  const sums = (await balance('external', 'A Third AB')).body.data.balances[0]
  expect(sums).toMatchObject({ entitledByTermsMinor })
  expect(sums.entitledMinor).not.toBe(entitledByTermsMinor)
})
