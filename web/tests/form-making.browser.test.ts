// Forms as the desk makes and shares them, and what comes in through them.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewColumn } from '../../server/tests/support/desks/fixtures.ts'
import { visitor } from '../../server/tests/support/desks/forms.ts'
import { paths } from '../paths.ts'
import { violations } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { openPage } from './support/browser.ts'
import { gridOf } from './support/grid.ts'
import { settled } from './support/settled.ts'

let app: TestedApp
beforeAll(async () => {
  app = await startApp({ formLeastMs: 0 })
})
afterAll(() => app.stop())

const COLUMNS: NewColumn[] = [
  { name: 'Business', type: 'text', required: true },
  { name: 'Contact', type: 'text' },
  { name: 'Email', type: 'email' },
  { name: 'Statements', type: 'file' },
  { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }] } },
]

/** A board with a form, made through the API. */
async function openForm(body: object = {}) {
  const board = await app.board(COLUMNS, { name: 'Applications' })
  const answer = await app.owner.api('POST', `/v1/boards/${board.id}/forms`, {
    body: {
      name: 'Apply',
      title: 'Apply for funding',
      columns: [{ key: 'business' }, { key: 'email' }],
      ...body,
    },
  })
  expect(answer.status, answer.text).toBe(201)
  const { id, url } = answer.body.data
  return {
    board,
    id,
    url,
    form: async () => (await app.owner.api('GET', `/v1/boards/${board.id}/forms/${id}`)).body.data,
    send: (fields: [string, string][]) => visitor(app, url).send(fields),
  }
}

const questions = (page: Page): Promise<string[]> =>
  page
    .locator('[data-handle]')
    .evaluateAll((all) => all.map((one) => (one as unknown as Named).dataset.handle))
type Named = { dataset: { handle: string } }
const handle = (page: Page, key: string) => page.locator(`[data-handle="${key}"]`)

test('a form is made from nothing, and what somebody sends from a phone without JavaScript is a row at once, with its files and its receipt', async () => {
  const board = await app.board(COLUMNS, { name: 'Applications' })
  const page = await app.open(paths.records(board.key))
  await page.getByRole('button', { name: 'More about Applications' }).click()
  await page.getByRole('menuitem', { name: 'Share a form' }).click()
  await page.getByRole('button', { name: 'New form' }).click()
  await page.getByLabel('Title').fill('Apply for funding')
  // What the desk keeps for itself is not asked for.
  await expect.poll(() => questions(page)).toEqual(['business', 'contact', 'email', 'statements'])

  await settled(page)
  const from = (await handle(page, 'statements').boundingBox())!
  const to = (await handle(page, 'contact').boundingBox())!
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(to.x + 5, to.y + 20, { steps: 4 })
  await page.mouse.move(to.x + 5, to.y, { steps: 2 })
  await page.mouse.up()
  await expect.poll(() => questions(page)).toEqual(['business', 'statements', 'contact', 'email'])
  await handle(page, 'email').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  const order = ['business', 'email', 'statements', 'contact']
  await expect.poll(() => questions(page)).toEqual(order)
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toBe('Move Email, 2 of 4')
  const preview = page.frameLocator('iframe[title="Preview of the form"]')
  await preview.getByRole('heading', { name: 'Apply for funding' }).waitFor()
  await expect
    .poll(() => preview.locator('label').allTextContents())
    .toEqual(['Leave this empty', 'Businessrequired', 'Email', 'Statements', 'Contact'])

  await page.getByRole('button', { name: 'Create form' }).click()
  await page.getByRole('img', { name: 'QR code of Apply for funding' }).waitFor()
  const link = await page.getByRole('link', { name: 'Open the form' }).getAttribute('href')

  const desk = await app.open(paths.records(board.key))
  await desk.getByText('No rows yet').waitFor()
  const phone = await openPage(app.origin, { width: 390, height: 844, scripts: false })
  await phone.goto(link!)
  await phone.getByLabel('Business').fill('Harbor Bakery')
  await phone.getByLabel('Email').fill('ana@harbor.example')
  await phone.getByLabel('Statements').setInputFiles(
    [1, 2, 3].map((month) => ({
      name: `statement-${month}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.4 ${month}`),
    })),
  )
  await phone.getByRole('button', { name: 'Send' }).click()
  await phone.getByRole('heading', { name: 'Thank you' }).waitFor()

  await expect.poll(() => gridOf(desk).text(0, 0)).toContain('Harbor Bakery')
  await expect.poll(() => gridOf(desk).text(0, 3)).toContain('statement-3.pdf')
  await page.getByText('A row has arrived').waitFor()
  await page.getByRole('link', { name: 'What came in' }).click()
  const receipt = page.getByRole('button', { name: /created.*the form “Apply for funding”/ })
  await receipt.click()
  await page.getByText('statement-2.pdf').waitFor()
  const [row] = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body.data
  await page.goto(paths.recordPage(board.key, row.id))
  await page.getByText('Came in through the form “Apply for funding”').waitFor()
  await page.getByRole('link', { name: 'receipts' }).click()
  await receipt.waitFor()
})

