import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePage } from '../../server/tests/support/fixtures.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('the timeline names the linked rows and links to them', async () => {
  const { token, api } = app.owner
  const clients = await makePage(app, token, [{ name: 'Name', type: 'text' }])
  const jobs = await makePage(app, token, [
    { name: 'Title', type: 'text' },
    { name: 'Client', type: 'link', settings: { definitionKey: clients.key, multiple: true } },
  ])
  const add = async (key: string, cells: object): Promise<string> =>
    (await api('POST', `/v1/definitions/${key}/rows`, { body: { cells } })).body.data.id
  const names = ['Acme', 'Beta', 'Calder', 'Delta', 'Echo', 'Fox', 'Golf']
  const ids: string[] = []
  for (const name of names) ids.push(await add(clients.key, { name }))
  const job = await add(jobs.key, { title: 'A job', client: ids })
  await api('PATCH', `/v1/definitions/${jobs.key}/rows/${job}`, {
    body: { cells: { client: ids[1] } },
  })

  const page = await app.open(paths.record(jobs.key, job))
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const created = page.getByRole('listitem').filter({ hasText: 'The record was added.' }).first()
  await created.getByRole('link', { name: 'Acme' }).waitFor()
  expect(await created.textContent()).toContain(
    'Client: Acme, Beta, Calder, Delta, Echo and 2 more',
  )
  await created.getByRole('link', { name: 'Beta' }).click()
  await page.getByRole('heading', { name: 'Beta' }).waitFor()
})
