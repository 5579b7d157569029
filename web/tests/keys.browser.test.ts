import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('a key that ends, for one website, is changed, and gets a new secret while the old one still works', async () => {
  const { key } = await app.board([{ name: 'Name', type: 'text' }])
  const send = async (secret: string | null, origin?: string) => {
    const headers = { authorization: `Bearer ${secret}`, ...(origin ? { origin } : {}) }
    return (await fetch(`${app.origin}/v1/ingest/board`, { headers })).status
  }
  const page = await app.open(paths.recordSettings(key, 'developer'), { refusals: [400] })
  await page.getByRole('button', { name: 'New key', exact: true }).click()
  const naming = page.getByRole('dialog', { name: 'New key' })
  await naming.getByLabel('Name').fill('Shop')
  await naming.getByLabel('Read').check()
  await naming.getByLabel('Expires').fill('Jan 5 2030')
  const sites = naming.getByLabel('Websites that may use it')
  await sites.fill('shop.example')
  await sites.press('Enter')
  await naming.getByRole('button', { name: 'Create key' }).click()
  // What is wrong is said at the field, and nothing is lost.
  await naming.getByText('is not the address of a site').waitFor()
  await sites.press('Backspace')
  await sites.fill('https://shop.example')
  await sites.press('Enter')
  await naming.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByText(/^sbk_\w{36}$/)
  const first = await shown.textContent()
  await page.getByText(/^Expires .*2030.* Works on https:\/\/shop\.example\. $/).waitFor()
  expect(await send(first, 'https://shop.example')).toBe(200)
  expect(await send(first, 'https://evil.example')).toBe(403)

  await page.getByRole('button', { name: 'Change Shop' }).click()
  const changing = page.getByRole('dialog', { name: 'Change key' })
  await changing.getByLabel('Name').fill('Webshop')
  await changing.getByLabel('Expires').fill('Jan 5 2031')
  const more = changing.getByLabel('Websites that may use it')
  await more.fill('https://blog.example')
  await more.press('Enter')
  await changing.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/^Expires .*2031.* Works on https:\/\/shop\.example, https:\/\/blog\.example\. $/)
    .waitFor()
  expect(await send(first, 'https://blog.example')).toBe(200)
  expect(await send(first, 'https://evil.example')).toBe(403)

  await page.getByRole('button', { name: 'Create a new secret for Webshop' }).click()
  const asking = page.getByRole('dialog', { name: 'Create a new secret?' })
  await asking.getByLabel('In an hour').check()
  await asking.getByRole('button', { name: 'Create new secret' }).click()
  const table = page.getByRole('table').first()
  await table.getByText('The old secret stops working').waitFor()
  const second = await shown.textContent()
  expect(second).not.toBe(first)
  for (const secret of [first, second]) expect(await send(secret)).toBe(200)

  await page.getByRole('button', { name: 'Create a new secret for Webshop' }).click()
  await asking.getByLabel('At once').check()
  await asking.getByRole('button', { name: 'Create new secret' }).click()
  await table.getByText('The old secret stops working').waitFor({ state: 'detached' })
  expect([await send(first), await send(second), await send(await shown.textContent())]).toEqual([
    401, 401, 200,
  ])
})
