import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripe, typeform } from '../../server/tests/support/desks/hook-bodies.ts'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const columns = [
  { name: 'Business', type: 'text' },
  { name: 'Email', type: 'email' },
  { name: 'Amount', type: 'currency', settings: { currency: 'USD' } },
]
const send = (url: string, body: object) =>
  app.api('POST', new URL(url).pathname, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

test('an admin makes a hook, maps its first webhook, tries it, and sees the next one come in as a row', async () => {
  const all = [...columns, { name: 'Added by', type: 'created_by' }]
  const board = await app.board(all, { name: 'Submissions' })
  const page = await app.open(paths.recordSettings(board.key, 'developer'))
  await page.getByRole('button', { name: 'New hook' }).click()
  const making = page.getByRole('dialog', { name: 'New hook' })
  await making.getByLabel('Name', { exact: false }).first().fill('Typeform')
  await making.getByRole('button', { name: 'Create hook' }).click()

  const mapping = page.getByRole('dialog', { name: 'Columns that “Typeform” fills' })
  await mapping.getByText('Waiting for the first webhook').waitFor()
  const url = await mapping.locator('code').first().innerText()
  expect((await send(url, typeform('first'))).body.data.outcome).toBe('kept')
  const columnOf = (label: string) =>
    mapping.getByRole('combobox', { name: `Column for ${label}`, exact: true })
  await expect.poll(() => columnOf('Business name').inputValue()).toBe('business')
  expect(await columnOf('Where can we write to?').inputValue()).toBe('email')

  await mapping.getByRole('button', { name: 'Try it on this sample' }).click()
  await mapping.getByText('The row that this sample makes').waitFor()
  await mapping.getByText('rosa@acme.example').nth(1).waitFor()
  await expectAccessible(page, { part: '[role=dialog]' })
  await page.setViewportSize({ width: 1280, height: 900 })
  // Another mapping is another row.
  await columnOf('Business name').selectOption({ label: 'No column' })
  await mapping.getByText('The row that this sample makes').waitFor({ state: 'hidden' })
  await columnOf('Business name').selectOption({ label: 'Business' })
  await mapping.getByRole('button', { name: 'Save' }).click()
  await mapping.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Change columns' }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByText(/^Fills “(Business|Email)”, “(Business|Email)”$/).waitFor()

  const grid = await app.open(paths.records(board.key))
  await grid.getByText('No rows yet').or(grid.getByRole('grid')).first().waitFor()
  expect((await send(url, typeform('second', 'ana@acme.example'))).status).toBe(201)
  await grid.getByRole('gridcell', { name: 'ana@acme.example' }).waitFor()
  await grid.getByRole('gridcell', { name: 'Hook “Typeform”' }).waitFor()
  await page.getByText(/^Last webhook/).waitFor()
  await page.getByText('Through a hook since you opened this page.').waitFor()
  const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body
  const record = await app.open(paths.record(board.key, data[0].id))
  await record.getByText('Came in through the hook “Typeform”').waitFor()

  await page.getByLabel('Takes webhooks').click()
  await expect.poll(async () => (await send(url, typeform())).status).toBe(404)
  await page.getByRole('button', { name: 'Delete the hook Typeform' }).click()
  await page.getByRole('button', { name: 'Delete hook' }).click()
  await page.getByText('No hooks yet').waitFor()
})

test('amounts in cents, signatures that were wrong, and values that stay empty are shown', async () => {
  const board = await app.board(columns)
  const at = `/v1/boards/${board.id}/hooks`
  const body = { name: 'Stripe', signature: 'stripe', secret: 'whsec_of_stripe' }
  const { id, url } = (await app.owner.api('POST', at, { body })).body.data
  expect((await send(url, stripe())).status).toBe(401)
  const page = await app.open(paths.recordSettings(board.key, 'developer'))
  await page
    .getByText(/^One request was refused because its signature was missing or wrong/)
    .waitFor()

  await page.getByRole('button', { name: 'Name and signature' }).click()
  const settings = page.getByRole('dialog', { name: 'Name and signature' })
  await settings.getByText('Leave it empty to keep the current one.').waitFor()
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.waitFor({ state: 'hidden' })

  await app.owner.api('PATCH', `${at}/${id}`, { body: { signature: 'none' } })
  await send(url, stripe())
  await page.reload()
  await page.getByRole('button', { name: 'Choose columns' }).click()
  const mapping = page.getByRole('dialog', { name: 'Columns that “Stripe” fills' })
  const cents = mapping.getByLabel('In cents')
  await expect.poll(() => cents.isChecked()).toBe(true)
  await mapping.getByRole('textbox', { name: 'Find a value' }).fill('currency')
  await mapping
    .getByRole('combobox', { name: 'Column for currency' })
    .selectOption({ label: 'Email' })
  await mapping.getByRole('button', { name: 'Try it on this sample' }).click()
  await mapping.getByText('“Email” stays empty').waitFor()
  await mapping.getByText('40.1', { exact: true }).waitFor()
})

test('a member sees the hooks without their addresses, and changes nothing', async () => {
  const board = await app.board(columns)
  const fields = [{ path: 'email', column: 'email' }]
  await app.owner.api('POST', `/v1/boards/${board.id}/hooks`, { body: { name: 'Tally', fields } })
  const member = await app.join('member')
  const page = await app.openAs(member, paths.recordSettings(board.key, 'developer'))
  await page.getByText('Fills “Email”').waitFor()
  expect(await page.getByText('/v1/ingest/hooks/').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'New hook' }).count()).toBe(0)
  expect(await page.getByLabel('Takes webhooks').count()).toBe(0)
})
