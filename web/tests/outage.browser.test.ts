import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('during an outage the app says so, keeps the page, and then shows new rows', async () => {
  const board = await app.board([{ name: 'Name', type: 'text' }])
  const rows = `/v1/boards/${board.id}/rows`
  const made = await app.owner.api('POST', rows, { body: { cells: { name: 'Acme' } } })
  const page = await app.open(paths.records(board.key))
  const grid = gridOf(page)
  const away = page.getByRole('status').getByText('You’re offline')
  await grid.select(0, 0)
  expect(await away.count()).toBe(0)

  await page.context().setOffline(true)
  await grid.type('Acme Bakery')
  await grid.press('Enter')
  await page.getByText('The service did not answer. Try again in a moment.').waitFor()
  await away.waitFor()
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Acme Bakery')

  await app.owner.api('PATCH', `${rows}/${made.body.data.id}`, {
    body: { cells: { name: 'Meanwhile' } },
  })
  await page.context().setOffline(false)
  await away.waitFor({ state: 'detached' })
  await page.getByText('Meanwhile').waitFor()
})

test('importing during an outage says so, and shows the preview once the service is back', async () => {
  const board = await app.board([{ name: 'Name', type: 'text' }])
  const page = await app.open(paths.newImport(board.key))
  const choose = page.getByLabel('Drop a CSV or XLSX file here, or choose one')
  await choose.waitFor({ state: 'attached' })
  await page.route('**/v1/**', (route) => route.abort())
  const buffer = Buffer.from('Name\nAcme Bakery\n')
  await choose.setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer })
  const away = page.getByRole('status').getByText('You’re offline')
  await away.waitFor()
  await page.getByText('The service did not answer. Try again in a moment.').waitFor()

  await page.unrouteAll()
  await away.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor()
})
