import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'

const PHONE = { width: 390, height: 844 }

let app: TestedApp
let board: Awaited<ReturnType<TestedApp['board']>>
let rows: string
let path: string

/** More rows than a month reads: two full days come before and after days with few. */
const FULL = [
  ['2026-11-03', 320],
  ['2026-11-04', 3],
  ['2026-11-05', 260],
  ['2026-11-13', 6],
] as const
const TOTAL = 589

beforeAll(async () => {
  app = await startApp()
  board = await app.board(
    [
      { name: 'Business', type: 'text' },
      { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }] } },
      { name: 'Submitted', type: 'date' },
      { name: 'Called', type: 'datetime' },
    ],
    { settings: { timeZone: 'America/New_York' } },
  )
  rows = `/v1/boards/${board.id}/rows`
  path = `${paths.records(board.key)}?kind=calendar&group=submitted&month=2026-11`
  for (const [submitted, count] of FULL) {
    await add(
      Array.from({ length: count }, (_, n) => ({
        business: `Shop ${submitted.slice(8)}-${n + 1}`,
        submitted,
      })),
    )
  }
})
afterAll(() => app.stop())

async function add(all: object[]): Promise<string[]> {
  const { status, body } = await app.owner.api('POST', rows, {
    body: { rows: all.map((cells) => ({ cells })) },
  })
  expect(status).toBe(201)
  return body.data.map(({ id }: { id: string }) => id)
}

const day = (page: Page, name: string) => page.getByRole('cell', { name: new RegExp(name) })
const list = (page: Page) => page.getByRole('complementary', { name: /^Rows of / })

test('each day of a full month says how many rows it has, and lists them beside the month', async () => {
  const page = await app.open(path)
  await page.getByText(`${TOTAL} rows`, { exact: true }).waitFor()
  // Days with few rows show them, also behind a full one.
  await day(page, 'November 4, 2026').getByRole('button', { name: 'Shop 04-3' }).waitFor()
  await day(page, 'November 13, 2026').getByRole('button', { name: '2 more' }).waitFor()
  await day(page, 'November 5, 2026').getByRole('button', { name: 'Shop 05-1' }).waitFor()
  await day(page, 'November 5, 2026').getByRole('button', { name: '256 more' }).waitFor()
  const open = day(page, 'November 3, 2026').getByRole('button', { name: '320 rows' })
  const before = (await day(page, 'November 13, 2026').boundingBox())!
  await open.click()
  await list(page).getByText('320 rows').waitFor()
  await list(page).getByRole('button', { name: 'Shop 03-50', exact: true }).waitFor()
  // The month stays as it was, only narrower.
  const after = (await day(page, 'November 13, 2026').boundingBox())!
  expect([after.y, after.height]).toEqual([before.y, before.height])
  await list(page).getByRole('button', { name: 'Load more' }).click()
  await list(page).getByRole('button', { name: 'Shop 03-100', exact: true }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // A row is moved from the list to a day, and what others add is counted.
  const shop = list(page).getByRole('button', { name: 'Shop 03-2', exact: true })
  await shop.dragTo(day(page, 'November 20, 2026'))
  await day(page, 'November 20, 2026').getByRole('button', { name: 'Shop 03-2' }).waitFor()
  await list(page).getByText('319 rows').waitFor()
  await add([{ business: 'New shop', submitted: '2026-11-03' }])
  await list(page).getByText('320 rows').waitFor()
  await open.waitFor()

  await page.getByRole('button', { name: 'Close the day' }).click()
  await list(page).waitFor({ state: 'detached' })
  await open.focus()
  await page.keyboard.press('Enter')
  await list(page).waitFor()
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('320 rows')

  // A search narrows the counts as well.
  await page.getByRole('searchbox', { name: 'Search these rows' }).fill('Shop 03-11')
  await day(page, 'November 3, 2026')
    .getByRole('button', { name: 'Shop 03-11', exact: true })
    .waitFor()
  await day(page, 'November 3, 2026').getByRole('button', { name: '7 more' }).waitFor()
  await page.getByText('11 found', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Shop 04-1' }).count()).toBe(0)
})

test('on a phone, the list of a day takes the place of the month', async () => {
  const page = await app.open(path, PHONE)
  await day(page, 'November 3, 2026')
    .getByRole('button', { name: /^3\d\d rows$/ })
    .click()
  await list(page).getByRole('button', { name: 'Shop 03-50', exact: true }).waitFor()
  await page.getByRole('table', { name: 'Rows by Submitted' }).waitFor({ state: 'hidden' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the day' }).click()
  await page.getByRole('table', { name: 'Rows by Submitted' }).waitFor()
})

test('a moment is on the day it has in the time zone of the board, in the month and in the list', async () => {
  const late = Array.from({ length: 6 }, (_, n) => ({
    business: `Late ${n + 1}`,
    called: `2026-10-10T03:0${n}:00Z`,
  }))
  await add([...late, { business: 'Noon', called: '2026-10-10T16:00:00Z' }])
  const page = await app.open(
    `${paths.records(board.key)}?kind=calendar&group=called&month=2026-10`,
  )
  await day(page, 'October 10, 2026').getByRole('button', { name: 'Noon' }).waitFor()
  await day(page, 'October 9, 2026').getByRole('button', { name: '2 more' }).click()
  await list(page).getByRole('button', { name: 'Late 6' }).waitFor()
  expect(await list(page).getByRole('button', { name: 'Noon' }).count()).toBe(0)
  await list(page).getByRole('button', { name: 'Late 6' }).focus()
  await page.keyboard.press('Alt+ArrowRight')
  await day(page, 'October 10, 2026').getByRole('button', { name: 'Late 6' }).waitFor()
  await list(page).getByText('5 rows').waitFor()
})
