import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
let deal: string

beforeAll(async () => {
  app = await startApp()
  const made = await app.owner.api('POST', '/v1/definitions/deals/rows', {
    body: { cells: { deal: 'Acme: working capital' } },
  })
  deal = made.body.data.id
})
afterAll(() => app.stop())

test('a usual stipulation is added in one click, and met with its document', async () => {
  const page = await app.open(paths.dealObligations(deal), { refusals: [409] })
  await page.getByText('No obligations on this deal yet').waitFor()
  await page.getByRole('button', { name: 'Signed contract' }).click()
  await page.getByText('Added “Signed contract”').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Voided check' }).click()
  await page.getByRole('button', { name: 'Complete Voided check' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByText('Add one of the type “Voided check” above').waitFor()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'check.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await dialog.getByRole('button', { name: 'Complete' }).click()

  await page.getByText('1 of 1 done').waitFor()
  await page.getByRole('link', { name: 'Voided check' }).click()
  const href = await page.getByRole('link', { name: 'check.pdf' }).getAttribute('href')
  expect(await (await page.request.get(href!)).text()).toBe('%PDF-1.4')
})

test('a recurring obligation is described in words, and the next one is created on completion', async () => {
  const page = await app.open(paths.newObligation(deal))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Weekly report')
  await dialog.getByLabel('Due', { exact: true }).fill('Nov 30, 2026 12 pm')
  await dialog.getByLabel('Due', { exact: true }).press('Tab')
  await dialog.getByRole('button', { name: 'More' }).click()
  await dialog.getByLabel('Repeats').check()
  await dialog.getByLabel('Days, weeks, months or years').click()
  await page.getByRole('option', { name: 'week' }).click()
  await dialog.getByLabel('Friday').check()
  await dialog.getByText('every week on Friday').waitFor()
  expect(await dialog.getByText('First dates').textContent()).toContain(
    'Nov 30, 2026; Dec 4, 2026; Dec 11, 2026',
  )
  await dialog.getByRole('button', { name: 'Create' }).click()

  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('link', { name: 'the next one' }).click()
  await page.getByText('Dec 4, 2026, 12:00 PM').waitFor()
})
