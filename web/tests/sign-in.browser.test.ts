import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { violations } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'
import { newBoard } from './support/new-rows.ts'

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
  // The page may hear of the sign-out by itself, and then nobody can save: so what is saved is on its way.
  const saving = Promise.withResolvers<void>()
  const signedOut = Promise.withResolvers<void>()
  await page.route('**/v1/definitions/*', async (route) => {
    if (route.request().method() === 'PATCH') {
      saving.resolve()
      await signedOut.promise
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await saving.promise
  await page.request.post('/v1/auth/signout', { headers: { 'x-sourcebook-session': 'cookie' } })
  signedOut.resolve()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel(/^Password/).fill('something else')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('Wrong password.').waitFor()
  for (const key of ['Escape', 'Escape']) await page.keyboard.press(key)
  expect(await dialog.isVisible()).toBe(true)
  expect(await violations(page, { part: 'dialog' })).toEqual([])
  await dialog.getByLabel(/^Password/).fill(app.owner.password)
  await page.keyboard.press('Enter')
  await page.getByText('Saved.').waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('Typed before')
})

test('a session that ends while the connection is away asks for the password over the page all the same', async () => {
  const board = await newBoard(app)
  await app.owner.api('POST', board.rows, { body: { cells: { name: 'Acme' } } })
  const page = await app.open(paths.records(board.key), { refusals: [401] })
  const { cell, select, press, type } = gridOf(page)
  await cell(0, 0).getByText('Acme').waitFor()
  // What is likely to be opened is asked for once somebody begins to use the page: here, in vain.
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed', (sent) => /assets\/.*\.js/.test(sent.url()))
  await select(0, 1)
  await failed
  await type('7')
  await press('Enter')
  await page.getByText('1 change is waiting').waitFor()
  await page.context().setOffline(false)
  await page.request.post('/v1/auth/signout', { headers: { 'x-sourcebook-session': 'cookie' } })
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel(/^Password/).fill(app.owner.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(board.stored).toEqual([['Acme', '7', '']])
})

test('whoever has signed in over the page types on where they were', async () => {
  const board = await newBoard(app)
  const names = ['Acme', 'Bay'].map((name) => ({ cells: { name } }))
  await app.owner.api('POST', board.rows, { body: { rows: names } })
  const page = await app.open(paths.records(board.key), { refusals: [401] })
  const { cell, select, press, type } = gridOf(page)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const endSession = () =>
    page.request.post('/v1/auth/signout', { headers: { 'x-sourcebook-session': 'cookie' } })
  const signInAgain = async () => {
    await dialog.getByLabel(/^Password/).fill(app.owner.password)
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }
  await cell(0, 0).getByText('Acme').waitFor()
  await select(0, 1)
  await type('7')
  await endSession()
  await press('Tab')
  await signInAgain()
  await type('a@x.io')
  await press('Tab')
  await expect.poll(board.stored).toEqual([
    ['Acme', '7', 'a@x.io'],
    ['Bay', '', ''],
  ])

  // An editor that is open then saves what is in it, and is closed. Nothing asks for the password before that.
  const late = Promise.withResolvers<void>()
  await page.route('**/v1/**', async (route) => {
    await late.promise
    await route.continue()
  })
  await endSession()
  await select(1, 0)
  await type('Bay Shore')
  await press('Tab')
  await type('8')
  late.resolve()
  await signInAgain()
  await press('Tab')
  await type('b@x.io')
  await press('Tab')
  await expect.poll(board.stored).toEqual([
    ['Acme', '7', 'a@x.io'],
    ['Bay Shore', '8', 'b@x.io'],
  ])
})

test('rows that others add while the session is over are shown once somebody has signed in again', async () => {
  const board = await newBoard(app)
  await app.owner.api('POST', board.rows, { body: { cells: { name: 'Acme' } } })
  const page = await app.open(paths.records(board.key), { refusals: [401] })
  const { cell, select, press, type } = gridOf(page)
  await cell(0, 0).getByText('Acme').waitFor()
  await select(0, 1)
  await type('7')
  await page.request.post('/v1/auth/signout', { headers: { 'x-sourcebook-session': 'cookie' } })
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.waitFor()
  await app.owner.api('POST', board.rows, { body: { cells: { name: 'Bay' } } })
  await dialog.getByLabel(/^Password/).fill(app.owner.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await cell(1, 0).getByText('Bay').waitFor()
  await expect.poll(() => cell(0, 1).textContent()).toBe('7')
})

test('a refusal that comes only after somebody has signed in again does not ask for the password a second time', async () => {
  const board = await newBoard(app)
  const { body } = await app.owner.api('POST', board.rows, { body: { cells: { name: 'Acme' } } })
  // The page learns only from the refusals that the session has ended, and not from the stream.
  const page = await app.openAs(
    app.owner,
    paths.recordPage(board.key, body.data.id),
    { refusals: [401] },
    async (page) => {
      await page.route('**/v1/events/stream*', () => {})
    },
  )
  const amount = page.getByRole('region', { name: 'Details' }).getByLabel('Amount')
  await amount.waitFor()
  const late = Promise.withResolvers<void>()
  const refused = Promise.withResolvers<void>()
  await page.route('**/rows/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    const response = await route.fetch()
    if (response.status() === 401) {
      refused.resolve()
      await late.promise
    }
    await route.fulfill({ response })
  })
  await page.request.post('/v1/auth/signout', { headers: { 'x-sourcebook-session': 'cookie' } })
  await amount.fill('7')
  await amount.press('Enter')
  await refused.promise
  const comment = page.getByRole('form', { name: 'Write a comment' })
  await comment.getByRole('textbox').fill('Called.')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel(/^Password/).fill(app.owner.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Called.').first().waitFor()
  late.resolve()
  await expect.poll(board.stored).toEqual([['Acme', '7', '']])
  expect(await dialog.count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a session that is ended elsewhere hides the desk at once, and what was typed is still there afterwards', async () => {
  const page = await app.open(paths.home(), { refusals: [401] })
  await page.goto(paths.newObligation())
  const title = page.getByRole('dialog').getByLabel('Title')
  await title.fill('Call the bank')
  await page.request.post('/v1/auth/signout', { headers: { 'x-sourcebook-session': 'cookie' } })
  // Nothing is pressed: the stream of events says that it ended.
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel(/^Password/).fill(app.owner.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await title.inputValue()).toBe('Call the bank')
})

test('the desk is covered also while a part of the app that somebody asked for is still loading', async () => {
  const page = await app.open(paths.home(), { refusals: [401] })
  const part = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/assets/keyboard-help*.js', async (route) => {
    asked.resolve()
    await part.promise
    await route.continue()
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Shift+?')
  await asked.promise
  await page.request.post('/v1/auth/signout', { headers: { 'x-sourcebook-session': 'cookie' } })
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.waitFor({ timeout: 10_000 })
  await dialog.getByLabel(/^Password/).click()
  part.resolve()
  // The part opens below, and takes no key from the password.
  await page.getByText('Keyboard shortcuts').waitFor()
  await page.keyboard.type(app.owner.password, { delay: 30 })
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
