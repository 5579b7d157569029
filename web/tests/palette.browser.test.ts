import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
let board: { id: string; key: string }

beforeAll(async () => {
  app = await startApp()
  board = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'Phone', type: 'phone' },
  ])
  const body = { cells: { business: 'Acme Bakery', phone: '+13125550188' } }
  await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body })
})
afterAll(() => app.stop())

test('with keys alone, the palette opens a page, creates a board, and finds a record by its text', async () => {
  const page = await app.open(paths.home())
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  const search = page.getByRole('combobox', { name: 'Go to, create, or search records' })
  const type = async (text: string) => {
    await page.keyboard.press('Control+K')
    await search.waitFor()
    await page.keyboard.type(text)
  }

  await type('templ')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()

  await type('acme')
  const found = page.getByRole('option', { name: /Acme Bakery/ })
  await found.waitFor()
  expect(await search.getAttribute('aria-activedescendant')).toBe(await found.getAttribute('id'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Acme Bakery' }).waitFor()
  expect(page.url()).toContain(`${paths.records(board.key)}?row=`)

  await type('555-0188')
  await page.getByRole('option', { name: /Acme Bakery.*Phone: \(312\) 555-0188/ }).waitFor()
  await page.keyboard.press('Escape')

  await type('new')
  await page.getByRole('option', { name: 'New board' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const making = page.getByRole('dialog', { name: 'New board' })
  await making.getByLabel('Name').waitFor()
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor()
})
