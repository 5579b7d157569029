import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('200 rows of 5 cells are pasted, and changed or refused cells are reported one by one', async () => {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Email', type: 'email' },
    { name: 'Amount', type: 'currency' },
    { name: 'Months', type: 'number' },
    { name: 'Received', type: 'date' },
  ])
  const rows = async (limit = 1000) =>
    (await app.owner.api('GET', `/v1/boards/${board.id}/rows?limit=${limit}`)).body.data
  const one = { cells: { name: 'Was here' } }
  await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: one })
  const lines = Array.from({ length: 200 }, (_, n) => [
    `Shop ${n}`,
    n === 100 ? 'nobody' : `shop${n}@shops.example`,
    n === 50 ? '$1,234.50' : String(1000 + n),
    String(n % 60),
    n === 60 ? '11/21/2026' : '2026-11-20',
  ])
  const page = await app.open(paths.records(board.key), { refusals: [400] })
  const { select, press, text } = gridOf(page)
  await select(0, 0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const tsv = lines.map((line) => line.join('\t')).join('\n')
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(tsv)})`)
  await press('Control+v')

  const report = page.getByRole('dialog', { name: 'Paste report' })
  await report.getByText('5 cells changed, 199 rows added').waitFor()
  const refused = report.getByRole('row').filter({ hasText: 'Refused' })
  expect(await refused.count()).toBe(1)
  expect(await refused.textContent()).toMatch(/101.*Email.*"nobody" is not an email address/)
  const converted = report.getByRole('row').filter({ hasText: 'Converted' })
  expect(await converted.allTextContents()).toContainEqual(expect.stringContaining('$1,234.50'))
  await report.getByText('“11/21/2026” was stored as Nov 21, 2026').waitFor()
  await report.getByRole('button', { name: 'Close' }).last().click()

  const stored = await rows()
  expect(stored).toHaveLength(200)
  expect(stored[50].cells).toMatchObject({ name: 'Shop 50', amount: 1234.5, months: 50 })
  expect(stored[100].cells).toMatchObject({ name: 'Shop 100', amount: 1100 })
  expect(stored[100].cells.email ?? null).toBe(null)
  expect(await text(0, 0)).toBe('Shop 0')

  await select(0, 0)
  await press('Control+z')
  await expect.poll(async () => (await rows()).length).toBe(1)
  await expect.poll(() => text(0, 0)).toBe('Was here')
})
