import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp
let key: string
let path: string

beforeAll(async () => {
  app = await startApp()
  const columns = [
    { name: 'Business', type: 'text' },
    { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }] } },
    { name: 'Submitted', type: 'date' },
  ] as const
  const board = await app.board([...columns], { name: 'Leads' })
  const rows = ['Acme Bakery', 'Bay Auto'].map((business) => ({ cells: { business } }))
  await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: { rows } })
  key = board.key
  path = paths.records(key)
})
afterAll(() => app.stop())

const box = async (page: Page, name: string) =>
  (await page.getByRole('searchbox', { name }).boundingBox())!

test('the search stays where it is while somebody types, and the grid when a record opens', async () => {
  for (const person of [app.owner, await app.join('viewer')]) {
    const page = await app.openAs(person, path)
    const { grid, cell } = gridOf(page)
    await page.getByText('2 rows', { exact: true }).waitFor()
    const kinds = () => page.getByRole('group', { name: 'Show rows as' }).boundingBox()
    const beside = await kinds()
    await page.getByRole('searchbox', { name: 'Search these rows' }).click()
    const before = await box(page, 'Search these rows')
    // It opens over what is beside it, so that a click there finds what it was meant for.
    expect(await kinds()).toEqual(beside)
    const top = (await grid.boundingBox())!.y
    // One line: the padding, and the height of its buttons.
    expect(top).toBeLessThan(60)

    await page.getByRole('searchbox', { name: 'Search these rows' }).fill('acme')
    await page.getByRole('button', { name: 'Reset', exact: true }).waitFor()
    await page.getByText('1 found', { exact: true }).waitFor()
    expect(await box(page, 'Search these rows')).toEqual(before)

    await cell(0, 0).click()
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: 'Record' }).waitFor()
    expect((await grid.boundingBox())!.y).toBe(top)
    const reset = page.getByRole('button', { name: 'Reset', exact: true })
    await reset.waitFor({ state: 'hidden' })
  }
})

test('beside an open record, the menu of views saves and resets', async () => {
  const page = await app.open(`${path}?search=acme`)
  const { cell } = gridOf(page)
  await page.getByText('1 found', { exact: true }).waitFor()
  await cell(0, 0).click()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: /^View: All rows/ }).click()
  await page.getByRole('menuitem', { name: 'Save as new view' }).waitFor()
  await page.getByRole('menuitem', { name: 'All rows' }).click()
  await cell(1, 0).getByText('Bay Auto').waitFor()
})

test('a panel and a menu close when somebody goes on in the grid', async () => {
  const page = await app.open(path)
  const { cell, type, press } = gridOf(page)
  await cell(1, 0).getByText('Bay Auto').waitFor()
  for (const name of ['Sort', 'Columns']) {
    await page.getByRole('button', { name, exact: true }).click()
    const panel = page.getByRole('dialog', { name })
    await panel.waitFor()
    await cell(1, 0).click()
    await panel.waitFor({ state: 'hidden' })
    // The focus is there too: what is typed goes into the cell.
    await type('Bay')
    await page.getByRole('textbox', { name: 'Business' }).waitFor()
    await press('Escape')
  }
  await page.getByRole('button', { name: /^View:/ }).click()
  const menu = page.getByRole('menuitem', { name: 'Save as new view' })
  await menu.waitFor()
  // The menu lies over the first column.
  await cell(1, 2).click()
  await menu.waitFor({ state: 'hidden' })
  const focused = "document.activeElement?.getAttribute('aria-label')"
  await expect.poll(() => page.evaluate(focused)).toBe('Leads: rows')
})

test('with a view that is edited, a filter, an order and groups, the name of the view can be read', async () => {
  const { status, body } = await app.owner.api('POST', `/v1/definitions/${key}/views`, {
    body: { name: 'Qualified this month', private: false },
  })
  expect(status).toBe(201)
  const filter = encodeURIComponent(JSON.stringify({ column: 'business', op: 'is_not_empty' }))
  const edited = `${path}?view=${body.data.id}&filter=${filter}&sort=business&group=stage`
  for (const width of [1280, 390]) {
    const page = await app.open(edited, { width, height: 844 })
    await page.getByText('2 found', { exact: true }).waitFor()
    const view = page.getByRole('button', { name: /^View: Qualified this month/ })
    const name = view.getByText('Qualified this month')
    expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    // The dot that says “edited” is as round as it is meant to be.
    const dot = (await view.getByText('edited').locator('..').boundingBox())!
    expect([dot.width, dot.height]).toEqual([6, 6])
    // The search is an icon, and opens.
    const search = page.getByRole('searchbox', { name: 'Search these rows' })
    expect((await search.boundingBox())!.width).toBeLessThan(40)
    await search.click()
    expect((await search.boundingBox())!.width).toBeGreaterThan(120)
    await page.keyboard.type('bay')
    await page.getByText('1 found', { exact: true }).waitFor()
    expect((await search.boundingBox())!.width).toBeGreaterThan(120)
    // The search gives way before the name of the view does, also with what was typed in it.
    await search.blur()
    expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    expect((await search.boundingBox())!.width).toBeGreaterThan(80)
    const right = page.getByRole('button', { name: 'More about Leads' })
    const { x, width: wide } = (await right.boundingBox())!
    expect(x + wide).toBeLessThanOrEqual(width)
  }
})
