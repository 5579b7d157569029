import { afterAll, beforeAll, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('a record can be closed while the list of a phone takes the place of the grid', async () => {
  const board = await app.board([{ name: 'Name', type: 'text' }])
  const path = `/v1/boards/${board.id}/rows`
  const { body } = await app.owner.api('POST', path, { body: { cells: { name: 'Acme' } } })
  const page = await app.open(paths.record(board.key, body.data.id))
  await page.getByRole('grid').waitFor()
  const close = page.getByRole('button', { name: 'Close' })
  await close.waitFor()
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/cards-*.js', async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('grid').waitFor({ state: 'detached' })
  await close.click()
  await close.waitFor({ state: 'detached' })
  held.resolve()
  await page.getByRole('button', { name: 'Acme' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('grid').waitFor()
})