test('what was blocked is read in full by a member on a phone, and accepting it opens the row', async () => {
  const { board, id, send } = await openForm()
  await send([
    ['c.business', 'Cheap pills'],
    ['second_homepage', 'x'],
  ])
  const member = await app.join('member')
  const page = await app.openAs(member, paths.receiptsOf(board.key, `form:${id}`), {
    width: 390,
    height: 844,
  })
  await page.getByRole('button', { name: /blocked.*looks like spam/ }).click()
  await page.getByText('A field that people do not see was filled in.').waitFor()
  await page.getByText('Cheap pills').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.waitForURL(/[?&]row=/)
  await page.getByText('Came in through the form “Apply”').waitFor()
  const [row] = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body.data
  expect(row).toMatchObject({ cells: { business: 'Cheap pills' }, createdBy: `form:${id}` })
})

test('everything about a form can be changed: its words, its questions, what follows, and who may show it', async () => {
  const { board, id, url, form } = await openForm()
  const page = await app.open(paths.form(board.key, id), { refusals: [400] })
  await page.getByRole('button', { name: 'Edit Email' }).click()
  await page.getByRole('textbox', { name: 'Question' }).fill('Where do we write to?')
  await page.getByRole('textbox', { name: 'Help' }).fill('We answer within a day.')
  await page.getByLabel('Must be filled in').check()
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('menuitem', { name: 'Contact' }).click()
  await page.getByText('Open another page').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter an address.').waitFor()
  await page.getByRole('textbox', { name: 'Page' }).fill('https://www.example.com/thanks')
  const sites = page.getByRole('combobox', { name: 'Websites that may show it' })
  await sites.fill('not a site')
  await sites.press('Enter')
  await page.getByRole('switch', { name: 'People can finish later' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sites.getAttribute('aria-invalid')).toBe('true')
  await sites.press('Backspace')
  await sites.fill('https://www.example.com/')
  await sites.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await form()).toMatchObject({
    name: 'Apply',
    columns: [
      { key: 'business', label: null, help: null, required: true },
      {
        key: 'email',
        label: 'Where do we write to?',
        help: 'We answer within a day.',
        required: true,
      },
      { key: 'contact', label: null, help: null, required: false },
    ],
    thanks: null,
    redirectUrl: 'https://www.example.com/thanks',
    origins: ['https://www.example.com'],
    drafts: true,
  })
  await page.getByText(`<iframe src="${url}/embed" title="Apply for funding"`).waitFor()
})

test('a form is switched off and on, and deleted after a question', async () => {
  const { board, id, url, form } = await openForm()
  const page = await app.open(paths.form(board.key, id))
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByText('The form is closed').waitFor()
  const visit = () => visitor(app, url).open()
  expect((await visit()).status).toBe(410)
  // Saving something else does not open it again.
  await page.getByLabel('Title').fill('Apply')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await form()).toMatchObject({ title: 'Apply', open: false })
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('button', { name: 'Switch off' }).waitFor()
  expect((await visit()).status).toBe(200)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete form' }).click()
  await page.getByText('No forms yet').waitFor()
  expect((await visit()).status).toBe(404)
})

