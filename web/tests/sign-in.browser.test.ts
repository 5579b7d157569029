import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('a wrong password is reported, and the right one leads to the requested page', async () => {
  const page = await app.openAsStranger(paths.obligations(), { refusals: [401] })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(app.owner.email)
  await page.getByLabel(/^Password/).fill('something else')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toBe('Wrong email or password.')

  await page.getByLabel(/^Password/).fill(app.owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Obligations' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(paths.obligations())
})

test('no script can read the session, and signing out ends it', async () => {
  const page = await app.open(paths.home())
  await page.getByRole('navigation', { name: 'Desk' }).waitFor()
  expect(await page.evaluate('document.cookie + JSON.stringify(localStorage)')).not.toContain(
    'sat_',
  )
  await page.getByRole('button', { name: 'Olga Owner' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto(paths.home())
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a sign-out ends the desk, also while the sign-in page comes slowly', async () => {
  const page = await app.open(paths.home())
  await page.route(`**${paths.signIn()}`, async (route) => {
    // It would open the palette, which asks who is signed in.
    await page.keyboard.press('Control+k')
    await route.continue()
  })
  await page.getByRole('button', { name: 'Olga Owner' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('after a sign-out elsewhere, signing in over the page continues the work', async () => {
  const { key } = await app.board([{ name: 'Name', type: 'text' }])
  const page = await app.open(paths.recordSettings(key), { refusals: [401] })
  await page.getByLabel('Description').fill('Typed before')
  await page.request.post('/v1/auth/signout', { headers: { 'x-sourcebook-session': 'cookie' } })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel(/^Password/).fill(app.owner.password)
  await page.keyboard.press('Enter')
  await page.getByText('Saved.').waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('Typed before')
})
