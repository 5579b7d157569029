import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp
let board: { id: string; key: string }

beforeAll(async () => {
  app = await startApp()
  app.work()
  board = await app.board([
    { name: 'Business', type: 'text', required: true },
    { name: 'Email', type: 'email' },
    { name: 'Amount', type: 'currency' },
  ])
})
afterAll(() => app.stop())

const file = {
  name: 'leads.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Business,E-mail,Amount\nAcme Bakery,ROSA@ACME.EXAMPLE,"$40,000"\nHarbor Cafe,nobody,12\n,x@y.example,1\nBay Trucking,,900\n',
  ),
}

async function namesOf(): Promise<string[]> {
  const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body
  return data.map((row: { cells: { business: string } }) => row.cells.business)
}

test('a file is previewed and imported, refused rows are listed, and it is undone and redone', async () => {
  const page = await app.open(paths.newImport(board.key))
  await page.getByLabel('Drop a CSV or XLSX file here, or choose one').setInputFiles(file)
  await page.getByText('1 converted').filter({ visible: true }).first().waitFor()
  expect(await namesOf()).toEqual([])
  await page.getByRole('button', { name: 'Import 2 rows' }).click()

  await page.getByRole('heading', { level: 1, name: 'Import: leads.csv' }).waitFor()
  await page.getByText('some refused').waitFor()
  const refused = page.getByRole('table')
  await refused.getByText('"nobody" is not an email address').waitFor()
  expect(await refused.getByRole('row').count()).toBe(3)
  expect(await namesOf()).toEqual(['Acme Bakery', 'Bay Trucking'])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const chunks = await (await download).createReadStream().then((stream) => stream.toArray())
  expect(Buffer.concat(chunks).toString()).toContain('Harbor Cafe')

  const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body
  const edit = { cells: { business: 'Acme Bakeries' } }
  await app.owner.api('PATCH', `/v1/boards/${board.id}/rows/${data[0].id}`, { body: edit })
  const isNearFocus = (button: Locator) =>
    button.evaluate((element) => element.closest('[tabindex="-1"]:focus')?.tagName)
  const undo = page.getByRole('button', { name: 'Undo this import' })
  await undo.click()
  await page.getByRole('dialog').getByRole('link', { name: 'Acme Bakeries' }).waitFor() // changed since
  await page.getByRole('button', { name: 'Remove 2 rows' }).click()
  await page.getByText('2 of its rows went to the trash.', { exact: true }).waitFor()
  expect(await namesOf()).toEqual([])
  const redo = page.getByRole('button', { name: 'Redo import' })
  await expect.poll(() => isNearFocus(redo)).toBe('DIV')
  await redo.click()
  await undo.waitFor()
  await expect.poll(() => isNearFocus(undo)).toBe('DIV')
  expect(await namesOf()).toEqual(['Acme Bakeries', 'Bay Trucking'])
})
