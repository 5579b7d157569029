import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

const PHONE = { width: 390, height: 844 }
const ROWS = 450

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

async function makeRows() {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Amount', type: 'number' },
  ])
  const path = `/v1/boards/${board.id}/rows`
  const rows = Array.from({ length: ROWS }, (_, n) => ({ cells: { name: `Row ${n}`, amount: n } }))
  await app.owner.api('POST', path, { body: { rows } })
  return { key: board.key, path }
}

/** As the service answers once the database has worked on a list for 25 seconds. */
const giveUp = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'retry-after': '60' },
    json: {
      error: 'The list took more than 25 seconds to read, so it was stopped.',
      code: 'overloaded',
      reason: 'list_too_slow',
      values: {},
    },
  })

/** Lets the service give up whatever has to be counted, and counts how often that is asked for. */
async function refuseCounts(page: Page): Promise<() => number> {
  let counts = 0
  await page.route(/\/rows\?.*(count=true|totals=)/, (route) => {
    counts++
    return giveUp(route)
  })
  return () => counts
}

test('a list that takes too long to count is worked with as any other, and is not counted again', async () => {
  const { key, path } = await makeRows()
  let counts = () => 0
  const page = await app.openAs(
    app.owner,
    `${paths.records(key)}?search=Row`,
    { refusals: [503] },
    async (page) => {
      counts = await refuseCounts(page)
    },
  )
  const { grid, cell, press, select } = gridOf(page)
  const uncounted = page.getByRole('status').filter({ hasText: 'Not counted' })
  await uncounted.waitFor()
  expect(await uncounted.getAttribute('title')).toContain('Narrow the list')
  expect(await page.getByRole('alert').count()).toBe(0)
  await expect.poll(() => cell(0, 0).textContent()).toBe('Row 0')
  expect(await grid.getAttribute('aria-rowcount')).toBe('-1')
  await grid.getByRole('rowheader', { name: /^Rows: 200\+$/ }).waitFor()

  // It goes on below, and is edited there.
  await select(0, 1)
  await press('Control+End')
  await cell(199, 1).waitFor()
  await grid.getByRole('rowheader', { name: /^Rows: 400\+$/ }).waitFor()
  await select(199, 1)
  await page.keyboard.type('7')
  await press('Enter')
  await expect
    .poll(async () => (await app.owner.api('GET', `${path}?search=Row&limit=1&offset=199`)).body)
    .toMatchObject({ data: [{ cells: { amount: 7 } }] })

  // What others do is seen.
  const made = await app.owner.api('GET', `${path}?search=Row&limit=1&offset=198`)
  const [{ id }] = made.body.data
  await app.owner.api('PATCH', `${path}/${id}`, { body: { cells: { amount: 12_345 } } })
  await expect.poll(() => cell(198, 1).textContent()).toBe('12,345')
  await app.owner.api('POST', path, { body: { rows: [{ cells: { name: 'Row of theirs' } }] } })

  await select(198, 0)
  await press('Control+End')
  await cell(399, 0).waitFor()
  // The last page says how many there are.
  await grid.getByRole('rowheader', { name: /^Rows: 451$/ }).waitFor()
  await page.getByRole('status').filter({ hasText: '451 found' }).waitFor()
  await press('Control+End')
  await expect.poll(() => cell(450, 0).textContent()).toBe('Row of theirs')
  expect(counts()).toBe(1)

  // Another search is counted again, once.
  await press('Control+Home')
  await cell(0, 0).waitFor()
  await page.getByLabel('Search these rows').fill('row')
  await uncounted.waitFor()
  await expect.poll(() => cell(0, 0).textContent()).toBe('Row 0')
  // It is shown before it is counted.
  await expect.poll(counts).toBe(2)
  await expectAccessible(page)
})

test('on a phone, such a list goes on below, too', async () => {
  const { key } = await makeRows()
  const page = await app.openAs(
    app.owner,
    `${paths.records(key)}?search=Row`,
    { ...PHONE, refusals: [503] },
    async (page) => {
      await refuseCounts(page)
    },
  )
  const list = page.getByRole('list', { name: /: rows$/ })
  const last = list.getByRole('button', { name: /^Row 449/ })
  await list.getByRole('button', { name: /^Row 0/ }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Not counted' }).waitFor({ state: 'attached' })
  expect(await list.locator('[aria-posinset="1"]').getAttribute('aria-setsize')).toBe('-1')
  await expect
    .poll(async () => {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      return last.isVisible()
    })
    .toBe(true)
  expect(await list.locator('[aria-posinset="450"]').getAttribute('aria-setsize')).toBe('450')
  expect(await page.getByRole('alert').count()).toBe(0)
  await last.tap()
  await page.getByRole('dialog', { name: 'Record' }).waitFor()
})

for (const window of [{ width: 1280, height: 800 }, PHONE]) {
  test(`a search that takes too long says so at once and can be tried again, at ${window.width} px`, async () => {
    const { key } = await makeRows()
    let asked = 0
    const page = await app.openAs(
      app.owner,
      `${paths.records(key)}?search=Row`,
      { ...window, refusals: [503] },
      async (page) => {
        await page.route(/\/rows\?.*search=/, (route) => {
          asked++
          return giveUp(route)
        })
      },
    )
    const alert = page.getByRole('alert')
    await alert.getByText(/took more than 25 seconds to read/).waitFor()
    const again = alert.getByRole('button', { name: 'Try again' })
    const { x, y, width, height } = (await again.boundingBox())!
    expect([x >= 0, x + width <= window.width, y + height <= window.height]).toEqual([
      true,
      true,
      true,
    ])
    expect(asked).toBe(1)
    await page.unroute(/\/rows\?.*search=/)
    await again.click()
    await page.getByText('Row 0', { exact: true }).first().waitFor()
    await alert.waitFor({ state: 'detached' })
    await page.getByRole('status').filter({ hasText: '450 found' }).waitFor({ state: 'attached' })
  })
}

test('a list is shown from its beginning once it is narrowed, wherever it was', async () => {
  const { key } = await makeRows()
  const page = await app.open(paths.records(key))
  const { cell, grid, press, select } = gridOf(page)
  await select(0, 0)
  await press('Control+End')
  await cell(ROWS - 1, 1).waitFor()
  await page.getByRole('searchbox', { name: 'Search these rows' }).fill('Row 2')
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('113')
  await expect.poll(() => cell(0, 0).isVisible()).toBe(true)
  expect(await cell(0, 0).textContent()).toBe('Row 2')
})
