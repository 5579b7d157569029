import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deal, openDeal } from '../../server/tests/support/desks/deals.ts'
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
  await dialog.getByText('at most $1,000.').waitFor()
  await expect
    .poll(() => amount.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true)

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
  await refused.getByText('Enter $500 or less.').waitFor()
  expect(await dialog.getByText('Enter an amount').count()).toBe(0)
  await expect
    .poll(() => claw.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true)

  await amount.fill('twice')
  await claw.click()
  await dialog.getByText('Enter an amount such as').waitFor()
  expect(await refused.count()).toBe(0)

  // Who gives back how much is shown before it is posted.
  await amount.fill('100')
  const parts = dialog.getByRole('region', { name: 'Who gives back how much' })
  await parts.getByText('$60').waitFor()
  await parts.getByText('$40').waitFor()
  await claw.click()
  await dialog.waitFor({ state: 'hidden' })

  // The head and the bar count what the desk still has.
  const head = async () => (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')
  await expect.poll(head).toContain('Net received $400 ')
  expect(await head()).toContain('Received $1,000 Clawed back $600 ')
  await page.getByRole('img', { name: /Rosa Delgado \$600, 60%, \$360 clawed back/ }).waitFor()

  await page.getByRole('tab', { name: 'Ledger' }).click()
  await page.getByRole('button', { name: 'Reverse Collection $1,000' }).click()
  const reverse = page.getByRole('dialog', { name: 'Reverse: Collection $1,000' })
  await reverse.getByRole('button', { name: 'Reverse' }).click()
  await reverse.getByRole('alert').getByText('A clawback depends on this collection').waitFor()
  expect(await reverse.getByText('A clawback depends').count()).toBe(1)
  await reverse.getByRole('button', { name: 'Cancel' }).click()

  for (const amount of ['$500', '$100']) {
    await page.getByRole('button', { name: `Reverse Clawback ${amount}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await page
    .getByText(/^Reverses: Clawback/)
    .nth(1)
    .waitFor()
  await page.getByRole('button', { name: 'Reverse Collection $1,000' }).click()
  await reverse.getByRole('button', { name: 'Reverse' }).click()
  await page
    .getByText(/^Reverses: Collection/)
    .first()
    .waitFor()
  // The button is gone, so its row has the focus.
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TR')
  expect(await deal.figures('unpaidMinor')).toEqual([0])
})

test('a clawback of money that was drawn says who will owe it, and then that they do', async () => {
  const rosa = { partyKind: 'external', externalParty: 'Rosa Delgado' }
  const owing = await openDeal(app, { tokens: { owner: app.owner.token } as never }, [
    { basis: 'gross', sharePpm: 600_000, ...rosa },
  ])
  await owing.collect(1000_00)
  await owing.draw(owing.splitIds[0]!, 600_00)
  const page = await app.open(paths.deal(owing.id))
  await page.getByRole('button', { name: 'More actions for the deal' }).click()
  await page.getByRole('menuitem', { name: 'Claw back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Claw back' })
  await dialog.getByLabel('Amount to give back').fill('50')
  await dialog.getByText('will owe $30').waitFor()
  await dialog.getByLabel('Reason').fill('Charged back.')
  await dialog.getByRole('button', { name: 'Claw back' }).click()
  const balance = page.getByRole('button', {
    name: 'Balance after draws of Rosa Delgado: Owes $30.',
  })
  await balance.waitFor()
  expect(await balance.textContent()).toBe('Owes $30')
  await page.getByRole('button', { name: 'Available of Rosa Delgado' }).click()
  await page.getByText('Balance after draws (never below $0).').waitFor()
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
