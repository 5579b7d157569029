import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'
import { holdWrites } from './support/held.ts'
import { newBoard, shownIn } from './support/new-rows.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('a refused row stays to be corrected, and the rows after it are kept', async () => {
  const board = await newBoard(app, true)
  const page = await app.open(paths.records(board.key), { refusals: [400] })
  await page.getByText('No rows yet').waitFor()
  await holdWrites(page, 300)
  const { grid, press, type, cell } = gridOf(page)
  await page.getByRole('button', { name: 'Add a row' }).first().click()
  await press('Tab')
  await type('1.2.3')
  await press('Shift+Tab')
  await type('Acme') // with a name it can be created
  await press('Tab', 'Tab')
  await type('a@x.io')
  await press('Enter')
  await type('Bay')
  await press('Tab')
  await type('41')
  await expect.poll(board.stored).toEqual([['Bay', '', '']])
  const why = page.getByText('Not saved yet: Amount: "1.2.3" is not a number')
  await why.waitFor()
  expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('41')
  await press('Tab')
  await expect.poll(board.stored).toEqual([['Bay', '41', '']])
  expect(await grid.locator('[data-draft]').count()).toBe(1)
  await expect.poll(() => shownIn(page)).toContainEqual(['Acme', '1.2.3', 'a@x.io'])

  await cell(1, 1).dblclick()
  await press('Backspace', 'Backspace', 'Enter')
  const both = [
    ['Bay', '41', ''],
    ['Acme', '1.2', 'a@x.io'],
  ]
  await expect.poll(board.stored).toEqual(both)
  await why.waitFor({ state: 'detached' })
  await press('Escape')
  await expect.poll(() => shownIn(page)).toEqual(both)
})

test('Space on a new row opens its record once it is saved', async () => {
  const board = await newBoard(app)
  const page = await app.open(paths.records(board.key))
  await page.getByText('No rows yet').waitFor()
  await holdWrites(page, 1_500)
  const { press, type } = gridOf(page)
  const record = page.getByRole('complementary', { name: 'Record' })
  await page.getByRole('button', { name: 'Add a row' }).first().click()
  await type('Acme')
  await press('Tab', 'Escape', 'Space')
  await record.getByRole('heading', { name: 'Acme' }).waitFor()
})

test('a refused cell of a new row keeps its text', async () => {
  const board = await newBoard(app)
  const page = await app.open(paths.records(board.key), { refusals: [400] })
  await page.getByText('No rows yet').waitFor()
  const { press, type, cell } = gridOf(page)
  await page.getByRole('button', { name: 'Add a row' }).first().click()
  await press('Escape')
  await cell(0, 1).dblclick()
  await type('1.2.3')
  await press('Tab')
  await page.getByText('Not saved yet: Amount: "1.2.3" is not a number').waitFor()
  await press('Shift+Tab', 'F2')
  await expect.poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('1.2.3')
  // The text is not selected, so the next key goes on with it.
  await press('Backspace', 'Backspace', '5', 'Enter')
  await expect.poll(board.stored).toEqual([['', '1.25', '']])
})

test('a row whose connection drops during creation is created once, with everything typed since', async () => {
  const board = await newBoard(app)
  const page = await app.open(paths.records(board.key))
  await page.getByText('No rows yet').waitFor()
  let isDown = true
  // The first request succeeds but its answer is lost; then the service is unreachable.
  let reached = 0
  await page.route('**/v1/**', async (route) => {
    if (!isDown) return route.fallback()
    if (route.request().method() === 'POST' && reached++ === 0) await route.fetch()
    await route.abort()
  })
  const { grid, press, type } = gridOf(page)
  await page.getByRole('button', { name: 'Add a row' }).first().click()
  await type('Acme')
  await press('Tab')
  await type('40')
  await press('Tab')
  await type('rosa@acme.example')
  await press('Enter')
  await type('Bay')
  await press('Tab')
  const away = page.getByRole('status').getByText('You’re offline')
  await away.waitFor()
  expect(await board.stored()).toEqual([['Acme', '', '']])

  isDown = false
  const both = [
    ['Acme', '40', 'rosa@acme.example'],
    ['Bay', '', ''],
  ]
  await expect.poll(board.stored).toEqual(both)
  await away.waitFor({ state: 'detached' })
  await expect.poll(() => shownIn(page)).toEqual(both)
  expect(await grid.locator('[data-draft]').count()).toBe(0)
})

test('text typed while a row is being created is sent once the service is back', async () => {
  const board = await newBoard(app)
  const page = await app.open(paths.records(board.key))
  await page.getByText('No rows yet').waitFor()
  const typed = Promise.withResolvers<void>()
  let isDown = true
  await page.route('**/v1/**', async (route) => {
    if (!isDown) return route.fallback()
    if (route.request().method() !== 'POST') return route.abort()
    await typed.promise
    await route.continue()
  })
  const { press, type } = gridOf(page)
  await page.getByRole('button', { name: 'Add a row' }).first().click()
  await type('Acme')
  await press('Tab')
  await type('40')
  await press('Tab')
  typed.resolve()
  await page.getByText('1 change is waiting').waitFor()
  expect(await board.stored()).toEqual([['Acme', '', '']])
  expect(await shownIn(page)).toEqual([['Acme', '40', '']])
  isDown = false
  await expect.poll(board.stored).toEqual([['Acme', '40', '']])
  await expect.poll(() => shownIn(page)).toEqual([['Acme', '40', '']])
})

test('undo right after typing into a new row undoes the last cell, then the row', async () => {
  const board = await newBoard(app)
  const page = await app.open(paths.records(board.key))
  await page.getByText('No rows yet').waitFor()
  await holdWrites(page, 300, 'answer')
  const { press, type } = gridOf(page)
  await page.getByRole('button', { name: 'Add a row' }).first().click()
  await type('Acme')
  await press('Tab')
  await type('40')
  await press('Tab', 'Control+z')
  await expect.poll(() => shownIn(page)).toEqual([['Acme', '', '']])
  await expect.poll(board.stored).toEqual([['Acme', '', '']])
  await press('Control+z')
  await expect.poll(board.stored).toEqual([])
  await press('Control+y', 'Control+y')
  await expect.poll(board.stored).toEqual([['Acme', '40', '']])
  await expect.poll(() => shownIn(page)).toEqual([['Acme', '40', '']])
})

test('a new row stays in place while somebody types into it, even if the list has it elsewhere or not at all', async () => {
  const board = await newBoard(app)
  const others = ['Yard', 'Zoo'].map((name) => ({ cells: { name } }))
  await app.owner.api('POST', board.rows, { body: { rows: others } })
  const filter = JSON.stringify({ column: 'name', op: 'contains', value: 'o' })
  const query = new URLSearchParams({ filter, sort: 'name' })
  const page = await app.open(`${paths.records(board.key)}?${query}`)
  const { select, press, type, grid } = gridOf(page)
  await select(0, 0)
  await page.getByRole('button', { name: 'Add a row' }).click()
  await type('Acme')
  await press('Tab')
  await expect.poll(board.stored).toContainEqual(['Acme', '', ''])
  // Somebody else's row makes the grid read the list again.
  await app.owner.api('POST', board.rows, { body: { cells: { name: 'Bob' } } })
  await grid.getByText('Bob').waitFor()
  await type('40')
  await press('Tab')
  await type('a@x.io')
  await press('Enter')
  await expect.poll(board.stored).toContainEqual(['Acme', '40', 'a@x.io'])
  expect(await board.stored()).toContainEqual(['Zoo', '', ''])
})
