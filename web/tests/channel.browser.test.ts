import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('a private mail server is refused at its field, with the setting that allows it', async () => {
  const page = await app.open(paths.settings('channels'), { refusals: [400] })
  await page.getByRole('button', { name: 'Connect channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect channel' })
  await dialog.getByLabel('Name').fill('Office')
  await dialog.getByLabel('From address').fill('desk@funding.example')
  const server = dialog.getByRole('textbox', { name: 'Server' })
  await server.fill('10.0.0.5')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect.poll(() => server.getAttribute('aria-invalid')).toBe('true')
  const described = await server.getAttribute('aria-describedby')
  const ids = described!.split(' ').map((id) => `[id="${id}"]`)
  expect(await dialog.locator(ids.join(', ')).allTextContents()).toContain(
    'Leads to a private address; the operator may allow it with OUTBOUND_ALLOW=10.0.0.5:587',
  )
})
