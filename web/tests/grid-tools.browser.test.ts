import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** A board with three rows. */
async function makeRows() {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Amount', type: 'number' },
  ])
  const rows = [1, 2, 3].map((n) => ({ cells: { name: `Row ${n}`, amount: n * 10 } }))
  const made = await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: { rows } })
  return { ...board, ids: made.body.data.map(({ id }: { id: string }) => id) as string[] }
}

const focused = (page: Page) => page.evaluate('document.activeElement.ariaLabel') as Promise<string>

test('in the Sort panel typing finds another column, and Escape closes its list first', async () => {
  const page = await app.open(paths.records((await makeRows()).key))
  const { cell } = gridOf(page)
  const sort = page.getByRole('button', { name: 'Sort', exact: true })
  await sort.click()
  await page.getByRole('button', { name: 'Add sort' }).click()
  const by = page.getByRole('combobox', { name: 'Sort by' })
  await by.click()
  await page.keyboard.press('Escape')
  await expect.poll(() => by.getAttribute('aria-expanded')).toBe('false')
  expect(await by.isVisible()).toBe(true)

  await by.click()
  await page.keyboard.type('nothing')
  await page.getByText('No match').waitFor()
  await page.keyboard.press('Escape')
  await by.press('Tab')
  await by.click()
  await page.keyboard.type('amo')
  await page.getByRole('option', { name: 'Amount' }).click()
  expect(await focused(page)).toBe('Sort by')
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect.poll(() => cell(0, 0).textContent()).toBe('Row 3')

  await page.getByRole('button', { name: 'Don’t sort by Amount' }).click()
  await expect.poll(() => cell(0, 0).textContent()).toBe('Row 1')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => sort.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true)
})

test('a double click on the edge of a column fits it to its content', async () => {
  const { key, id } = await makeRows()
  const name = 'A business whose name is a good deal longer than its column'
  await app.owner.api('POST', `/v1/boards/${id}/rows`, { body: { rows: [{ cells: { name } }] } })
  const page = await app.open(paths.records(key))
  const { cell } = gridOf(page)
  const cut = () => cell(3, 0).evaluate((each) => each.scrollWidth - each.clientWidth)
  await expect.poll(cut).toBeGreaterThan(0)
  const heading = await page.getByRole('columnheader', { name: 'Name' }).boundingBox()
  await page.mouse.dblclick(heading!.x + heading!.width, heading!.y + 10)
  await expect.poll(cut).toBe(0)
  // And no wider than its content needs.
  expect((await cell(3, 0).boundingBox())!.width).toBeLessThan(600)
})

test('a column shows the converted cells after its type changes', async () => {
  const { key, id } = await app.board([{ name: 'Price', type: 'text' }])
  const row = { cells: { price: '$1,200' } }
  await app.owner.api('POST', `/v1/boards/${id}/rows`, { body: { rows: [row] } })
  const page = await app.open(paths.records(key))
  const { cell } = gridOf(page)
  await page.getByRole('button', { name: 'Menu for Price' }).click()
  await page.getByRole('menuitem', { name: 'Change type…' }).click()
  await page.getByRole('combobox', { name: 'New type' }).click()
  await page.getByRole('option', { name: /^Number/ }).click()
  await page.getByRole('button', { name: 'Change type' }).click()
  await expect.poll(() => cell(0, 0).textContent()).toBe('1,200')
})

test('the Columns panel keeps the focus when its button is disabled', async () => {
  const page = await app.open(paths.records((await makeRows()).key))
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Name' }).uncheck()
  const showAll = page.getByRole('button', { name: 'Show all' })
  await showAll.click()
  await expect.poll(() => showAll.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await showAll.waitFor({ state: 'hidden' })
})

test('after deleting an open record the focus is in the grid, and its link says that it is gone', async () => {
  const { key, ids } = await makeRows()
  const page = await app.open(paths.record(key, ids[1]!), { refusals: [404] })
  await page.getByRole('button', { name: 'Record actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.getByText('Record moved to the trash.').waitFor()
  await expect.poll(() => focused(page)).toContain('rows')
  await page.goto(paths.record(key, ids[1]!))
  await page.getByText('It was deleted, or you don’t have access to it.').waitFor()
})

test('after restoring a row the focus is on the next one in the trash', async () => {
  const { key, id, ids } = await makeRows()
  for (const rowId of ids) await app.owner.api('DELETE', `/v1/boards/${id}/rows/${rowId}`)
  const page = await app.open(paths.trash(key))
  const restore = page.getByRole('button', { name: 'Restore', exact: true })
  await restore.nth(0).click()
  await expect.poll(() => restore.count()).toBe(2)
  const isFocused = () =>
    restore.nth(0).evaluate((element) => element === element.ownerDocument.activeElement)
  await expect.poll(isFocused).toBe(true)
})

test('rows in the trash are found by their text, and an admin deletes them for good', async () => {
  const { key, id, ids } = await makeRows()
  for (const rowId of ids) await app.owner.api('DELETE', `/v1/boards/${id}/rows/${rowId}`)
  const page = await app.open(paths.trash(key))
  const rows = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await expect.poll(() => rows.count()).toBe(ids.length)
  await page.getByRole('searchbox', { name: 'Search these rows' }).fill('Row 2')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.check()
  await page.getByRole('button', { name: 'Delete for good…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 row' }).click()
  await page.getByText('No match').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.poll(() => rows.count()).toBe(ids.length - 1)
})

test('a refused value names its column and says what to type', async () => {
  const { key, ids } = await makeRows()
  const page = await app.open(paths.record(key, ids[0]!), { refusals: [400] })
  const amount = page.getByLabel('Record', { exact: true }).getByRole('textbox', { name: 'Amount' })
  await amount.fill('lots')
  await amount.press('Enter')
  await page.getByText('"lots" is not a number; type digits such as 1234.5').waitFor()
})
