import { afterAll, beforeAll, test } from 'vitest'
import { paths } from '../paths.ts'
import { startDemo, type TestedDemo } from './support/demo.ts'
import { settled } from './support/settled.ts'

let app: TestedDemo
let deal: { id: number; dealRowId: string }
let rows: { id: string }[]
beforeAll(async () => {
  app = await startDemo()
  ;[deal] = (await app.dana.api('GET', '/v1/accounting/deals')).body.data
  rows = (await app.dana.api('GET', '/v1/definitions/deals/rows')).body.data
  await app.dana.api('POST', `/v1/accounting/deals/${deal.id}/collections`, { body: { amountMinor: 100_001 } })
  const { data } = (await app.dana.api('GET', `/v1/accounting/deal-splits?dealId=${deal.id}`)).body
  const bay = data.find((s: any) => s.availability.availableMinor > 1000)
  await app.dana.api('POST', `/v1/accounting/deal-splits/${bay.id}/draws`, { body: { amountMinor: bay.availability.availableMinor } })
  await app.dana.api('POST', `/v1/accounting/deals/${deal.id}/clawbacks`, { body: { amountMinor: 200_000, reason: 'Paid back within 30 days' } })
})
afterAll(() => app.stop())

const windows = [
  { width: 1280, height: 900, scheme: 'light' },
  { width: 1280, height: 900, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const

test.each(windows)('shots %j', async (window) => {
  const name = `${window.width}-${window.scheme}`
  const shot = async (page: any, what: string) => {
    await settled(page)
    await page.screenshot({ path: `/tmp/money-shots/${what}-${name}.png` })
  }
  const page = await app.openAs(app.dana, paths.deals(), { ...window, refusals: [404, 409] })
  await shot(page, 'list')
  await page.goto(paths.deal(deal.id))
  await page.getByText('Outstanding').first().waitFor()
  await shot(page, 'deal')
  await page.getByRole('button', { name: 'Record collection' }).click()
  await page.getByLabel('Amount received').fill('1000.01')
  await page.getByRole('region', { name: 'Who gets how much' }).getByText('$').first().waitFor()
  await shot(page, 'collect')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'More actions for the deal' }).click()
  await page.getByRole('menuitem', { name: 'Claw back' }).click()
  await page.getByLabel('Amount to give back').fill('500')
  await page.getByRole('region', { name: 'Who gives back' }).getByText('$').first().waitFor()
  await shot(page, 'clawback')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Entitled of/ }).last().click()
  await page.getByText('By its terms').waitFor()
  await shot(page, 'entitled')
  await page.goto(paths.recordCommissions('deals', deal.dealRowId))
  await page.getByText('Outstanding').first().waitFor()
  await shot(page, 'record')
  await page.goto(paths.recordCommissions('deals', rows[0]!.id))
  await page.getByRole('button', { name: 'Start commissions' }).waitFor()
  await shot(page, 'none')
  await page.getByRole('button', { name: 'Start commissions' }).click()
  await shot(page, 'start')
  await page.goto(paths.records('deals'))
  await shot(page, 'grid')
  await page.goto(`${paths.settings('policies')}?definition=deals`)
  await shot(page, 'policies')
})
