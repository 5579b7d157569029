import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const operation = (id: string) => `/docs/operations/${id}`

describe('guides and reference are accessible, in both themes and on a phone', () => {
  test.each([
    // The longest page by far, with the colors of what a search finds.
    ['the front door', '/docs/guides', true],
    ['a guide', '/docs/guides/columns', false],
    ['the first page of the reference', '/docs', false],
    ['what a search finds', '/docs/search?q=amounts', true],
    ['a form with a file', operation('post_definitions-import'), true],
    ['a choice of shapes', '/docs/schemas/Event', true],
  ])('%s', async (_, path, isDarkToo) => {
    const page = await app.openAsStranger(path)
    const disclosures = page.locator('main summary')
    if ((await disclosures.count()) > 0) await disclosures.first().click()
    await expectAccessible(page, { isDarkToo })
  })
})

test('without scripts one finds an operation, and reads all but the form that sends', async () => {
  const page = await app.openAsStranger('/docs', { scripts: false })
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('upload a file for a row')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'Upload a file for a row' }).click()
  await page.getByRole('heading', { level: 1, name: 'Upload a file for a row' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Try it' }).isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Guides', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Sourcebook' }).waitFor()
  await page.getByRole('navigation', { name: 'Next and previous guide' }).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'From nothing to a desk' }).waitFor()
})

test('a request is tried with one’s own key, which stays in the tab, and not as the person who is signed in', async () => {
  const board = await app.board([{ name: 'Business', type: 'text' }])
  const page = await app.open(operation('post_ingest-rows'), { refusals: [401] })
  const answer = page.getByRole('status')
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText('"code": "unauthenticated"').waitFor()

  await page.getByLabel('Board key or page key').fill(board.secret)
  await page.getByLabel('dryRun').selectOption('true')
  await page.getByRole('textbox', { name: /^Body/ }).fill('{"cells": {"business": "Acme Bakery"}}')
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText(/^200 /).waitFor()
  await answer.getByText('"business": "Acme Bakery"').waitFor()

  await page.goto(operation('get_ingest-board'))
  expect(await page.getByLabel('Board key or page key').inputValue()).toBe(board.secret)
  const other = await page.context().newPage()
  await other.goto(page.url())
  expect(await other.getByLabel('Board key or page key').inputValue()).toBe('')
  await other.close()
  await page.goto(operation('get_boards_id_rows'))
  await page.getByLabel('id', { exact: true }).fill(board.id)
  await page.getByRole('button', { name: 'Send' }).click()
  expect(await answer.getByText(/^\d{3} /).textContent()).toMatch(/^401 /)
})

test('a file is sent as a form, a download is offered, and a stream is shown until it is stopped', async () => {
  const board = await app.board([{ name: 'Business', type: 'text' }])
  const page = await app.open(operation('post_boards-import'))
  const answer = page.getByRole('status')
  await page.getByLabel('Access token').fill(app.owner.token)
  await page.getByLabel('boardId').fill(board.id)
  await page.getByLabel('mapping').fill('{"Company": "business"}')
  const csv = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('Company\nAcme Bakery\n') }
  await page.getByLabel('file', { exact: true }).setInputFiles(csv)
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText(/^20[12] /).waitFor()

  await page.goto(operation('get_boards_id_export'))
  await page.getByLabel('id', { exact: true }).fill(board.id)
  await page.getByLabel('format').selectOption('xlsx')
  await page.getByRole('button', { name: 'Send' }).click()
  const saving = page.waitForEvent('download')
  await answer.getByRole('link', { name: /^Save the answer/ }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.xlsx$/)

  await page.goto(operation('get_events-stream'))
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText(/^200 /).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await answer.getByText('Stopped.').waitFor()
})
