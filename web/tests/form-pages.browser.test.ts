// A form's page as people open it: without JavaScript and with it, on a phone, in both themes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Desk, makeDesk, type NewColumn } from '../../server/tests/support/desks/fixtures.ts'
import { openForm } from '../../server/tests/support/desks/forms.ts'
import { startService, type TestService } from '../../server/tests/support/service/service.ts'
import { expectAccessible } from './support/accessible.ts'
import { openPage, theBrowser } from './support/browser.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  let origin = ''
  service = await startService({ formLeastMs: 0, publicUrl: () => origin })
  origin = service.origin
  desk = await makeDesk(service, 'Harbor Street Capital')
})
afterAll(() => service.stop())

const options = (...labels: string[]) => ({ options: labels.map((label) => ({ label })) })
const COLUMNS: NewColumn[] = [
  { name: 'Business name', type: 'text', required: true },
  { name: 'Your name', type: 'text', required: true },
  { name: 'Email', type: 'email', required: true },
  { name: 'Phone', type: 'phone' },
  { name: 'Website', type: 'url' },
  { name: 'Amount requested', type: 'currency', required: true },
  { name: 'Owned', key: 'owned', type: 'percent' },
  { name: 'In business since', type: 'date' },
  { name: 'Call me at', type: 'datetime' },
  {
    name: 'Legal form',
    type: 'select',
    settings: options('LLC', 'Corporation', 'Sole proprietor'),
  },
  {
    name: 'Industry',
    type: 'select',
    settings: options(
      'Bakery',
      'Construction',
      'Dental',
      'Farming',
      'Hotel',
      'Retail',
      'Trucking',
      'Other',
    ),
  },
  { name: 'Uses', type: 'multi_select', settings: options('Payroll', 'Stock', 'Equipment') },
  { name: 'Story', type: 'long_text' },
  {
    name: 'Statements',
    type: 'file',
    settings: { maxFiles: 3, accept: ['application/pdf', 'image/*'] },
  },
  { name: 'Agree', type: 'checkbox' },
]
const labels: Record<string, string> = {
  Owned: 'How much of the business do you own?',
  Story: 'What do you need the money for?',
  Agree: 'I may bind the business, and what I say here is true.',
}
const open = (body: object = {}) =>
  openForm({ service, desk }, COLUMNS, {
    intro:
      'It takes about three minutes. We answer within one working day.\n\nHave your last three bank statements at hand.',
    drafts: true,
    columns: COLUMNS.map(({ name, key }) => ({
      key: key ?? name.toLowerCase().replaceAll(' ', '_'),
      label: labels[name] ?? null,
      help: name === 'Owned' ? 'All owners together count.' : null,
      required: name === 'Agree',
    })),
    ...body,
  })

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Business name').fill('Acme Bakery')
  await page.getByLabel('Your name').fill('Ann Acme')
  await page.getByLabel('Email').fill('ann@acme.example')
  await page.getByLabel('Amount requested').fill('40k')
  await page.getByLabel('In business since').fill('2019-04-01')
  await page.getByLabel('LLC').check()
  await page.getByLabel('Industry').selectOption('Dental')
  await page.getByLabel('Payroll').check()
  await page.getByLabel('Stock').check()
  await page.getByLabel('I may bind').check()
}
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF ${name}`),
})
const shot = async (page: Page, name: string) => {
  const directory = process.env.FORM_SHOTS
  if (directory) await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true })
}

test('without JavaScript, problems keep what was typed and uploaded, and the corrected form is one row', async () => {
  const { form, rows } = await open()
  const phone = { width: 390, height: 844 }
  const page = await openPage(service.origin, { ...phone, scripts: false, refusals: [422] })
  await page.goto(form.url)
  await page.getByLabel('Business name').fill('Acme Bakery')
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Amount requested').fill('a lot')
  await page.getByLabel('Statements').setInputFiles([pdf('March.pdf'), pdf('April.pdf')])
  await page.getByRole('button', { name: 'Send' }).click()
  const summary = page.getByRole('alert')
  await expect.poll(() => summary.getByRole('link').count()).toBe(4)
  await shot(page, 'errors-390')
  await summary.getByRole('link', { name: /^Email/ }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#f-email')
  expect(await page.getByLabel('Business name').inputValue()).toBe('Acme Bakery')
  expect(await page.getByLabel('Amount requested').inputValue()).toBe('a lot')
  await page.getByLabel('Remove').last().check()
  await fill(page)
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await expect.poll(() => page.getByRole('heading').textContent()).toBe('Thank you')
  await shot(page, 'thanks-390')
  expect(await rows()).toMatchObject([
    {
      cells: {
        amount_requested: 40_000,
        legal_form: 'LLC',
        industry: 'Dental',
        uses: ['Payroll', 'Stock'],
        agree: true,
        statements: [{ name: 'March.pdf' }],
      },
    },
  ])
})

test('with JavaScript, the browser works for it, and a draft goes on where it was saved', async () => {
  const { form, rows, receipts } = await open()
  const page = await openPage(service.origin)
  await page.goto(form.url)
  await page.getByLabel('Your name').fill('Ann Acme')
  await page.getByLabel('Statements').setInputFiles([pdf('March.pdf')])
  const proof = page.locator('input[name=proof]')
  await expect.poll(() => proof.inputValue()).toMatch(/^\d+$/)
  await page.getByRole('button', { name: 'Save and finish later' }).click()
  await shot(page, 'saved-1280')
  const link = page.getByRole('link', { name: `${form.url}?draft=` })
  await link.click()
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ann Acme')
  await expect.poll(() => page.getByText('March.pdf').count()).toBe(1)
  await fill(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => page.getByRole('heading').textContent()).toBe('Thank you')
  expect(await rows()).toMatchObject([{ cells: { statements: [{ name: 'March.pdf' }] } }])
  expect(await receipts()).toMatchObject([{ outcome: 'created' }])
  const [{ unproven }] = await service.sql(
    'SELECT sum(unproven)::integer AS unproven FROM form_rates WHERE form_id = $1',
    [form.id],
  )
  expect(unproven).toBe(0)
})

test('every page of a form is accessible in both themes, no wider than a phone, and small', async () => {
  const { form, api } = await open()
  const page = await openPage(service.origin, { refusals: [422, 410] })
  const answer = await page.goto(form.url)
  expect((await answer!.body()).length).toBeLessThan(40 * 1024)
  await expectAccessible(page)
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Statements').setInputFiles([pdf('March.pdf')])
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => page.getByRole('alert').count()).toBe(1)
  await expectAccessible(page)
  await page.goto(`${form.url}/thanks`)
  await expectAccessible(page)
  await api('PATCH', `/forms/${form.id}`, { closesAt: '2020-01-01T00:00:00Z' })
  await page.goto(form.url)
  await expectAccessible(page)
})

test('a site that the form names can frame it and use it there; another cannot', async () => {
  const site = createServer((_, answer) => {
    answer
      .setHeader('content-type', 'text/html')
      .end(`<iframe src="${embedUrl}" title="Form"></iframe>`)
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  const { port } = site.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  let embedUrl = ''
  const { form, rows, api } = await open({
    origins: [origin],
    columns: [
      { key: 'business_name' },
      { key: 'your_name' },
      { key: 'email' },
      { key: 'amount_requested' },
    ],
  })
  embedUrl = form.embedUrl
  // The test of another page lets no other origin in.
  const context = await (await theBrowser()).newContext()
  onTestFinished(async () => {
    await context.close()
    site.close()
  })
  const page = await context.newPage()
  await page.goto(origin)
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Business name').fill('Acme')
  await frame.getByLabel('Your name').fill('Ann')
  await frame.getByLabel('Email').fill('ann@acme.example')
  await frame.getByLabel('Amount requested').fill('1000')
  await frame.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => frame.getByRole('heading').textContent()).toBe('Thank you')
  expect(await rows()).toHaveLength(1)
  await api('PATCH', `/forms/${form.id}`, { origins: ['https://other.example'] })
  await page.goto(origin)
  expect(await frame.getByLabel('Business name').count()).toBe(0)
})

test.runIf(process.env.FORM_SHOTS)('pictures to look at', async () => {
  const { form, api } = await open()
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      const page = await openPage(service.origin, { width, height: 900, scheme, refusals: [422] })
      await page.goto(form.url)
      await shot(page, `form-${width}-${scheme}`)
      await page.getByLabel('Email').fill('nobody')
      await page.getByLabel('Statements').setInputFiles([pdf('March statement.pdf')])
      await page.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => page.getByRole('alert').count()).toBe(1)
      await shot(page, `errors-${width}-${scheme}`)
      await page.goto(`${form.url}/thanks`)
      await shot(page, `thanks-${width}-${scheme}`)
    }
  }
  await api('PATCH', `/forms/${form.id}`, { closesAt: '2020-01-01T00:00:00Z' })
  const page = await openPage(service.origin, { width: 390, height: 844, refusals: [410] })
  await page.goto(form.url)
  await shot(page, 'closed-390')
})