test('a deleted form is named where rows came through it', async () => {
  const { board, id, send } = await openForm()
  const added = { name: 'Added by', type: 'created_by' }
  await app.owner.api('POST', `/v1/boards/${board.id}/columns`, { body: added })
  await send([['c.business', 'Harbor Bakery']])
  await app.owner.api('DELETE', `/v1/boards/${board.id}/forms/${id}`)
  const member = await app.join('member')
  const page = await app.openAs(member, paths.records(board.key))
  await expect.poll(() => gridOf(page).text(0, 5)).toBe('Form “Apply”')
  await page.goto(paths.receiptsOf(board.key, `form:${id}`))
  await page.getByText('just now, the form “Apply”, 1 row').waitFor()
})

test('members share a form and cannot change it; a hidden column is not in what they see', async () => {
  const { board, id, url } = await openForm()
  await app.owner.api('PUT', `/v1/definitions/${board.key}/column-policies/email`, {
    body: {
      visibleTo: { mode: 'roles', roles: ['manager'] },
      editableBy: { mode: 'roles', roles: ['manager'] },
    },
  })
  const member = await app.join('member')
  const page = await app.openAs(member, paths.recordSettings(board.key, 'forms'))
  await page.getByText(`1 question, ${url}`).waitFor()
  await page.getByRole('link', { name: 'Apply' }).click()
  await page.getByRole('link', { name: 'Open the form' }).waitFor()
  for (const name of ['Save', 'Switch off', 'Delete', 'New form']) {
    expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  }
  await page.goto(paths.newForm(board.key))
  await page.getByText(`1 question, ${url}`).waitFor()
  expect(await page.getByLabel('Title').count()).toBe(0)
  await page.goto(paths.form(board.key, id))
  await page.getByRole('link', { name: 'Open the form' }).waitFor()
})

test('leaving the editor with changes asks first, and saving or cancelling does not', async () => {
  const { board, form } = await openForm()
  const page = await app.open(paths.recordSettings(board.key, 'forms'))
  await page.getByRole('link', { name: 'Apply' }).first().click()
  const title = page.getByLabel('Title')
  await title.fill('Apply now')
  const leave = () => page.getByRole('button', { name: 'All forms' }).click()
  const asked = page.getByRole('dialog', { name: 'Your changes are not saved yet' })
  await leave()
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  expect(await title.inputValue()).toBe('Apply now')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await form()).title).toBe('Apply now')
  await page.getByText('Saved.').waitFor()
  await leave()
  await page.getByRole('button', { name: 'New form' }).click()
  await title.fill('Another')
  await page.goBack()
  await asked.getByRole('button', { name: 'Discard them' }).click()
  await page.getByRole('button', { name: 'New form' }).click()
  await title.fill('A third')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New form' }).waitFor()
  expect(await asked.count()).toBe(0)
})

test('a question that the board has no column for is added with its column, such as one for files', async () => {
  const board = await app.board([{ name: 'Business', type: 'text' }])
  const page = await app.open(paths.newForm(board.key))
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('menuitem', { name: 'New column…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add column' })
  await dialog.getByLabel('Name').fill('Bank statements')
  await dialog.getByLabel('Type').click()
  await page.getByRole('option', { name: 'File' }).click()
  await dialog.getByRole('button', { name: 'Add column' }).click()
  await page.getByRole('button', { name: 'Edit Bank statements' }).waitFor()
  await page.getByRole('button', { name: 'Create form' }).click()
  await page.getByRole('link', { name: 'Open the form' }).waitFor()
  const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/forms`)).body
  expect(data[0].columns.map(({ key }: { key: string }) => key)).toEqual([
    'business',
    'bank_statements',
  ])
})
