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

test('a total follows what is typed, added, deleted and undone before the service confirms it', async () => {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Amount', type: 'currency', settings: { currency: 'USD' } },
    { name: 'Rate', type: 'number' },
  ])
  const rows = [1, 2, 3].map((n) => ({ cells: { name: `Row ${n}`, amount: n * 10, rate: n } }))
  await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: { rows } })
  const page = await app.open(paths.records(board.key))
  const { select, press, type } = gridOf(page)
  const total = (name: string) => page.getByRole('button', { name: `Total of ${name}` })
  await expect.poll(() => total('Amount').textContent()).toMatch(/Sum \$60/)
  // Adding up rates means nothing, but their average may.
  expect(await total('Rate').textContent()).toBe('Total of Rate')
  await total('Rate').click()
  await page.getByRole('menuitemradio', { name: 'Average' }).click()
  await expect.poll(() => total('Rate').textContent()).toMatch(/Avg 2$/)

  await select(0, 1)
  await press('Shift+ArrowDown')
  await page.getByText('2 cells · sum $30 · average $15').waitFor()
  await press('Shift+ArrowRight')
  await page.getByText('4 cells', { exact: true }).waitFor()

  // From here on no total is answered, and every write takes its time.
  const answers = Promise.withResolvers<void>()
  await page.route(/totals=/, async (route) => {
    await answers.promise
    await route.continue()
  })
  await holdWrites(page, 300)
  const areTotals = async (amount: string, rate: string) => {
    await expect.poll(() => total('Amount').textContent()).toContain(amount)
    await expect.poll(() => total('Rate').textContent()).toContain(rate)
  }
  await select(0, 1)
  await type('40')
  await press('Enter')
  await areTotals('Sum $90', 'Avg 2')
  await press('Control+z')
  await areTotals('Sum $60', 'Avg 2')
  await page.getByRole('button', { name: 'Add a row' }).click()
  await type('Row 4')
  await press('Tab')
  await type('5')
  await press('Tab')
  await type('6')
  await press('Enter', 'Escape')
  await areTotals('Sum $65', 'Avg 3')
  await select(2, 0)
  await press('Control+Delete')
  await areTotals('Sum $35', 'Avg 3')
  await press('Control+z')
  await areTotals('Sum $65', 'Avg 3')
  await press('Control+y')
  await areTotals('Sum $35', 'Avg 3')

  answers.resolve()
  const path = `/v1/boards/${board.id}/rows`
  await expect
    .poll(async () => (await app.owner.api('GET', path)).body.data.map(amountOf))
    .toEqual([10, 20, 5])
  const cells = page.getByRole('gridcell').filter({ has: total('Amount') })
  await expect.poll(() => cells.getAttribute('aria-busy')).toBe('false')
  await areTotals('Sum $35', 'Avg 3')
  // The choice is kept.
  await page.reload()
  await areTotals('Sum $35', 'Avg 3')
})

test('cells and rows are undone and redone at once, and written when it is their turn', async () => {
  const board = await newBoard(app)
  const before = ['One', 'Two', 'Three'].map((name) => [name, '', ''])
  const rows = before.map(([name]) => ({ cells: { name } }))
  await app.owner.api('POST', board.rows, { body: { rows } })
  const page = await app.open(paths.records(board.key))
  const { select, press, type } = gridOf(page)
  await select(1, 0)
  // No write reaches the service before all of it is drawn.
  const drawn = Promise.withResolvers<void>()
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() !== 'GET') await drawn.promise
    await route.fallback()
  })
  const isDrawn = (wanted: string[][]) => expect.poll(() => shownIn(page)).toEqual(wanted)
  const [one, , three] = before as [string[], string[], string[]]
  await type('2')
  await press('Enter', 'ArrowUp')
  await isDrawn([one, ['2', '', ''], three])
  await press('Control+Delete')
  await isDrawn([one, three])
  await press('Control+z')
  await isDrawn([one, ['2', '', ''], three])
  await press('Control+z')
  await isDrawn(before)
  await press('Control+y', 'Control+y')
  await isDrawn([one, three])
  await press('Control+z')
  await isDrawn([one, ['2', '', ''], three])
  expect(await board.stored()).toEqual(before)

  drawn.resolve()
  await expect.poll(board.stored).toEqual([one, ['2', '', ''], three])
  await isDrawn([one, ['2', '', ''], three])
})

const amountOf = ({ cells }: { cells: { amount: number } }) => cells.amount
