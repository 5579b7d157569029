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
})
afterAll(() => app.stop())

test('a collection is split, a draw that is too large is refused, and a covered one is paid', async () => {
  const page = await app.open(paths.deal(deal.id), { refusals: [409] })
  const figure = (name: string) => page.getByRole('button', { name: `${name} of Rosa Delgado:` })
  await page.getByRole('button', { name: 'Record collection' }).click()
  await page.getByLabel('Amount that came in').fill('1000')
  await page.getByRole('button', { name: 'Record and split' }).click()
  await page.getByRole('dialog').getByText('$600.00').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table').getByText('$600.00').first().waitFor()
  expect(await figure('Available').textContent()).toBe('$600.00')

  await page.getByRole('button', { name: 'Actions for Rosa Delgado’s split' }).click()
  await page.getByRole('menuitem', { name: 'Draw', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Draw from Rosa Delgado’s split' })
  await dialog.getByLabel('Amount').fill('600.01')
  await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
  await dialog.getByText('Only $600.00 is available').waitFor()
  expect(await dialog.getByRole('alert').textContent()).not.toMatch(/minor/i)

  await dialog.getByLabel('Amount').fill('250')
  await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByText('$250.00 set aside for Rosa Delgado.').waitFor()
  await expect.poll(() => figure('Available').textContent()).toBe('$350.00')

  await figure('Available').click()
  await page.getByRole('button', { name: 'Pay $250.00' }).click()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByText('$250.00 was paid.').waitFor()
  await page.getByRole('dialog').getByText('Paid', { exact: true }).waitFor()
  expect(await deal.figures('availableMinor')).toEqual([350_00])
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
