import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deal, openDeal } from '../../server/tests/support/deals.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
let deal: Deal

beforeAll(async () => {
  app = await startApp()
  const tokens = { owner: app.owner.token, viewer: app.owner.token } as never
  deal = await openDeal(app, { tokens }, [
    { basis: 'gross', sharePpm: 600_000, partyKind: 'external', externalParty: 'Rosa Delgado' },
  ])
  await deal.collect(1000_00)
})
afterAll(() => app.stop())

test('a clawback is split, and the collection it depends on can be reversed only after it', async () => {
  const page = await app.open(paths.deal(deal.id), { refusals: [409] })
  await page.getByRole('button', { name: 'More actions for the deal' }).click()
  await page.getByRole('menuitem', { name: 'Claw back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Claw back' })
  const amount = dialog.getByLabel('Amount to give back')
  const claw = dialog.getByRole('button', { name: 'Claw back' })
  await dialog.getByLabel('Reason').fill('Refinanced within 30 days.')
  await amount.fill('1000.01')
  await claw.click()
  await dialog.getByText('at most $1,000.00.').waitFor()
  expect(await amount.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
    true,
  )

  // Somebody else claws back in the meantime, and the page may not show it yet.
  await page.route(
    '**/v1/accounting/deals/*/clawbacks',
    async (route) => {
      await deal.clawBack(500_00)
      await route.continue()
    },
    { times: 1 },
  )
  await amount.fill('1000')
  await claw.click()
  const refused = dialog.getByRole('alert')
  await refused.getByText('Enter $500.00 or less.').waitFor()
  expect(await dialog.getByText('Enter an amount').count()).toBe(0)
  await expect
    .poll(() => claw.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true)

  await amount.fill('twice')
  await claw.click()
  await dialog.getByText('Enter an amount such as').waitFor()
  expect(await refused.count()).toBe(0)

  await amount.fill('100')
  await claw.click()
  const done = page.getByRole('dialog', { name: 'Clawback recorded' })
  await done.getByText('$60.00').waitFor()
  await done.getByText('$40.00').waitFor()
  await done.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('tab', { name: 'Ledger' }).click()
  await page.getByRole('button', { name: 'Reverse Collected $1,000.00' }).click()
  const reverse = page.getByRole('dialog', { name: 'Reverse: Collected $1,000.00' })
  await reverse.getByRole('button', { name: 'Reverse' }).click()
  await reverse.getByRole('alert').getByText('A clawback depends on this collection').waitFor()
  expect(await reverse.getByText('A clawback depends').count()).toBe(1)
  await reverse.getByRole('button', { name: 'Cancel' }).click()

  for (const amount of ['$500.00', '$100.00']) {
    await page.getByRole('button', { name: `Reverse Clawback ${amount}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await page
    .getByText(/^Reverses: Clawback/)
    .nth(1)
    .waitFor()
  await page.getByRole('button', { name: 'Reverse Collected $1,000.00' }).click()
  await reverse.getByRole('button', { name: 'Reverse' }).click()
  await page
    .getByText(/^Reverses: Collected/)
    .first()
    .waitFor()
  // The button is gone, so its row has the focus.
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TR')
  expect(await deal.figures('unpaidMinor')).toEqual([0])
})

test('a viewer who sees all money is offered no actions', async () => {
  const tokens = { owner: app.owner.token, viewer: app.owner.token } as never
  await app.owner.api('PATCH', '/v1/workspace', { body: { moneyVisibleTo: 'everyone' } })
  const empty = await openDeal(app, { tokens })
  const page = await app.openAs(await app.join('viewer'), paths.deal(empty.id))
  const main = page.getByRole('main')
  await main.getByText('No commission is expected from this deal yet.').waitFor()
  expect(await main.textContent()).not.toMatch(/\b(Add|Record|record what)\b/)
  await page.getByRole('tab', { name: 'Ledger' }).click()
  await main.getByText('once it is recorded').waitFor()
  expect(await main.textContent()).not.toMatch(/\b(Add|Record|record what)\b/)
})
