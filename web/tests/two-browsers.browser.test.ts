import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

async function makeBoard() {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Margin', type: 'number' },
  ])
  const body = { cells: { name: 'Acme', margin: 7 } }
  const made = await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body })
  const name = async () =>
    (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body.data[0].cells.name
  return { ...board, rowId: made.body.data.id as string, name }
}

const questionIn = (page: Page) => page.getByRole('group', { name: 'Someone else changed Name' })

test('one person’s change appears for the other without a reload', async () => {
  const board = await makeBoard()
  const member = await app.join('member')
  const mine = gridOf(await app.open(paths.records(board.key)))
  const theirs = gridOf(await app.openAs(member, paths.records(board.key)))
  await theirs.select(0, 0)
  await mine.select(0, 0)
  await mine.type('Acme Bakery')
  await mine.press('Enter')
  await expect.poll(() => theirs.text(0, 0)).toBe('Acme Bakery')
})

test('if two people change one cell, the later one sees both values and chooses', async () => {
  const board = await makeBoard()
  const member = await app.join('member')
  const page = await app.open(paths.records(board.key), { refusals: [409] })
  const mine = gridOf(page)
  const theirs = gridOf(await app.openAs(member, paths.records(board.key)))
  await theirs.select(0, 0)

  // My request arrives after theirs.
  const sent = Promise.withResolvers<void>()
  const theirsIsIn = Promise.withResolvers<void>()
  await page.route('**/rows/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    sent.resolve()
    await theirsIsIn.promise
    await route.continue()
  })
  await mine.select(0, 0)
  await mine.type('Mine')
  await mine.press('Enter')
  await sent.promise
  await theirs.type('Theirs')
  await theirs.press('Enter')
  await expect.poll(board.name).toBe('Theirs')
  theirsIsIn.resolve()

  await expect.poll(() => questionIn(page).textContent()).toMatch(/“Theirs”.*“Mine”/)
  await questionIn(page).getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(board.name).toBe('Mine')
  await expect.poll(() => theirs.text(0, 0)).toBe('Mine')
})

test('if an open cell is changed by somebody else, both values are shown; other cells interrupt nobody', async () => {
  const board = await makeBoard()
  const member = await app.join('member')
  const page = await app.open(paths.records(board.key))
  const mine = gridOf(page)
  const theirs = gridOf(await app.openAs(member, paths.records(board.key)))
  await theirs.select(0, 1)
  await mine.select(0, 0)
  await mine.press('F2')
  await mine.type(' Bakery')
  await theirs.type('8')
  await theirs.press('Enter')
  await expect.poll(() => mine.text(0, 1)).toBe('8')
  // The answer to my change arrives while I type into the cell again.
  const typing = Promise.withResolvers<void>()
  await page.route('**/rows/*', async (route) => {
    const response = await route.fetch()
    if (route.request().method() === 'PATCH') await typing.promise
    await route.fulfill({ response })
  })
  await mine.press('Enter')
  await expect.poll(board.name).toBe('Acme Bakery') // their change of another cell asked for no decision

  await mine.select(0, 0)
  await mine.type('Mine')
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  typing.resolve()
  await answered
  await expect.poll(() => theirs.text(0, 0)).toBe('Acme Bakery') // else theirs would come too late
  await theirs.select(0, 0)
  await theirs.type('Theirs')
  await theirs.press('Enter')
  await expect.poll(() => mine.text(0, 0)).toBe('Theirs') // in the cell below the editor
  await mine.press('Enter')
  await expect.poll(() => questionIn(page).textContent()).toMatch(/“Theirs”.*“Mine”/)
  await questionIn(page).getByRole('button', { name: 'Take theirs' }).click()
  await questionIn(page).waitFor({ state: 'detached' })
  expect(await mine.text(0, 0)).toBe('Theirs')
  await mine.type('Mine after all') // the keys are the grid’s again
  await mine.press('Enter')
  await expect.poll(board.name).toBe('Mine after all')
})

test('if a record’s field is changed by somebody else during typing, both values are shown', async () => {
  const board = await makeBoard()
  const member = await app.join('member')
  const theirs = gridOf(await app.openAs(member, paths.records(board.key)))
  // If the page does not know yet, the service refuses the change.
  const page = await app.open(paths.record(board.key, board.rowId), { refusals: [409] })
  const field = page
    .getByRole('complementary', { name: 'Record' })
    .getByRole('textbox', { name: 'Name' })
  await field.fill('Mine')
  await theirs.select(0, 0)
  await theirs.type('Theirs')
  await theirs.press('Enter')
  await expect.poll(() => gridOf(page).text(0, 0)).toBe('Theirs')
  expect(await field.inputValue()).toBe('Mine')
  await field.press('Enter')
  // At the field, and at the cell in the grid beside it.
  const panel = page.getByRole('complementary', { name: 'Record' })
  const notice = panel.getByRole('group', { name: 'Someone else changed Name' })
  await expect.poll(() => notice.textContent()).toMatch(/“Theirs”.*“Mine”/)
  await expect.poll(() => questionIn(page).count()).toBe(2)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await board.name()).toBe('Theirs')
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(board.name).toBe('Mine')
})

