import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { plainMail } from '../../server/tests/support/inputs/mails.ts'
import { handOver, openMail } from '../../server/tests/support/messages/mail-desk.ts'
import { INBOUND_DOMAIN } from '../../server/tests/support/service/service.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
let listener: Awaited<ReturnType<typeof openMail>>
beforeAll(async () => {
  app = await startApp()
  listener = await openMail(app, app)
})
afterAll(async () => {
  await listener.close()
  await app.stop()
})

const columns = [
  { name: 'Business name', type: 'text', required: true },
  { name: 'Email', type: 'email' },
  { name: 'Message', type: 'long_text' },
  { name: 'Statements', type: 'file' },
]

test('an admin makes an address with the columns that are proposed, and sees its emails come in', async () => {
  const all = [...columns, { name: 'Added by', type: 'created_by' }]
  const board = await app.board(all, { name: 'Submissions' })
  const page = await app.open(paths.recordSettings(board.key, 'developer'))
  await page.getByRole('button', { name: 'New address' }).click()
  const dialog = page.getByRole('dialog', { name: 'New email address' })
  const chosen = (label: string) => dialog.getByLabel(label, { exact: true }).inputValue()
  await expect.poll(() => chosen('Sender’s email address')).toBe('Email')
  await expect.poll(() => chosen('Subject')).toBe('Business name')
  await expect.poll(() => chosen('Text')).toBe('Message')
  await expect.poll(() => chosen('Files')).toBe('Statements')
  await dialog.locator('[aria-label="No column for: Subject"]').click()
  await dialog.getByText('Emails cannot become rows yet').waitFor()
  await dialog.getByLabel('Subject', { exact: true }).click()
  await page.getByRole('option', { name: 'Business name' }).click()
  await dialog.getByRole('button', { name: 'Create address' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const shown = page.locator('code', { hasText: `@${INBOUND_DOMAIN}` })
  const address = await shown.innerText()
  expect(address).toMatch(/^submissions-\w{5}-\w{5}@/)
  await page.getByRole('button', { name: 'Copy the address' }).waitFor()
  await page.getByText('No email yet').waitFor()

  expect(await handOver(listener, address, plainMail({ subject: 'Acme Bakery' }))).toBe(250)
  await page.getByText(/^Last email/).waitFor()
  const grid = await app.open(paths.records(board.key))
  await grid.getByRole('gridcell', { name: address }).waitFor()
  const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body
  const record = await app.open(paths.record(board.key, data[0].id))
  await record.getByText(`Came in through ${address}`).waitFor()
  const home = await app.open(paths.home())
  await home.getByText('Submissions · by email').waitFor()
  await home.goto(paths.settings('audit'))
  await home.getByText(`${address} added 1 row of Submissions`).waitFor()
  expect(await handOver(listener, address, plainMail({ subject: '' }))).toBe(250)
  await page.reload()
  await page.getByRole('combobox', { name: 'From', exact: true }).click()
  await page.getByRole('option', { name: address }).click()
  await page.getByRole('button', { name: /refused/ }).click()
  await page.getByText('business_name: is required').waitFor()

  await page.getByLabel('Takes email').click()
  await expect.poll(() => handOver(listener, address, plainMail())).toBe(550)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete address' }).click()
  await page.getByText('No email addresses yet').waitFor()
})

test('a member sees the addresses, but changes nothing', async () => {
  const board = await app.board(columns)
  const at = `/v1/boards/${board.id}/addresses`
  await app.owner.api('POST', at, { body: { columns: { from: 'email' } } })
  const member = await app.join('member')
  const page = await app.openAs(member, paths.recordSettings(board.key, 'developer'))
  await page.getByText('Fills “Email” with the sender’s address').waitFor()
  expect(await page.getByRole('button', { name: 'New address' }).count()).toBe(0)
  expect(await page.getByLabel('Takes email').count()).toBe(0)
})

test('without a domain, the page says that email is not set up', async () => {
  const without = await startApp({ inboundDomain: null })
  // After its page is closed, which may still be loading something.
  onTestFinished(() => without.stop())
  const board = await without.board(columns)
  const page = await without.open(paths.recordSettings(board.key, 'developer'))
  await page.getByText('Email is not set up on this server yet').waitFor()
  expect(await page.getByRole('button', { name: 'New address' }).count()).toBe(0)
})
