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

test('the settings stand in place of the desk’s places, and the way back leads to where somebody was', async () => {
  const { key } = await app.board([{ name: 'Name', type: 'text' }])
  const page = await app.open(`${paths.records(key)}?search=acme`)
  const places = page.getByRole('navigation')
  await page.getByText('0 found').waitFor()
  expect(await places.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))).toEqual(['Desk'])
  await places.getByRole('link', { name: 'Settings' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'General' }).waitFor()
  expect(await places.getByRole('link', { name: 'Today' }).count()).toBe(0)
  // The focus stays among the places.
  const focused = () => page.evaluate('document.activeElement.title')
  await expect.poll(focused).toBe('General')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  await page.getByRole('link', { name: 'Back to the desk' }).click()
  await page.getByText('0 found').waitFor()
  expect(new URL(page.url()).search).toBe('?search=acme')
  await expect.poll(focused).not.toBe('')

  // On a phone they are a row above the page, and the menu has the desk’s places.
  const phone = await app.open(paths.settings('members'), { width: 390, height: 844 })
  const row = phone.getByRole('navigation', { name: 'Settings' })
  await row.getByRole('link', { name: 'Teams' }).click()
  await phone.getByRole('heading', { name: 'Teams' }).waitFor()
  await phone.getByRole('button', { name: 'Open the menu' }).click()
  await phone.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Today' }).click()
  await phone.getByRole('heading', { name: 'Today' }).waitFor()
})
