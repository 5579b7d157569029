import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

/** More than the app asks for at once. */
const BOARDS = 1_030
/** How many are made at the same time. */
const AT_ONCE = 10

let app: TestedApp
beforeAll(async () => {
  app = await startApp()
  for (let at = 0; at < BOARDS; at += AT_ONCE) {
    const made = Array.from({ length: AT_ONCE }, (_, n) => {
      const body = { name: `Board ${at + n}`, columns: [{ name: 'Name', type: 'text' }] }
      return app.owner.api('POST', '/v1/boards', { body })
    })
    await Promise.all(made)
  }
})
afterAll(() => app.stop())

test('among more than a thousand boards, each is found by its name, and the palette lists the first ones', async () => {
  const page = await app.open(paths.home())
  const places = page.getByRole('navigation', { name: 'Desk' })
  await places.getByRole('link', { name: 'Board 7', exact: true }).waitFor()
  await places.getByText('These are the oldest 1,000. Search finds the others.').waitFor()
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Go to, create, search' })
  await palette.getByText('The first are listed: type more to find others.').waitFor()
  expect(await palette.getByRole('option').count()).toBeLessThan(200)
  await page.keyboard.type('board')
  await palette.getByText(/^[\d,]+ found\./).waitFor()
  expect(await palette.getByRole('option').count()).toBeLessThan(400)
  await page.keyboard.type(' 1029')
  await palette.getByRole('option', { name: 'Board 1029 Board', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Board 1029' }).waitFor()
})

test('a choice among very many lists the first ones, and finds the others by typing', async () => {
  const page = await app.open(paths.newConversation())
  const field = page.getByRole('combobox', { name: 'Link to record' })
  await field.click()
  await page.getByRole('option', { name: 'Type to find others' }).waitFor({ state: 'attached' })
  expect(await page.getByRole('option').count()).toBe(501)
  await field.fill('Board 917')
  await page.getByRole('option', { name: 'Board 917', exact: true }).click()
  await expect.poll(() => field.inputValue()).toBe('Board 917')
})

test('a board opened by its address asks once for the session and for its definition, and for the columns of no other', async () => {
  const page = await app.open(paths.home())
  const places = page.getByRole('navigation', { name: 'Desk' })
  await places.getByRole('link', { name: 'Board 7', exact: true }).click()
  await page.getByRole('grid').waitFor()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/v1/')) asked.push(`${pathname} ${searchParams.get('columns')}`)
  })
  await page.reload()
  await page.getByRole('grid').waitFor()
  const { pathname } = new URL(page.url())
  const definition = `/v1/definitions/${pathname.split('/')[2]} null`
  expect(asked.filter((one) => one === '/v1/auth/session null')).toHaveLength(1)
  expect(asked.filter((one) => one === definition)).toHaveLength(1)
  // Both are under way before the app runs.
  expect(asked.slice(0, 2).sort()).toEqual(['/v1/auth/session null', definition])
  expect(asked.filter((one) => one.startsWith('/v1/definitions '))).toEqual([
    '/v1/definitions false',
  ])
})
