import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GuideName, guideNames, paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const run = promisify(execFile)

test('a board and a key are created, the copied snippet runs, and the row appears in an open grid', async () => {
  const page = await app.open(paths.home())
  await page.getByRole('button', { name: 'New page or board' }).click()
  await page.getByRole('radio', { name: 'Board', exact: true }).check()
  const making = page.getByRole('dialog', { name: 'New board' })
  await making.getByLabel('Name').fill('Website form')
  await making.getByRole('button', { name: 'Create board' }).click()
  await page.getByRole('heading', { level: 1, name: 'Website form' }).waitFor()

  await page.goto(paths.recordSettings('website-form', 'developer'))
  await page.getByRole('button', { name: 'New key' }).click()
  const naming = page.getByRole('dialog', { name: 'New key' })
  await naming.getByLabel('Name').fill('Web form')
  await naming.getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByText(/^sbk_\w{36}$/).textContent()

  const watching = await app.open(paths.records('website-form'))
  const { grid } = gridOf(watching)
  await watching.getByText('No rows yet').waitFor()
  const body = JSON.stringify({ cells: { Business: 'Acme Bakery' } })
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const sent = await fetch(`${app.origin}/v1/ingest/rows`, { method: 'POST', headers, body })
  expect(sent.status).toBe(201)
  await grid.getByText('Acme Bakery').waitFor()
  await page.getByText('A row has arrived').waitFor()

  await page.getByRole('tab', { name: 'JavaScript' }).click()
  const snippet = await page.getByRole('region', { name: 'JavaScript snippet' }).textContent()
  await run(process.execPath, ['--input-type=module', '--eval', snippet ?? ''])
  await page.getByText('2 rows have arrived').waitFor()
  await expect.poll(() => grid.getByRole('row').count()).toBeGreaterThan(3)
})

test('the guides that help open beside the page, from the service itself', async () => {
  const board = await app.board([{ name: 'Business', type: 'text' }])
  const page = await app.open(paths.recordSettings(board.key, 'developer'))
  await page.getByRole('tab', { name: 'JavaScript' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'More about JavaScript' }).click()
  const guide = await opening
  const asked: string[] = []
  guide.on('request', (request) => asked.push(new URL(request.url()).origin))
  await guide.getByRole('heading', { level: 1, name: 'JavaScript' }).waitFor()
  await guide.locator('nav.side').getByRole('link', { name: 'Python', exact: true }).click()
  await guide.getByRole('heading', { level: 1, name: 'Python' }).waitFor()
  expect(new Set(asked)).toEqual(new Set([app.origin]))

  const open = (name: GuideName) => fetch(`${app.origin}${paths.guide(name)}`)
  const answers = await Promise.all(guideNames.map(open))
  expect(answers.map(({ status }) => status)).toEqual(guideNames.map(() => 200))
  const leads = await page.locator('a[href^="/docs/guides/"]').count()
  expect(leads).toBeGreaterThanOrEqual(3)
})

test('a file is uploaded where one tries a key, and goes into the row', async () => {
  const board = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'Papers', type: 'file' },
  ])
  const page = await app.open(paths.recordSettings(board.key, 'developer'))
  await page.getByLabel(/^The key “/).fill(board.secret)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a file to Papers' }).click()
  const file = { name: 'March.txt', mimeType: 'text/plain', buffer: Buffer.from('March') }
  await (await choosing).setFiles(file)
  const body = page.getByLabel('Request body')
  await expect.poll(() => body.inputValue()).toMatch(/"papers": \[\s+"[0-9a-f-]{36}"/)
  await page.getByRole('button', { name: 'Send for real' }).click()
  await page.getByText('The row is stored').waitFor()
  await page.getByText('March.txt').filter({ visible: true }).waitFor()
})

test('the HTML form takes files, and the receipt of a row names them', async () => {
  const board = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'Papers', type: 'file' },
  ])
  const page = await app.open(paths.recordSettings(board.key, 'developer'))
  await page.getByRole('tab', { name: 'HTML form' }).click()
  const snippet = await page.getByRole('region', { name: 'HTML form snippet' }).textContent()
  const html = snippet!.replace(/Bearer [^']+/, `Bearer ${board.secret}`)

  const visitor = await app.openAsStranger('/agreement')
  await visitor.route('**/row.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  )
  await visitor.goto('/row.html')
  await visitor.getByLabel('Business').fill('Acme Bakery')
  const files = ['March.txt', 'April.txt'].map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(name),
  }))
  await visitor.getByLabel('Papers').setInputFiles(files)
  // The second of a double click finds the button disabled.
  await visitor.getByRole('button', { name: 'Send' }).dblclick()
  await visitor.getByText('Thank you.').waitFor()
  const stored = 'SELECT id FROM rows WHERE definition_id = $1'
  expect(await app.sql(stored, [board.id])).toHaveLength(1)

  await page.reload()
  await page.getByRole('button', { name: /1 row 2 files$/ }).click()
  await page.getByText('papers March.txt').waitFor()
  await page.getByText('papers April.txt').waitFor()
})
