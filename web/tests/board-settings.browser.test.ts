import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('what you type into a board’s settings stays while somebody else changes the board, and saving keeps their change', async () => {
  const board = await app.board([{ name: 'Name', type: 'text' }])
  const path = `/v1/boards/${board.id}`
  const page = await app.open(paths.recordSettings(board.key, 'general'))
  const name = page.getByLabel('Name')
  const description = page.getByLabel('Description')
  await name.fill('Applications')

  await app.owner.api('PATCH', path, {
    body: { description: 'From the website', settings: { currency: 'EUR' } },
  })
  await expect.poll(() => description.inputValue()).toBe('From the website')
  expect(await name.inputValue()).toBe('Applications')
  await expect.poll(() => name.evaluate('document.activeElement?.value')).toBe('Applications')

  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const { data } = (await app.owner.api('GET', path)).body
  expect(data).toMatchObject({
    name: 'Applications',
    description: 'From the website',
    settings: { currency: 'EUR' },
  })
})

test('the icon and the color that are chosen for a board are the ones in the sidebar', async () => {
  const board = await app.board([{ name: 'Name', type: 'text' }], { name: 'Fleet' })
  const page = await app.open(paths.recordSettings(board.key, 'general'))
  const entry = page.getByRole('link', { name: 'Fleet', exact: true })
  const mark = entry.locator('[data-icon]')
  await expect.poll(() => mark.getAttribute('data-icon')).toBe('inbox')
  await page.getByRole('button', { name: /^Icon and color/ }).click()
  const look = page.getByRole('dialog', { name: 'Icon and color' })
  await look.getByRole('button', { name: 'truck' }).click()
  await look.getByRole('button', { name: 'grape' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await expect.poll(() => mark.getAttribute('data-icon')).toBe('truck')
  const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}`)).body
  expect(data).toMatchObject({ icon: 'truck', color: 'grape' })
})

test('on a phone, the tabs of a board’s settings are in one line, and columns have names without keys', async () => {
  const board = await app.board([{ name: 'Amount requested', type: 'number' }])
  const page = await app.open(paths.recordSettings(board.key, 'columns'), {
    width: 390,
    height: 844,
  })
  await page.getByText('Amount requested').waitFor()
  const tabs = page.getByRole('tab')
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  expect(tops.length).toBe(5)
  expect(new Set(tops).size).toBe(1)
  expect(await page.getByText('amount_requested').filter({ visible: true }).count()).toBe(0)
})
