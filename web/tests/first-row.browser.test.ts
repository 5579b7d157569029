import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const run = promisify(execFile)

test('a board and a key are created, the copied snippet runs, and the row appears in an open grid', async () => {
  const page = await app.open(paths.home())
  await page.getByRole('button', { name: 'New page or board' }).click()
  await page.getByRole('radio', { name: 'Board', exact: true }).check()
  const making = page.getByRole('dialog', { name: 'New board' })
  await making.getByLabel('Name').fill('Website form')
  await making.getByRole('button', { name: 'Create board' }).click()
  await page.getByRole('heading', { level: 1, name: 'Website form' }).waitFor()

  await page.goto(paths.recordSettings('website-form', 'developer'))
  await page.getByRole('button', { name: 'New key' }).click()
  const naming = page.getByRole('dialog', { name: 'New key' })
  await naming.getByLabel('Name').fill('Web form')
  await naming.getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByText(/^sbk_\w{36}$/).textContent()

  const watching = await app.open(paths.records('website-form'))
  const { grid } = gridOf(watching)
  await watching.getByText('No rows yet').waitFor()
  const body = JSON.stringify({ cells: { Business: 'Acme Bakery' } })
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const sent = await fetch(`${app.origin}/v1/ingest/rows`, { method: 'POST', headers, body })
  expect(sent.status).toBe(201)
  await grid.getByText('Acme Bakery').waitFor()
  await page.getByText('A row has arrived').waitFor()

  await page.getByRole('tab', { name: 'JavaScript' }).click()
  const snippet = await page.getByRole('region', { name: 'JavaScript snippet' }).textContent()
  await run(process.execPath, ['--input-type=module', '--eval', snippet ?? ''])
  await page.getByText('2 rows have arrived').waitFor()
  await expect.poll(() => grid.getByRole('row').count()).toBeGreaterThan(3)
})