test('opening a cell and typing nothing undoes nobody’s change', async () => {
  const board = await makeBoard()
  const member = await app.join('member')
  const mine = gridOf(await app.open(paths.records(board.key)))
  const theirs = gridOf(await app.openAs(member, paths.records(board.key)))
  await mine.select(0, 0)
  await mine.press('Enter')
  await theirs.select(0, 0)
  await theirs.type('Theirs')
  await theirs.press('Enter')
  await expect.poll(() => mine.text(0, 0)).toBe('Theirs')
  await mine.press('Enter')
  await mine.select(0, 1)
  await mine.type('8')
  await mine.press('Enter') // writes go one after the other: a write of the name would have come before
  await expect.poll(() => theirs.text(0, 1)).toBe('8')
  expect(await board.name()).toBe('Theirs')
})

test('what somebody types into a row that another deletes is not lost', async () => {
  const board = await makeBoard()
  const page = await app.open(paths.records(board.key))
  const mine = gridOf(page)
  await mine.select(0, 0)
  await mine.type('Acme Bak')
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await app.owner.api('DELETE', `/v1/boards/${board.id}/rows/${board.rowId}`)
  const notice = page.getByRole('alert').filter({ hasText: 'Someone deleted this row' })
  await notice.getByText('“Acme Bak”').waitFor()
  // They go on typing: no shortcut of the page and no other cell gets it. Then they copy all of it.
  await page.keyboard.type('erz?')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('y')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('textbox', { name: 'Name' }).count()).toBe(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await notice.getByRole('button', { name: 'Copy your text' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('Acme Bakery')
})

test('several cells are asked about, each at its own, until each is answered', async () => {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Margin', type: 'number' },
  ])
  const path = `/v1/boards/${board.id}/rows`
  const rows = Array.from({ length: 60 }, (_, n) => ({ cells: { name: `Shop ${n}`, margin: n } }))
  const { body } = await app.owner.api('POST', path, { body: { rows } })
  const write = (row: number, cells: object) =>
    app.owner.api('PATCH', `${path}/${body.data[row].id}`, { body: { cells } })
  const stored = async (row: number) =>
    (await app.owner.api('GET', `${path}/${body.data[row].id}`)).body.data.cells
  const page = await app.open(paths.records(board.key), { refusals: [409] })
  const { grid, cell, select, press, type } = gridOf(page)
  /** Somebody else is quicker with a cell that is being edited. */
  const overtaken = async (row: number, column: number, mine: string, theirs: object) => {
    await select(row, column)
    await press('F2', 'Control+a')
    await type(mine)
    await write(row, theirs)
    await expect.poll(() => cell(row, column).textContent()).toBe(String(Object.values(theirs)[0]))
    await press('Enter')
  }
  const asked = (name: string) => page.getByRole('group', { name: `Someone else changed ${name}` })
  await overtaken(0, 0, 'Mine 0', { name: 'Theirs 0' })
  await overtaken(2, 1, '222', { margin: 200 })
  await overtaken(4, 0, 'Mine 4', { name: 'Theirs 4' })
  await expect.poll(() => asked('Name').count()).toBe(2)
  await asked('Margin').getByText('“200”. Yours is “222”').waitFor()
  expect(
    await asked('Name')
      .first()
      .evaluate((one) => one.closest('[role=grid]') !== null),
  ).toBe(true)
  await page.getByText('Someone else changed 3 of your cells').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Somebody else changes it once more, and then to what was typed.
  await write(2, { margin: 201 })
  await asked('Margin').getByText('“201”. Yours is “222”').waitFor()
  await write(2, { margin: 222 })
  await asked('Margin').waitFor({ state: 'detached' })

  // It leads there from afar, opens with what was typed, and Escape chooses nothing.
  await select(0, 1)
  await press('Control+End')
  await expect.poll(() => asked('Name').count()).toBe(0)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(() => asked('Name').count()).toBe(2)
  await press('F2')
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Mine 0')
  await press('Escape')
  await expect.poll(() => asked('Name').count()).toBe(2)
  // By keyboard: F8 goes to the next, and Escape and Tab to its buttons.
  await press('F8', 'Escape', 'Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep mine')
  await press('Escape')
  expect(await grid.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
    true,
  )
  await press('Escape', 'Tab', 'Enter')
  await expect.poll(async () => (await stored(4)).name).toBe('Mine 4')
  expect(await grid.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
    true,
  )
  await press('Control+z')
  await expect.poll(async () => (await stored(4)).name).toBe('Theirs 4')

  // What is asked survives a reload, and a row that has left the list is still asked about.
  await page.reload()
  await asked('Name').waitFor()
  await page.getByPlaceholder('Search').last().fill('Shop 5')
  await asked('Name').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Someone else changed these cells too' })
  await list.getByText('“Theirs 0”. Yours is “Mine 0”').waitFor()
  await press('Escape')
  await list.waitFor({ state: 'detached' })
  expect((await stored(0)).name).toBe('Theirs 0')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const record = page.getByRole('complementary', { name: 'Record' })
  await record.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await stored(0)).name).toBe('Mine 0')
  await page.getByText('Someone else changed 1 of your cells').waitFor({ state: 'detached' })
})
