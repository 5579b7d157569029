import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'
import { holdWrites } from './support/held.ts'
import { newBoard, shownIn } from './support/new-rows.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('a paste that is undone, redone, undone and redone shows the service’s rows each time', async () => {
  const board = await newBoard(app)
  const before = [['Was here', '1', '']]
  await app.owner.api('POST', board.rows, { body: { cells: { name: 'Was here', amount: 1 } } })
  const page = await app.open(paths.records(board.key))
  const { select, press } = gridOf(page)
  await select(0, 0)
  await holdWrites(page, 300)
  const pasted = Array.from({ length: 12 }, (_, n) => [`Ghost ${n}`, String(n), ''])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const tsv = pasted.map((cells) => cells.slice(0, 2).join('\t')).join('\n')
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(tsv)})`)

  const isNow = async (rows: string[][]) => {
    await expect.poll(board.stored).toEqual(rows)
    await expect.poll(() => shownIn(page)).toEqual(rows)
    const count = rows.length === 1 ? '1 row' : `${rows.length} rows`
    await page.getByRole('status').getByText(count, { exact: true }).waitFor()
  }
  await press('Control+v')
  await isNow(pasted)
  for (let time = 0; time < 2; time++) {
    await press('Control+z')
    await isNow(before)
    await press('Control+y')
    await isNow(pasted)
  }
  // Without waiting for any of them.
  await press('Control+z', 'Control+y', 'Control+z')
  await isNow(before)
})
