import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** A board with three rows and three columns, and its state in the service. */
async function makeRows() {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Amount', type: 'number' },
    { name: 'Agreed', type: 'checkbox' },
  ])
  const rows = [1, 2, 3].map((n) => ({ cells: { name: `Row ${n}`, amount: n * 10 } }))
  await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: { rows } })
  const stored = async () => {
    const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body
    return data.map(({ cells }: { cells: Record<string, unknown> }) => [
      cells.name ?? null,
      cells.amount ?? null,
      cells.agreed ?? null,
    ])
  }
  return { ...board, stored }
}

test('cells are reached, edited, left and cleared with keys alone, and each change can be undone', async () => {
  const board = await makeRows()
  const page = await app.open(paths.records(board.key))
  const { cell, select, press, type, text } = gridOf(page)
  await select(0, 0)

  await press('ArrowDown', 'ArrowRight')
  await type('25')
  await press('Enter')
  await expect.poll(board.stored).toContainEqual(['Row 2', 25, null])
  await type('35') // Enter went down
  await press('Tab')
  await expect.poll(board.stored).toContainEqual(['Row 3', 35, null])
  await press(' ') // Tab went on, to a checkbox
  await press('ArrowLeft', 'ArrowLeft', 'Enter', 'End')
  await type(' and not')
  await press('Escape')
  expect(await text(2, 0)).toBe('Row 3')
  await press('F2', 'End')
  await type(' changed')
  await press('Enter')
  await expect.poll(board.stored).toContainEqual(expect.arrayContaining(['Row 3 changed', 35]))

  await select(0, 0)
  await press('Shift+ArrowRight', 'Delete')
  await expect.poll(board.stored).toContainEqual([null, null, null])
  await expect.poll(() => text(0, 0)).toBe('')
  await press('Control+z')
  await expect.poll(board.stored).toContainEqual(['Row 1', 10, null])
  await press('Control+z', 'Control+z', 'Control+z')
  await expect.poll(board.stored).toContainEqual(['Row 2', 25, null])
  await press('Control+z')
  await expect
    .poll(async () => (await board.stored()).slice(0, 2))
    .toEqual([
      ['Row 1', 10, null],
      ['Row 2', 20, null],
    ])
  await press('Control+y')
  await expect.poll(board.stored).toContainEqual(['Row 2', 25, null])
  await expect.poll(() => cell(1, 1).textContent()).toBe('25')
})

test('a refused cell is marked, and opens with its text and the reason, to be corrected or typed over', async () => {
  const board = await makeRows()
  const page = await app.open(paths.records(board.key), { refusals: [400] })
  const { grid, cell, select, press, type } = gridOf(page)
  const refused = (row: number) => cell(row, 1).and(grid.locator('[data-refused]'))
  await select(1, 1)
  await type('1.2.3')
  await press('Enter')
  await refused(1).waitFor()
  await press('F8', 'F2')
  await grid.getByRole('alert').filter({ hasText: '"1.2.3"' }).waitFor()
  await press('Backspace', 'Backspace', '5', 'Enter')
  await expect.poll(board.stored).toContainEqual(['Row 2', 1.25, null])
  await refused(1).waitFor({ state: 'detached' })

  await select(2, 1)
  await type('3.2.1')
  await press('Enter')
  await refused(2).waitFor()
  await press('F8')
  await type('7')
  await press('Enter')
  await expect.poll(board.stored).toContainEqual(['Row 3', 7, null])
  await refused(2).waitFor({ state: 'detached' })
})

test('cells are copied, cut and pasted', async () => {
  const board = await makeRows()
  const page = await app.open(paths.records(board.key))
  const { select, press } = gridOf(page)
  await select(0, 0)
  await press('Shift+ArrowRight', 'Control+c')
  await select(1, 0)
  await press('Control+v')
  await expect.poll(board.stored).toEqual([
    ['Row 1', 10, null],
    ['Row 1', 10, null],
    ['Row 3', 30, null],
  ])
  await select(2, 0)
  await press('Control+x')
  await expect.poll(board.stored).toContainEqual([null, 30, null])
  await select(0, 0)
  await press('Control+v')
  await expect.poll(board.stored).toContainEqual(['Row 3', 10, null])
})

