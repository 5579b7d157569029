import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deal, openDeal } from '../../server/tests/support/desks/deals.ts'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
let deal: Deal

beforeAll(async () => {
  app = await startApp()
  const tokens = { owner: app.owner.token, viewer: app.owner.token } as never
  deal = await openDeal(app, { tokens }, [
    { basis: 'gross', sharePpm: 600_000, partyKind: 'external', externalParty: 'Rosa Delgado' },
  ])
})
afterAll(() => app.stop())

test('a collection is split, a draw that is too large is refused, and a covered one is paid', async () => {
  const page = await app.open(paths.deal(deal.id), { refusals: [409] })
  const figure = (name: string) => page.getByRole('button', { name: `${name} of Rosa Delgado:` })
  await page.getByRole('button', { name: 'Record collection' }).click()
  const parts = page.getByRole('region', { name: 'Who gets how much' })
  await parts.getByText('Rosa Delgado').waitFor()
  await page.getByLabel('Amount received').fill('1000')
  await parts.getByText('$600').waitFor()
  await parts.getByText('$400').waitFor()
  expect(await deal.figures('collectedMinor')).toEqual([0])
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click()
  await expect.poll(() => figure('Available').textContent()).toBe('$600')

  await page.getByRole('button', { name: 'Actions for Rosa Delgado’s split' }).click()
  await page.getByRole('menuitem', { name: 'Draw', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Draw from Rosa Delgado’s split' })
  await dialog.getByLabel('Amount').fill('600.01')
  await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
  await dialog.getByText('Only $600 is available').waitFor()
  expect(await dialog.getByRole('alert').textContent()).not.toMatch(/minor/i)

  await dialog.getByLabel('Amount').fill('250')
  await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByText('$250 set aside for Rosa Delgado.').waitFor()
  await expect.poll(() => figure('Available').textContent()).toBe('$350')

  // Where it is paid is offered, and nothing opens by itself over what somebody does by now.
  await page.getByRole('button', { name: 'Pay or void' }).click()
  await page.getByRole('button', { name: 'Pay $250' }).click()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByText('$250 was paid.').waitFor()
  await page.getByRole('dialog').getByText('Paid', { exact: true }).waitFor()
  expect(await deal.figures('availableMinor')).toEqual([350_00])
})

test('a collection whose split has changed since it was shown is not recorded', async () => {
  const changing = await openDeal(app, { tokens: { owner: app.owner.token } as never }, [
    { basis: 'gross', sharePpm: 500_000, partyKind: 'external', externalParty: 'Rosa Delgado' },
  ])
  const page = await app.open(paths.deal(changing.id), { refusals: [409] })
  await page.getByRole('button', { name: 'Record collection' }).click()
  const parts = page.getByRole('region', { name: 'Who gets how much' })
  await page.getByLabel('Amount received').fill('1000')
  await parts.getByText('$500').first().waitFor()
  await page.route(
    '**/v1/accounting/deals/*/collections',
    async (route) => {
      const path = `/deal-splits/${changing.splitIds[0]}`
      await changing.as('owner')('PATCH', path, { sharePpm: 300_000 })
      await route.continue()
    },
    { times: 1 },
  )
  const record = page.getByRole('dialog').getByRole('button', { name: 'Record' })
  await record.click()
  await page.getByRole('alert').getByText('The split has just changed').waitFor()
  expect(await changing.figures('collectedMinor')).toEqual([0])
  await parts.getByText('$300').waitFor()
  await record.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await changing.figures('collectedMinor')).toEqual([300_00])
})

test('a collection whose answer is lost is recorded once, and a draw that is cancelled while the connection is away is not made', async () => {
  const lost = await openDeal(app, { tokens: { owner: app.owner.token } as never }, [
    {
      basis: 'flat',
      flatAmountMinor: 500_00,
      partyKind: 'external',
      externalParty: 'Rosa Delgado',
    },
  ])
  const page = await app.open(paths.deal(lost.id))
  const dialog = page.getByRole('dialog')
  const waits = dialog.getByText('This waits here and is sent when the connection is back')
  await page.getByRole('button', { name: 'Record collection' }).click()
  await page.getByLabel('Amount received').fill('1000')
  await page.getByRole('region', { name: 'Who gets how much' }).getByText('$500').first().waitFor()
  // The service records it, and from then on nothing comes through.
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'POST' && (await lost.deal()).collectedMinor === 0) {
      await route.fetch()
    }
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Record' }).click()
  await waits.waitFor()
  await expect.poll(async () => (await lost.deal()).collectedMinor).toBe(1000_00)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('$1,000 received and split.').waitFor()
  expect((await lost.deal()).collectedMinor).toBe(1000_00)

  await page.getByRole('button', { name: 'Actions for Rosa Delgado’s split' }).click()
  await page.getByRole('menuitem', { name: 'Draw', exact: true }).click()
  await dialog.getByLabel('Amount').waitFor()
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
  await waits.waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  await page.getByText('You’re offline').waitFor({ state: 'detached' })
  // What came after it went through.
  await page.getByRole('button', { name: 'Actions for Rosa Delgado’s split' }).click()
  await page.getByRole('menuitem', { name: 'Hold' }).click()
  await dialog.getByLabel('Reason').fill('Papers are missing')
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await page.getByText('Held', { exact: true }).first().waitFor()
  expect(await lost.figures('drawnMinor')).toEqual([0])
})

