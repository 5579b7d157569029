import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { settled } from './support/settled.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const focused = (page: Page) =>
  page.evaluate(
    'document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent',
  )

test('a missing value is reported at its field, and Escape closes an empty form', async () => {
  const page = await app.open(paths.settings('teams'))
  const opener = page.getByRole('button', { name: 'New team' }).first()
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'New team' })
  await dialog.getByRole('button', { name: 'Create team' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await expect.poll(() => focused(page)).toContain('Name')

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('New team')
})

test('a double click sends a form once', async () => {
  const page = await app.open(paths.settings('teams'))
  await page.getByRole('button', { name: 'New team' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New team' })
  await dialog.getByLabel('Name').fill('Early birds')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.evaluate(`{
    const form = document.querySelector('[role="dialog"] form')
    form.requestSubmit()
    form.requestSubmit()
  }`)
  await page.getByText('Early birds').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await settled(page)
  expect(sent).toEqual(['/v1/workspace/teams'])
})

test('Escape or a click outside keeps typed text, and Cancel discards it', async () => {
  const page = await app.open(paths.settings('teams'))
  await page.getByRole('button', { name: 'New team' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New team' })
  const name = dialog.getByLabel('Name')
  await name.fill('Night shift')
  await page.keyboard.press('Escape')
  await dialog.getByText('Your changes are not saved yet.').waitFor()
  await page.mouse.click(5, 400)
  expect(await name.inputValue()).toBe('Night shift')

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByText('Night shift').count()).toBe(0)
})

test('a refusal of a field is shown at the field', async () => {
  const page = await app.open(paths.settings('members'), { refusals: [400] })
  await page.getByRole('button', { name: 'Invite' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  const email = dialog.getByLabel('Email')
  await email.fill('nobody')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => focused(page)).toContain('Email')
  expect(await dialog.getByRole('alert').count()).toBe(0)

  await email.fill('somebody@example.com')
  await expect.poll(() => email.getAttribute('aria-invalid')).not.toBe('true')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('Copy and send this link.').waitFor()
})
