import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { copied, gridOf } from './support/grid.ts'
import { holdWrites } from './support/held.ts'
import { newBoard, shownIn } from './support/new-rows.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('200 rows of 5 cells are pasted, and refused cells stay marked until they are corrected', async () => {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Email', type: 'email' },
    { name: 'Amount', type: 'currency' },
    { name: 'Months', type: 'number' },
    { name: 'Received', type: 'date' },
  ])
  const rows = async (limit = 1000) =>
    (await app.owner.api('GET', `/v1/boards/${board.id}/rows?limit=${limit}`)).body.data
  const one = { cells: { name: 'Was here' } }
  await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: one })
  const lines = Array.from({ length: 200 }, (_, n) => [
    `Shop ${n}`,
    n === 100 ? 'nobody' : `shop${n}@shops.example`,
    n === 50 ? '$1,234.50' : String(1000 + n),
    String(n % 60),
    n === 60 ? '11/21/2026' : n === 61 ? '21-Nov-26' : '2026-11-20',
  ])
  const page = await app.open(paths.records(board.key), { refusals: [400] })
  const { cell, select, press, text, type } = gridOf(page)
  await select(0, 0)
  await copied(page, lines)
  await press('Control+v')

  const summary = '199 rows added, 5 cells changed, 1 cell refused'
  await page.getByRole('alert').filter({ hasText: summary }).waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  const report = page.getByRole('dialog', { name: 'Paste results' })
  const refused = report.getByRole('row').filter({ hasText: 'Refused' })
  await expect.poll(() => refused.count()).toBe(1)
  expect(await refused.textContent()).toMatch(/Email, row 101.*"nobody" is not an email address/)
  const converted = report.getByText('“11/21/2026” was stored as Nov 21, 2026')
  expect(await converted.isVisible()).toBe(false)
  await report.getByText('cells converted').click()
  await converted.waitFor()
  await report.getByText('“21-Nov-26” was stored as Nov 21, 2026').waitFor()
  await report.getByText('“$1,234.50” was stored as').waitFor()
  await report.getByRole('button', { name: 'Close' }).last().click()

  const stored = await rows()
  expect(stored).toHaveLength(200)
  expect(stored[50].cells).toMatchObject({ name: 'Shop 50', amount: 1234.5, months: 50 })
  expect(stored[61].cells).toMatchObject({ received: '2026-11-21' })
  expect(stored[100].cells).toMatchObject({ name: 'Shop 100', amount: 1100 })
  expect(stored[100].cells.email ?? null).toBe(null)
  expect(await text(0, 0)).toBe('Shop 0')

  // The refused cell is marked until it is corrected.
  await select(0, 0)
  await press('F8')
  const marked = page.getByRole('grid').locator('[aria-invalid="true"]')
  await marked.waitFor()
  expect(await marked.getAttribute('aria-description')).toContain('is not an email address')
  await expect.poll(() => cell(100, 1).getAttribute('aria-invalid')).toBe('true')
  await type('nobody@shops.example')
  await press('Enter')
  await expect.poll(async () => (await rows())[100].cells.email).toBe('nobody@shops.example')
  await marked.waitFor({ state: 'detached' })

  await press('Control+z', 'Control+z')
  await expect.poll(async () => (await rows()).length).toBe(1)
  await page.getByRole('button', { name: 'Paste results' }).waitFor({ state: 'detached' })
  await press('Control+Home')
  await expect.poll(() => text(0, 0)).toBe('Was here')
})

test('where rows end, a paste adds rows and changes none, and one undo takes all of it back', async () => {
  const board = await newBoard(app)
  const before = [
    ['One', '1', ''],
    ['Two', '2', ''],
  ]
  const rows = before.map(([name, amount]) => ({ cells: { name, amount } }))
  await app.owner.api('POST', board.rows, { body: { rows } })
  const page = await app.open(paths.records(board.key))
  const { cell, grid, select, press } = gridOf(page)
  await select(1, 1)
  await holdWrites(page, 300)
  const pasted = [
    ['Three', '3', ''],
    ['Four', '4', ''],
  ]
  await copied(
    page,
    pasted.map((line) => line.slice(0, 2)),
  )
  const isNow = async (wanted: string[][]) => {
    await expect.poll(board.stored).toEqual(wanted)
    await expect.poll(() => shownIn(page)).toEqual(wanted)
    expect(await grid.locator('[data-draft]').count()).toBe(0)
  }
  const takenBack = async () => {
    await isNow([...before, ...pasted])
    await press('Control+z')
    await isNow(before)
  }
  // On the blank row that comes after the last one.
  await press('ArrowDown', 'ArrowLeft', 'Control+v')
  await takenBack()
  await press('Control+y', 'Control+z')
  await isNow(before)
  // With the focus on the button that adds a row.
  const add = page.getByRole('button', { name: 'Add a row' })
  await add.focus()
  await press('Control+v')
  await takenBack()
  // In the editor of a new row.
  await add.click()
  await press('Control+v')
  await takenBack()
  // A block that begins on the last row and reaches past it.
  await select(1, 0)
  await press('Control+v')
  await isNow([before[0]!, ...pasted])
  await press('Control+z')
  await isNow(before)

  // In the text of a cell it is text, and somebody who types on loses nothing. They may want cells after all.
  await cell(0, 0).dblclick()
  const field = page.getByRole('textbox', { name: 'Name' })
  const offer = page.getByRole('button', { name: 'Paste 2 rows instead' })
  await press('Control+v')
  await offer.waitFor()
  await page.keyboard.type('!', { delay: 30 })
  expect(await field.inputValue()).toBe('OneThree 3 Four 4!')
  await press('Enter')
  await isNow([['OneThree 3 Four 4!', '1', ''], before[1]!])
  await press('Control+z')
  await isNow(before)
  await cell(0, 0).dblclick()
  await press('Control+v')
  await offer.click()
  await isNow(pasted)
})

test('a paste that is redone is shown where it goes in, with its results', async () => {
  const board = await newBoard(app)
  const rows = Array.from({ length: 60 }, (_, n) => ({ cells: { name: `Row ${n}` } }))
  await app.owner.api('POST', board.rows, { body: { rows } })
  const page = await app.open(paths.records(board.key), { refusals: [400] })
  const { grid, select, press } = gridOf(page)
  await select(0, 0)
  await press('Control+End', 'ArrowDown', 'Home')
  await copied(
    page,
    Array.from({ length: 5 }, (_, n) => [`Pasted ${n}`, n === 0 ? 'no amount' : `${n}`]),
  )
  await press('Control+v')
  const review = page.getByRole('button', { name: 'Paste results' }).first()
  await review.waitFor()
  await press('Control+z')
  await review.waitFor({ state: 'detached' })
  await press('Control+Home')
  await grid.getByText('Row 0', { exact: true }).waitFor()
  await press('Control+y')
  await review.waitFor()
  await grid.getByText('Pasted 0').waitFor()
})