test('commissions are started on the record of a deal, where money is recorded and paid', async () => {
  const rows = await app.owner.api('POST', '/v1/definitions/deals/rows', {
    body: { cells: { deal: 'Harbor Café', funded_amount: 50_000 } },
  })
  const page = await app.open(paths.recordCommissions('deals', rows.body.data.id))
  const record = page.getByRole('complementary', { name: 'Record' })
  await record.getByRole('button', { name: 'Start commissions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start commissions' })
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Harbor Café')
  await expect.poll(() => dialog.getByLabel('Funded amount').inputValue()).toBe('50000')
  await dialog.getByRole('button', { name: 'Start commissions' }).click()
  await record.getByText('No commission is expected from this deal yet.').waitFor()
  const { body } = await app.owner.api('GET', '/v1/accounting/deals?sort=-id&limit=1')
  const [started] = body.data
  expect(started).toMatchObject({ dealRowId: rows.body.data.id, fundedMinor: 50_000_00 })
  await app.owner.api('POST', '/v1/accounting/deal-splits', {
    body: {
      dealId: started.id,
      partyKind: 'external',
      externalParty: 'Rosa Delgado',
      basis: 'gross',
      sharePpm: 600_000,
    },
  })

  // Seven clicks: record what came in, draw from it, pay the draw.
  await record.getByRole('button', { name: 'Received of Rosa Delgado: $0' }).waitFor()
  await record.getByRole('button', { name: 'Record collection' }).click()
  await page.getByLabel('Amount received').fill('1000')
  await page.getByRole('region', { name: 'Who gets how much' }).getByText('$600').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click()
  await record.getByRole('button', { name: 'Actions for Rosa Delgado’s split' }).click()
  await page.getByRole('menuitem', { name: 'Draw', exact: true }).click()
  // All that is available, unless another amount is typed.
  await expect.poll(() => page.getByRole('dialog').getByLabel('Amount').inputValue()).toBe('600.00')
  await page.getByRole('dialog').getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByRole('button', { name: 'Pay or void' }).click()
  await page.getByRole('button', { name: 'Pay $600' }).click()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByText('$600 was paid.').waitFor()
})

test('an answer to a dialog that was closed closes no other one, and opens nothing', async () => {
  const paid = await openDeal(app, { tokens: { owner: app.owner.token } as never }, [
    { basis: 'gross', sharePpm: 500_000, partyKind: 'external', externalParty: 'Rosa Delgado' },
  ])
  const page = await app.open(paths.deal(paid.id))
  const dialog = page.getByRole('dialog')
  const act = async (verb: string) => {
    await page.getByRole('button', { name: 'Actions for Rosa Delgado’s split' }).click()
    await page.getByRole('menuitem', { name: verb, exact: true }).click()
  }
  await page.getByRole('button', { name: 'Record collection' }).click()
  await page.getByLabel('Amount received').fill('1000')
  await page.getByRole('region', { name: 'Who gets how much' }).getByText('$500').first().waitFor()
  await dialog.getByRole('button', { name: 'Record' }).click()
  await dialog.waitFor({ state: 'detached' })

  const answered = Promise.withResolvers<void>()
  await page.route('**/v1/accounting/**', async (route) => {
    if (route.request().method() === 'POST') await answered.promise
    await route.continue()
  })
  await act('Draw')
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('500.00')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
  await sent
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await act('Hold')
  const reason = dialog.getByLabel('Reason')
  await reason.click()
  await page.keyboard.type('Papers ', { delay: 30 })
  answered.resolve()
  await page.getByText('$500 set aside for Rosa Delgado.').waitFor()
  await page.keyboard.type('are missing', { delay: 30 })
  expect(await reason.inputValue()).toBe('Papers are missing')
  expect(await dialog.count()).toBe(1)
})

