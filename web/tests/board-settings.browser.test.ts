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
