import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
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

  const dialog = page.getByRole('dialog', { name: 'Someone else changed this cell' })
  const notice = dialog.getByRole('row').filter({ hasText: 'Name' }).last()
  await expect.poll(() => notice.textContent()).toMatch(/Mine.*Theirs/)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
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
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this cell' })
  const notice = dialog.getByRole('row').filter({ hasText: 'Name' }).last()
  await expect.poll(() => notice.textContent()).toMatch(/Mine.*Theirs/)
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await dialog.waitFor({ state: 'hidden' })
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
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else just changed it' })
  await expect.poll(() => notice.textContent()).toMatch(/Theirs.*Mine/)
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
  await notice.getByRole('button', { name: 'Copy your text' }).waitFor()
})