test('the commissions of a record are a table with its room, and cards beside a grid and on a phone', async () => {
  const rows = await app.owner.api('POST', '/v1/definitions/deals/rows', {
    body: { cells: { deal: 'Cider House' } },
  })
  const rowId = rows.body.data.id
  const { body } = await app.owner.api('POST', '/v1/accounting/deals', {
    body: { name: 'Cider House', currency: 'USD', dealRowId: rowId },
  })
  for (const externalParty of ['Ann Low', 'Bo Marsh', 'Cy Nunez']) {
    await app.owner.api('POST', '/v1/accounting/deal-splits', {
      body: {
        dealId: body.data.id,
        partyKind: 'external',
        externalParty,
        basis: 'gross',
        sharePpm: 200_000,
      },
    })
  }
  await app.owner.api('POST', `/v1/accounting/deals/${body.data.id}/collections`, {
    body: { amountMinor: 1_000_00 },
  })
  const page = await app.open(`${paths.recordPage('deals', rowId)}?tab=commissions`)
  const table = page.getByRole('region', { name: 'Splits' })
  const figure = (name: string) => table.getByRole('button', { name: `${name} of Ann Low:` })
  await expect.poll(() => figure('Available').textContent()).toBe('$200')
  expect(await table.getByRole('row').count()).toBe(5)
  expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  // Zeros are dashes, for eyes only, and one figure is bold.
  expect(await figure('Drawn').textContent()).toBe('–')
  expect(await figure('Drawn').getAttribute('aria-label')).toContain('Drawn of Ann Low: $0')
  const bold = await page.evaluate(
    `[...document.querySelectorAll('[aria-label="Splits"] [aria-label*="How is it calculated"]')]
      .filter((one) => getComputedStyle(one).fontWeight === '600').length`,
  )
  expect(bold).toBe(3)
  // The steps are in their order: what is expected has a button of its own.
  await page.getByRole('button', { name: 'Record expectation' }).waitFor()

  // Beside a grid and on a phone nothing scrolls sideways, and both steps are in one line.
  await page.goto(paths.recordCommissions('deals', rowId))
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const record = page.getByLabel('Record', { exact: true })
    await record.getByRole('button', { name: 'Available of Ann Low:' }).waitFor()
    await table.waitFor({ state: 'hidden' })
    const wider = `[...document.querySelectorAll('[aria-label=Record] *')]
      .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
      .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)).length`
    expect(await page.evaluate(wider)).toBe(0)
    const tops = ['Record expectation', 'Record collection', 'More actions for the deal'].map(
      async (name) => (await record.getByRole('button', { name }).boundingBox())!.y,
    )
    expect(new Set(await Promise.all(tops)).size).toBe(1)
    await expectAccessible(page)
  }
})

test('a link to a split opens it, and so does an older link', async () => {
  for (const word of ['split', 'stake']) {
    const page = await app.open(`${paths.deal(deal.id)}?${word}=${deal.splitIds[0]}`)
    await page.getByRole('dialog', { name: 'Rosa Delgado' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
  }
})

test('after collections of odd cents, the bar, the table, the drawer and the party’s balance have the same figures', async () => {
  const names = ['Ana Third', 'Ben Third', 'Cleo Third']
  const tokens = { owner: app.owner.token } as never
  const odd = await openDeal(
    app,
    { tokens },
    names.map((externalParty) => ({
      basis: 'gross',
      sharePpm: 333_333,
      partyKind: 'external',
      externalParty,
    })),
  )
  await odd.expect(8_235_02)
  for (const amountMinor of [1_000_01, 1_000_01, 1_000_01]) await odd.collect(amountMinor)
  const page = await app.open(paths.deal(odd.id))
  const bar = await page.getByRole('img', { name: 'Split of $8,235.02' }).getAttribute('aria-label')
  for (const name of names) {
    const figure = page.getByRole('button', { name: `Entitled of ${name}:` })
    const entitled = await figure.textContent()
    expect(bar).toContain(`${name} ${entitled},`)
    await figure.click()
    const drawer = page.getByRole('dialog')
    const row = drawer.getByRole('row', { name: 'Entitled' })
    await row.waitFor()
    expect(await row.textContent()).toBe(`Entitled${entitled}`)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `${name}: balance` }).click()
    await drawer.getByText('USD').waitFor()
    expect(await drawer.getByText('Entitled').locator('..').textContent()).toContain(entitled!)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  }
  const house = page.getByRole('row', { name: 'The house' })
  const [, ofHouse] = await house.getByRole('cell').allTextContents()
  expect(bar).toContain(`The house ${ofHouse},`)
  const cents = (text: string) => Number(text.replace(/[^\d]/g, ''))
  const each = await page.getByRole('button', { name: /^Entitled of/ }).allTextContents()
  expect([...each, ofHouse!].reduce((sum, text) => sum + cents(text), 0)).toBe(8_235_02)
})

test('the next step of a deal stands out: splits, then what is expected, then what came in', async () => {
  const fresh = await openDeal(app, { tokens: { owner: app.owner.token } as never }, [])
  const page = await app.open(paths.deal(fresh.id))
  const main = page.getByRole('main')
  const next = () => main.locator('button[data-variant=filled]').allTextContents()
  await expect.poll(next).toEqual(['Add split'])
  const records = await main.getByRole('button', { name: /^Record/ }).allTextContents()
  expect(records).toEqual(['Record expectation', 'Record collection'])
  const { status } = await fresh.as('owner')('POST', '/deal-splits', {
    dealId: fresh.id,
    partyKind: 'house',
    basis: 'gross',
    sharePpm: 100_000,
  })
  expect(status).toBe(201)
  await expect.poll(next).toEqual(['Record expectation'])
  await fresh.expect(100_00)
  await expect.poll(next).toEqual(['Record collection'])
})
