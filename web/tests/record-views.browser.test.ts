import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Deals in stages whose order is not that of the alphabet. */
async function makeDeals() {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Stage', type: 'select', settings: { options: labels.map((label) => ({ label })) } },
    { name: 'Amount', type: 'currency', settings: { currency: 'USD' } },
    { name: 'Due', type: 'date' },
  ])
  const rows = [
    { name: 'Ann', stage: 'Won', amount: 100, due: '2026-11-10' },
    { name: 'Bea', stage: 'New', amount: 20, due: '2026-11-12' },
    { name: 'Cyd', stage: 'Won', amount: 3, due: '2026-12-24' },
    { name: 'Dot' },
  ]
  const body = { rows: rows.map((cells) => ({ cells })) }
  const made = await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body })
  const ids = made.body.data.map(({ id }: { id: string }) => id) as string[]
  const cells = async (row: number) =>
    (await app.owner.api('GET', `/v1/boards/${board.id}/rows/${ids[row]}`)).body.data.cells
  const trash = (row: number) => app.owner.api('DELETE', `/v1/boards/${board.id}/rows/${ids[row]}`)
  return { ...board, cells, trash }
}
const labels = ['New', 'Won', 'Lost']

test('a filter applies as it is built, a cell can be filtered by, and the result saved or reset', async () => {
  const page = await app.open(paths.records((await makeDeals()).key))
  const { cell } = gridOf(page)
  const names = () => page.locator('[data-row] [data-column="0"]').allTextContents()
  await cell(3, 0).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const column = page.getByRole('combobox', { name: 'Column' })
  // It asks for the column at once and then for the value.
  await page.getByRole('option', { name: 'Stage' }).click()
  await page.getByRole('option', { name: 'Won' }).click()
  await expect.poll(names).toEqual(['Ann', 'Cyd'])
  // A condition that is not complete changes nothing, and Escape keeps those that are.
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('option', { name: 'Stage' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'Stage' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await column.nth(0).waitFor({ state: 'hidden' })
  await expect.poll(() => names()).toEqual(['Ann', 'Cyd'])
  const view = page.getByRole('button', { name: /^View:/ })
  await expect.poll(() => view.textContent()).toContain('edited')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect.poll(names).toEqual(['Ann', 'Bea', 'Cyd', 'Dot'])

  await cell(1, 1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Filter by “New”' }).click()
  await expect.poll(names).toEqual(['Bea'])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Fresh')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect.poll(() => view.textContent()).toBe('View: Fresh')
  await expect.poll(() => names()).toEqual(['Bea'])
})

/**
 * Types another letter into the search just as it searches, before anything is drawn, and holds the search for that.
 */
const TYPE_AHEAD = `{
  const wait = window.setTimeout
  let isHeld = false
  window.setTimeout = (work, ms, ...given) => {
    if (ms !== 300) return wait(work, ms, ...given)
    if (isHeld) return 0
    return wait(() => {
      work()
      isHeld = true
      const field = document.querySelector('input[type=search]')
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      set.call(field, field.value + 'n')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, ms)
  }
}`

test('what is typed while a search begins stays in its field', async () => {
  const page = await app.open(paths.records((await makeDeals()).key))
  const names = () => page.locator('[data-row] [data-column="0"]').allTextContents()
  await gridOf(page).cell(3, 0).waitFor()
  const field = page.getByRole('searchbox', { name: 'Search these rows' })
  await page.evaluate(TYPE_AHEAD)
  await field.fill('An')
  await expect.poll(names).toEqual(['Ann'])
  expect(await field.inputValue()).toBe('Ann')
})

test('groups follow the options, with the sums of amounts', async () => {
  const { key } = await makeDeals()
  const page = await app.open(`${paths.records(key)}?group=stage`)
  const { cell, press, select } = gridOf(page)
  const heads = page.locator('[role=row]:has([role=rowheader] button)')
  await expect
    .poll(() => heads.allTextContents())
    .toEqual(['New1$20', 'Won2$103', 'Stage: (empty)1$0'])
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/rows\?.*limit=1(&|$)/, async (route) => {
    await isAnswered
    await route.continue()
  })
  await select(0, 2)
  await page.keyboard.type('25')
  await press('Enter')
  await expect.poll(() => cell(0, 2).textContent()).toContain('25')
  // Until the service has added it up again, the sum is dimmed.
  await heads.first().locator('[data-unsure]').filter({ hasText: '$20' }).waitFor()
  answer()
  await expect.poll(() => heads.first().textContent()).toBe('New1$25')
  expect(await heads.locator('[data-unsure]').count()).toBe(0)
})

test('a card of a kanban moves by mouse, keys and menu, and a move can be undone', async () => {
  const { key, cells, trash } = await makeDeals()
  const page = await app.open(paths.records(key), { refusals: [404] })
  await page.getByRole('button', { name: 'Kanban' }).click()
  const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  const card = (name: string) => page.getByRole('button', { name, exact: true })
  await expect
    .poll(() => page.getByRole('region').evaluateAll((all) => all.map((one) => one.ariaLabel)))
    .toEqual(['New, 1', 'Won, 2', 'Lost, 0', '(empty), 1'])
  const sum = (name: string) => lane(name).getByTitle('Sum of Amount').textContent()
  await expect.poll(() => sum('Won')).toBe('Amount: $103')

  await card('Ann').dragTo(lane('Lost'))
  await lane('Lost').getByRole('button', { name: 'Ann', exact: true }).waitFor()
  await expect.poll(() => sum('Lost')).toBe('Amount: $100')
  await expect.poll(async () => (await cells(0)).stage).toBe('Lost')

  await card('Bea').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await lane('Won').getByRole('button', { name: 'Bea', exact: true }).waitFor()
  await expect.poll(async () => (await cells(1)).stage).toBe('Won')
  const focused = () => page.evaluate('document.activeElement.textContent') as Promise<string>
  await expect.poll(focused).toBe('Bea')
  await page.keyboard.press('Control+z')
  await lane('New').getByRole('button', { name: 'Bea', exact: true }).waitFor()
  await expect.poll(async () => (await cells(1)).stage).toBe('New')

  await page.getByRole('button', { name: 'Move Dot' }).click()
  await page.getByRole('menuitem', { name: 'New' }).click()
  await page.getByRole('region', { name: 'New, 2' }).waitFor()

  await page.getByRole('button', { name: 'Add a row to Lost' }).click()
  await page.keyboard.type('Eve')
  const released = Promise.withResolvers<void>()
  await page.route('**/rows', async (route) => {
    if (route.request().method() === 'POST') await released.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await lane('Lost').getByText('Not sent yet').waitFor()
  await page.keyboard.press('Enter')
  released.resolve()
  await lane('Lost').getByRole('button', { name: 'Eve', exact: true }).waitFor()
  expect(await lane('Lost').getByRole('button', { name: 'Eve', exact: true }).count()).toBe(1)

  // What was done last is undone first, whatever it was.
  await card('Ann').focus()
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: add a row.').first().waitFor()
  await card('Eve').waitFor({ state: 'detached' })

  // An undo that fails takes nothing back of what was done since.
  const failing = Promise.withResolvers<void>()
  await page.route('**/rows/*', async (route) => {
    if (route.request().method() === 'PATCH') await failing.promise
    await route.continue()
  })
  await card('Ann').focus()
  await page.keyboard.press('Control+z')
  await lane('\\(empty').getByRole('button', { name: 'Dot', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Move Bea' }).click()
  await page.getByRole('menuitem', { name: 'Lost' }).click()
  await lane('Lost').getByRole('button', { name: 'Bea', exact: true }).waitFor()
  await trash(3)
  failing.resolve()
  await expect.poll(async () => (await cells(1)).stage).toBe('Lost')
  await card('Dot').waitFor({ state: 'detached' })
  await card('Bea').focus()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await cells(1)).stage).toBe('New')

  // Viewers see the cards and cannot move them.
  const viewer = await app.join('viewer')
  const other = await app.openAs(viewer, `${paths.records(key)}?kind=kanban&group=stage`)
  await other.getByRole('button', { name: 'Bea', exact: true }).waitFor()
  expect(await other.getByRole('button', { name: 'Move Bea' }).count()).toBe(0)
})

test('what is done with a card and in its record is undone in one order, from either', async () => {
  const { key, cells } = await makeDeals()
  const page = await app.open(`${paths.records(key)}?kind=kanban&group=stage`)
  const bea = page.getByRole('button', { name: 'Bea', exact: true })
  const beaIn = (lane: string) =>
    page
      .getByRole('region', { name: new RegExp(`^${lane}`) })
      .getByRole('listitem')
      .filter({ has: bea })
  const stored = async () => {
    const { stage, amount } = await cells(1)
    return [stage, amount]
  }
  const said = (words: string) => page.getByRole('status').filter({ hasText: words }).first()
  const record = page.getByRole('complementary', { name: 'Record' })
  const amount = record.getByRole('textbox', { name: 'Amount' })
  await bea.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await said('Moved to Won.').waitFor({ state: 'attached' })
  await beaIn('Won').waitFor()
  await bea.click()
  await amount.fill('25')
  await amount.press('Enter')
  await expect.poll(stored).toEqual(['Won', 25])
  // The card shows it too.
  await beaIn('Won').getByText('$25').waitFor()

  await bea.focus()
  await page.keyboard.press('Control+z')
  await said('Undone: edit amount.').waitFor({ state: 'attached' })
  await expect.poll(stored).toEqual(['Won', 20])
  await beaIn('Won').getByText('$20').waitFor()
  await page.keyboard.press('Control+z')
  await beaIn('New').waitFor()
  await said('Undone: move.').waitFor({ state: 'attached' })
  await expect.poll(stored).toEqual(['New', 20])
  // The card is drawn again in its lane, and still has the focus.
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Bea')
  await page.keyboard.press('Control+z')
  await said('Nothing to undo.').waitFor({ state: 'attached' })
  await page.keyboard.press('Control+y')
  await page.keyboard.press('Control+Shift+z')
  await beaIn('Won').getByText('$25').waitFor()
  await expect.poll(stored).toEqual(['Won', 25])

  // A text that is typed into keeps its own undo.
  await amount.click()
  await page.keyboard.type('7')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await expect.poll(() => amount.inputValue()).toMatch(/25/)
  // In the record, the stage that is chosen there moves the card.
  const pill = record.getByRole('button', { name: /^Stage: / })
  await pill.click()
  await page.getByRole('menuitem', { name: 'Lost' }).click()
  await beaIn('Lost').waitFor()
  await expect.poll(stored).toEqual(['Lost', 25])
  await pill.focus()
  await page.keyboard.press('Control+z')
  await beaIn('Won').waitFor()
  await record.getByRole('button', { name: 'Stage: Won' }).waitFor()
  await expect.poll(stored).toEqual(['Won', 25])
  // The grid goes on from there.
  await page.getByRole('button', { name: 'Grid', exact: true }).click()
  const { select, press } = gridOf(page)
  await select(0, 0)
  await press('Control+z')
  await expect.poll(stored).toEqual(['Won', 20])
})

test('every card has the same fields, which are chosen for the view, a person and its age', async () => {
  const { key } = await makeDeals()
  const page = await app.open(`${paths.records(key)}?kind=kanban&group=stage`)
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button') })
  const texts = () => cards.allTextContents()
  await expect.poll(async () => (await texts()).length).toBe(4)
  for (const text of await texts()) expect(text).toMatch(/Amount.*Due.*Changed/)
  // What a row has or lacks moves nothing.
  const heights = await cards.evaluateAll((all) => all.map((one) => one.clientHeight))
  expect(new Set(heights).size).toBe(1)

  await page.getByRole('button', { name: 'Fields', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Amount' }).uncheck()
  await page.getByText('Cards show the first 5 of these').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await texts()).some((text) => text.includes('Amount'))).toBe(false)
  for (const text of await texts()) expect(text).toMatch(/Due.*Changed/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Due dates')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: /^View: Due dates/ }).waitFor()
  await page.reload()
  await expect.poll(async () => (await texts()).length).toBe(4)
  for (const text of await texts()) expect(text).not.toContain('Amount')
})

test('a calendar shows rows on their days, and moving one sets the day', async () => {
  const { key, cells } = await makeDeals()
  const page = await app.open(`${paths.records(key)}?kind=calendar&group=due&month=2026-11`)
  const day = (name: RegExp) => page.getByRole('cell', { name })
  await day(/November 10, 2026/)
    .getByRole('button', { name: 'Ann' })
    .waitFor()
  // The color is that of the stage, which is also said.
  expect(await page.getByRole('button', { name: 'Ann' }).getAttribute('title')).toBe('Ann, Won')
  await page.getByRole('button', { name: 'Ann' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await day(/November 17, 2026/)
    .getByRole('button', { name: 'Ann' })
    .waitFor()
  await expect.poll(async () => (await cells(0)).due).toBe('2026-11-17')
  await page.getByRole('button', { name: 'Bea' }).dragTo(day(/November 20, 2026/))
  await expect.poll(async () => (await cells(1)).due).toBe('2026-11-20')
  await page.getByRole('button', { name: 'Next month' }).click()
  await day(/December 24, 2026/)
    .getByRole('button', { name: 'Cyd' })
    .waitFor()
  await page.getByRole('button', { name: 'Cyd' }).focus()
  await page.keyboard.press('Alt+PageDown')
  await expect.poll(async () => (await cells(2)).due).toBe('2027-01-24')
})
