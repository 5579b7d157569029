// Follows docs/desk.md in the demo, and compares what is on the screen with the guide's pictures, and with those of the
// README. After a change that you wanted, renew them with `PICTURES=renew npm test -- web/tests/desk-guide` and look at them
// before you commit.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { isBundled } from './support/chromium.ts'
import { startDemo, type TestedDemo } from './support/demo.ts'
import { fixTime } from './support/fixed-time.ts'
import { expectGuidePicture } from './support/pictures.ts'
import { dueInTwoWeeks, first } from './support/screens.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const guide = read('docs/desk.md')
const file = /^```csv\n([\s\S]*?)^```$/m.exec(guide)![1]!

const HOUR_MS = 3_600_000

let app: TestedDemo
let began: number
beforeAll(async () => {
  began = Date.now()
  app = await startDemo()
  await dueInTwoWeeks(app)
})
afterAll(() => app.stop())

const open = (path: string, prepare?: (page: Page) => Promise<void>) =>
  app.openAs(app.dana, path, { width: 1280, height: 800 }, prepare)
const still = (page: Page) => fixTime(page, began)

/** Another browser draws letters differently. */
const looks = async (page: Page, name: string) => {
  if (isBundled) await expectGuidePicture(page, name)
}

/** Writes what differs from run to run as it is in the picture: the origin, and what is made up of chance. */
const sameWords = `{
  const same = (text) => text
    .replace(location.origin, 'https://records.example.com')
    .replace(/sbk_…\\w+/, 'sbk_…i52c')
    .replace(/-\\w{5}-\\w{5}@/, '-5dgmn-z7grv@')
    .replace(/\\/hooks\\/[\\w-]+/, '/hooks/mnog3tNh02ja5uSyuKoaLGUEnuTSF8mV')
  document.body.normalize()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.data = same(texts.currentNode.data)
  for (const input of document.querySelectorAll('input')) input.placeholder = same(input.placeholder)
}`

test('Today looks as in the guide', async () => {
  await looks(await open(paths.home(), still), 'desk-today')
})

test('a record beside the grid looks as in the guide', async () => {
  const lead = await first(app, '/v1/definitions/leads/rows')
  await looks(await open(paths.record('leads', lead), still), 'desk-record')
})

test('a collection says who gets how much before it is recorded', async () => {
  const page = await open(paths.deal(await first(app, '/v1/accounting/deals')), still)
  await page.getByRole('button', { name: 'Record collection' }).click()
  await page.getByLabel('Amount received').fill('5,499.99')
  await page.getByRole('region', { name: 'Who gets how much' }).getByText('$1,320.00').waitFor()
  await looks(page, 'desk-money')
})

test('the Developer tab of the demo’s board looks as in the README', async () => {
  const { body } = await app.dana.api('GET', '/v1/boards')
  const board = body.data.find(({ key }: { key: string }) => key === 'website-form')
  const make = async (path: string, sent: object) =>
    expect(
      (await app.dana.api('POST', `/v1/boards/${board.id}/${path}`, { body: sent })).status,
    ).toBe(201)
  await make('addresses', {
    columns: {
      from: 'email',
      name: 'contact',
      subject: 'business_name',
      attachments: 'bank_statements',
    },
  })
  await make('hooks', { name: 'Typeform: applications' })
  const page = await app.openAs(
    app.dana,
    paths.recordSettings('website-form', 'developer'),
    { width: 1340, height: 1320 },
    // As if all of it were made two hours ago.
    (opened) => fixTime(opened, began + 2 * HOUR_MS),
  )
  await page.getByText('Typeform: applications').first().waitFor()
  await page.getByText('sbk_YOUR_KEY').first().waitFor()
  // A name that comes after the words were written would not be drawn.
  await page.getByText('2 hours ago by Dana Whitfield').first().waitFor()
  await page.evaluate(sameWords)
  await looks(page, 'developer')
})

test('the file of the guide is imported, and the import is undone', async () => {
  const page = await open(paths.records('leads'))
  await page.getByRole('button', { name: 'More about Leads' }).click()
  await page.getByRole('menuitem', { name: 'Import file' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByText('3 would be added').waitFor()
  await page.setViewportSize({ width: 1280, height: 1200 })
  await looks(page, 'desk-import')
  app.work()
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await page.getByRole('button', { name: 'Undo this import…' }).click()
  await page.getByRole('button', { name: 'Remove 3 rows' }).click()
  await page.getByText('3 of its rows went to the trash.', { exact: true }).waitFor()
})

test('a form is made of the columns of a new board', async () => {
  const page = await open(paths.home())
  await page.getByRole('button', { name: 'New page or board' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Board' }).check()
  await dialog.getByLabel('Name').fill('Applications')
  await dialog.getByRole('radio', { name: 'Applications' }).check()
  await dialog.getByRole('button', { name: 'Create board' }).click()
  await page.getByRole('button', { name: 'More about Applications' }).click()
  await page.getByRole('menuitem', { name: 'Share a form' }).click()
  await page.getByRole('button', { name: 'New form' }).click()
  await page.getByLabel('Title').fill('Apply for funding')
  await page
    .getByLabel('Introduction')
    .fill('It takes three minutes. Have your last three bank statements ready.')
  await page.getByRole('button', { name: 'Edit Amount requested' }).click()
  await page.getByLabel('Question', { exact: true }).fill('How much do you need?')
  await looks(page, 'form')
  await page.getByRole('button', { name: 'Create form' }).click()
  await page.getByRole('link', { name: 'Open the form' }).waitFor()
})

test('the guide and the README show no picture that this does not compare', () => {
  const shownIn = (text: string) =>
    [...text.matchAll(/\]\((?:docs\/)?pictures\/([\w-]+)\.png\)/g)].map(([, name]) => name)
  expect(shownIn(guide)).toEqual(['desk-import', 'form', 'desk-today', 'desk-record', 'desk-money'])
  expect(shownIn(read('README.md'))).toEqual(['developer', 'form'])
})
