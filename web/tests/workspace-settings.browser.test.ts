import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('what you type into the workspace’s settings stays while somebody else changes them, and saving sends only what you changed', async () => {
  const page = await app.open(paths.settings('general'))
  const name = page.getByRole('textbox', { name: 'Name' })
  const currency = page.getByRole('combobox', { name: 'Currency' })
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  await name.fill('Funding North')

  await app.owner.api('PATCH', '/v1/workspace', { body: { currency: 'EUR' } })
  await expect.poll(() => currency.inputValue()).toContain('EUR')
  expect(await name.inputValue()).toBe('Funding North')

  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(sent).toEqual([{ name: 'Funding North' }])
  const { data } = (await app.owner.api('GET', '/v1/workspace')).body
  expect(data).toMatchObject({ name: 'Funding North', currency: 'EUR' })
})
