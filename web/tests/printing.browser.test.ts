import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startDemo, type TestedDemo } from './support/demo.ts'
import { first } from './support/screens.ts'

let app: TestedDemo
beforeAll(async () => {
  app = await startDemo()
})
afterAll(() => app.stop())

async function print(page: Page): Promise<void> {
  await page.evaluate('window.dispatchEvent(new Event("beforeprint"))')
  await page.emulateMedia({ media: 'print' })
}

const textColor = (page: Page) => page.evaluate('getComputedStyle(document.body).color')

test('a dark page is printed in light, and is dark again afterwards', async () => {
  const path = paths.agreement('broker_agreement')
  const page = await app.openAs(app.dana, path, { scheme: 'dark' })
  const text = page.frameLocator('iframe').locator('body')
  await text.getByText('Submissions').first().waitFor()
  const onScreen = await textColor(page)
  await print(page)
  expect(await textColor(page)).toBe('rgb(25, 33, 37)')
  expect(await page.frames()[1]?.evaluate('getComputedStyle(document.body).color')).toBe(
    'rgb(0, 0, 0)',
  )
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
  expect(await textColor(page)).toBe(onScreen)
})

test('a deal is printed with the colors of its bars, and without buttons', async () => {
  const page = await app.openAs(app.dana, paths.deal(await first(app, '/v1/accounting/deals')))
  const figures = page.getByRole('table').first()
  await figures.waitFor()
  const record = page.getByRole('button', { name: 'Record collection' })
  expect(await record.isVisible()).toBe(true)
  await print(page)
  expect(await record.isVisible()).toBe(false)
  expect(await figures.getByText('$2,500.00').isVisible()).toBe(true)
  const exact = 'getComputedStyle(document.querySelector("main")).printColorAdjust'
  expect(await page.evaluate(exact)).toBe('exact')
})

test('a printed list keeps words whole, and has all its columns on the page', async () => {
  const names = Array.from({ length: 7 }, (_, n) => ({ name: `Column ${n}`, type: 'text' }))
  const make = async (name: string, notes: string) => {
    const columns = [...names, { name: 'Stage', type: 'text' }, { name: 'Notes', type: 'text' }]
    const board = await app.dana.api('POST', '/v1/boards', { body: { name, columns } })
    const { id, key } = board.body.data
    const cells = Object.fromEntries(names.map((_, n) => [`column_${n}`, `Some text ${n}`]))
    const body = { cells: { ...cells, stage: 'Contacted', notes } }
    await app.dana.api('POST', `/v1/boards/${id}/rows`, { body })
    const page = await app.openAs(app.dana, paths.records(key))
    await page.getByRole('gridcell', { name: 'Contacted' }).waitFor()
    await page.evaluate('window.print = () => window.dispatchEvent(new Event("beforeprint"))')
    await page.keyboard.press('Control+p')
    const sheet = page.locator('[data-print]')
    await sheet.waitFor({ state: 'attached' })
    // As wide as a page in landscape.
    await page.setViewportSize({ width: 960, height: 700 })
    await page.emulateMedia({ media: 'print' })
    return sheet
  }
  const words = await make('Words', 'Some words that go on and on. '.repeat(8))
  // A word alone in its column is drawn in one piece.
  const pieces = await words.page().evaluate(`(() => {
    const cells = [...document.querySelectorAll('[data-print] td')]
    const range = document.createRange()
    range.selectNodeContents(cells.find((cell) => cell.textContent === 'Contacted'))
    return range.getClientRects().length
  })()`)
  expect(pieces).toBe(1)
  const wide = await make('Wide', 'x'.repeat(300))
  const table = await wide.getByRole('table').boundingBox()
  expect(table?.width).toBeLessThanOrEqual(960)
})

test('of a record beside its list, the record is printed, over the whole width', async () => {
  const rowId = await first(app, '/v1/definitions/leads/rows')
  const page = await app.openAs(app.dana, paths.record('leads', rowId))
  const record = page.getByRole('complementary', { name: 'Record' })
  await record.getByRole('heading', { name: 'Blue Anchor' }).waitFor()
  const grid = page.getByRole('grid')
  await grid.waitFor()
  await print(page)
  expect(await grid.isVisible()).toBe(false)
  expect((await record.boundingBox())?.width).toBe(1280)
})

test('beside a list, the figures of a deal have a line each, and all of them are in one row where there is room', async () => {
  const places = async (page: Page) => {
    const at = ['Expected', 'Received', 'Outstanding'].map((name) =>
      page.locator('main').getByText(name, { exact: true }).first().boundingBox(),
    )
    return Promise.all(at)
  }
  const { body } = await app.dana.api('GET', '/v1/accounting/deals')
  const [{ id, dealRowId }] = body.data
  const narrow = await app.openAs(app.dana, paths.recordCommissions('deals', dealRowId))
  await narrow.getByText('$12,500.00').first().waitFor()
  const below = await places(narrow)
  expect(new Set(below.map((box) => box?.x)).size).toBe(1)
  expect(new Set(below.map((box) => box?.y)).size).toBe(3)
  const wide = await app.openAs(app.dana, paths.deal(id))
  await wide.getByText('$12,500.00').first().waitFor()
  expect(new Set((await places(wide)).map((box) => box?.y)).size).toBe(1)
})