test('a viewer can move through the cells but not change them', async () => {
  const board = await makeRows()
  const viewer = await app.join('viewer')
  const page = await app.openAs(viewer, paths.records(board.key))
  const { cell, select, press, type, text } = gridOf(page)
  await page.getByText('View only', { exact: true }).waitFor()
  const header = page.getByRole('columnheader', { name: /^Name/ })
  expect(await header.textContent()).not.toContain('Viewers')
  await select(0, 0)
  await type('mine')
  await press('Enter', 'Delete')
  await page.getByText('Name: Viewers can’t change records').waitFor({ state: 'attached' })
  const tip = page.getByText('Viewers can’t change records.', { exact: true })
  await tip.waitFor()
  const [below, above] = [await tip.boundingBox(), await cell(0, 0).boundingBox()]
  expect(Math.abs(below!.y - above!.y - above!.height)).toBeLessThan(4)
  for (const key of ['Delete', 'Control+v']) {
    await press('Control+c', 'ArrowDown')
    await tip.waitFor({ state: 'detached' })
    await press(key)
    await tip.waitFor()
  }
  expect(await text(0, 0)).toBe('Row 1')
})

test('the first column stays while the others scroll, and the active cell is seen beside it', async () => {
  const names = Array.from({ length: 14 }, (_, n) => `Column ${n}`)
  const board = await app.board(names.map((name) => ({ name, type: 'text' })))
  const path = `/v1/boards/${board.id}`
  const cells = Object.fromEntries(names.map((name) => [name, `In ${name}`]))
  await app.owner.api('POST', `${path}/rows`, { body: { cells } })
  const page = await app.open(paths.records(board.key))
  const { cell, grid, select, press, type } = gridOf(page)
  await select(0, 0)
  const first = (await cell(0, 0).boundingBox())!
  const edges = async (column: number) => {
    const box = (await cell(0, column).boundingBox())!
    return [box.x, box.x + box.width]
  }
  const right = (await grid.boundingBox())!.x + (await grid.boundingBox())!.width
  const isBeside = async (column: number) => {
    await expect.poll(() => grid.getAttribute('aria-activedescendant')).toMatch(`-0-${column}`)
    await expect
      .poll(async () => {
        const [from, to] = await edges(column)
        return from! >= first.x + first.width - 1 && to! <= right + 1
      })
      .toBe(true)
    expect(await cell(0, 0).boundingBox()).toEqual(first)
  }
  await press('End')
  await isBeside(13)
  for (let column = 12; column > 3; column--) await press('ArrowLeft')
  await isBeside(4)
  for (let column = 4; column < 9; column++) await press('Tab')
  await isBeside(9)
  await type('typed')
  expect((await page.getByRole('textbox', { name: 'Column 9' }).boundingBox())!.x).toBeGreaterThan(
    first.x + first.width - 2,
  )
  await press('Escape')

  // A view can do without.
  const view = { name: 'Loose', frozen: 0 }
  const { data } = (await app.owner.api('POST', `${path}/views`, { body: view })).body
  await page.goto(`${paths.records(board.key)}?view=${data.id}`)
  await select(0, 0)
  await press('End')
  await expect.poll(async () => (await edges(13))[1]! <= right + 1).toBe(true)
  expect(await cell(0, 0).count()).toBe(0)
  await page.goto(paths.records(board.key))
  await page.getByRole('button', { name: 'Menu for Column 0' }).click()
  await page.getByRole('menuitem', { name: 'Unfreeze' }).click()
  await select(0, 0)
  await press('End')
  await expect.poll(() => cell(0, 0).count()).toBe(0)
})

test('a cell of the first column is edited where it stands, far down the list as well', async () => {
  const board = await app.board([{ name: 'Name', type: 'text' }])
  const rows = Array.from({ length: 80 }, (_, n) => ({ cells: { name: `Row ${n}` } }))
  await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: { rows } })
  const page = await app.open(paths.records(board.key))
  const { cell, select, press } = gridOf(page)
  await select(0, 0)
  await press('Control+End')
  await cell(79, 0).waitFor()
  await press('Enter')
  const { x, y } = (await cell(79, 0).boundingBox())!
  expect(await page.getByRole('textbox', { name: 'Name' }).boundingBox()).toMatchObject({ x, y })
})
