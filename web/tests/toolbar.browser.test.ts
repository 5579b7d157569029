import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp
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
  path = paths.records(board.key)
})
afterAll(() => app.stop())

const box = async (page: Page, name: string) =>
  (await page.getByRole('searchbox', { name }).boundingBox())!

test('the search stays where it is while somebody types, and the grid when a record opens', async () => {
  for (const person of [app.owner, await app.join('viewer')]) {
    const page = await app.openAs(person, path)
    const { grid, cell } = gridOf(page)
    await page.getByText('2 rows', { exact: true }).waitFor()
    const before = await box(page, 'Search these rows')
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
