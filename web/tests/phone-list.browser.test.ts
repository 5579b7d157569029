import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { holdWrites } from './support/held.ts'
import { settled } from './support/settled.ts'

const PHONE = { width: 390, height: 844 }

let app: TestedApp
let board: Awaited<ReturnType<TestedApp['board']>>
let rows: string
let ids: string[]

beforeAll(async () => {
  app = await startApp()
  const options = ['New', 'Won', 'Lost'].map((label) => ({ label }))
  board = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'Phone', type: 'phone' },
    { name: 'Stage', type: 'select', settings: { options } },
    { name: 'Funded on', type: 'date' },
  ])
  rows = `/v1/boards/${board.id}/rows`
  const { body } = await app.owner.api('POST', rows, {
    body: {
      rows: ['Acme Bakery', 'Blue Anchor', 'Kessler Roofing'].map((business) => ({
        cells: { business, stage: 'New' },
      })),
    },
  })
  ids = body.data.map(({ id }: { id: string }) => id)
})
afterAll(() => app.stop())

const stages = async (): Promise<string[]> => {
  const { body } = await app.owner.api('GET', rows)
  return body.data.map(({ cells }: { cells: { stage: string } }) => cells.stage)
}
const cardsOf = (page: Page) => {
  const list = page.getByRole('list', { name: /: rows$/ })
  return {
    card: (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`) }),
    selected: list.locator('[aria-pressed="true"]'),
    bar: page.getByRole('toolbar', { name: 'Selected rows' }),
  }
}

async function setStage(page: Page, label: string): Promise<void> {
  await cardsOf(page).bar.getByRole('button', { name: 'Set field' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Set field' })
  await dialog.getByRole('combobox', { name: 'Column' }).tap()
  await page.getByRole('option', { name: 'Stage' }).tap()
  await dialog.getByRole('combobox', { name: 'New value' }).tap()
  await page.getByRole('option', { name: label }).tap()
  await dialog.getByRole('button', { name: 'Set', exact: true }).tap()
}

test('on a phone, several rows are selected and changed together, and that is undone', async () => {
  const page = await app.open(paths.records(board.key), PHONE)
  const { card, selected, bar } = cardsOf(page)
  await card('Acme Bakery').waitFor()
  await holdWrites(page, 300)
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await page.getByText('Tap cards to select them.').waitFor()
  await card('Acme Bakery').tap()
  await card('Kessler Roofing').tap()
  await page.getByText('2 selected', { exact: true }).waitFor()
  await expect.poll(() => selected.count()).toBe(2)
  for (const button of await bar.getByRole('button').all()) {
    const { x, width } = (await button.boundingBox())!
    expect(x + width, await button.innerText()).toBeLessThanOrEqual(390)
  }
  await expectAccessible(page)

  await setStage(page, 'Won')
  await page.getByText('Stage set in 2 rows.').waitFor()
  // What says so covers none of the buttons.
  await page.getByRole('button', { name: 'Select all' }).tap({ trial: true })
  expect(await stages()).toEqual(['Won', 'New', 'Won'])
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(stages).toEqual(['New', 'New', 'New'])

  await page.getByRole('button', { name: 'Select all' }).tap()
  await page.getByText('3 selected', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).tap()
  await page.getByRole('button', { name: 'Select', exact: true }).waitFor()
  await card('Acme Bakery').tap()
  await page.getByRole('button', { name: 'Close record' }).waitFor()
})

test('a finger that is held on a card selects it, and one that scrolls does not', async () => {
  const page = await app.openAs(app.owner, paths.records(board.key), PHONE, (page) =>
    page.clock.install(),
  )
  const { card, selected } = cardsOf(page)
  await card('Blue Anchor').waitFor()
  await settled(page)
  const { x, y, width, height } = (await card('Blue Anchor').boundingBox())!
  const at = { x: x + width / 2, y: y + height / 2 }
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', by?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: by === undefined ? [] : [{ x: at.x, y: at.y + by }],
    })
  // From here on, only as much time passes as the test says: a hold takes half a second.
  await page.clock.pauseAt(Date.now() + 600_000)
  await send('touchStart', 0)
  await send('touchMove', -20)
  await page.clock.runFor(1_000)
  expect(await selected.count()).toBe(0)
  await send('touchEnd')

  await send('touchStart', 0)
  await page.clock.runFor(1_000)
  await page.clock.resume()
  await page.getByText('1 selected', { exact: true }).waitFor()
  await send('touchEnd')
  expect(await selected.textContent()).toContain('Blue Anchor')
  await card('Acme Bakery').tap()
  await page.getByText('2 selected', { exact: true }).waitFor()
  await card('Acme Bakery').tap()
  await card('Blue Anchor').tap()
  await page.getByRole('button', { name: 'Select', exact: true }).waitFor()
})

test('on a phone too, whoever was slower is asked which change to keep', async () => {
  const page = await app.open(paths.records(board.key), { ...PHONE, refusals: [409] })
  const { card } = cardsOf(page)
  await card('Acme Bakery').waitFor()
  const changed = Promise.withResolvers<void>()
  await page.route('**/rows**', async (route) => {
    if (route.request().method() !== 'GET') await changed.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await card('Acme Bakery').tap()
  const held = page.waitForRequest((request) => request.method() === 'PATCH')
  await setStage(page, 'Won')
  await held
  await app.owner.api('PATCH', `${rows}/${ids[0]}`, { body: { cells: { stage: 'Lost' } } })
  changed.resolve()
  const question = page.getByRole('group', { name: 'Someone else changed Stage' })
  await expect.poll(() => question.textContent()).toMatch(/“Lost”.*“Won”/)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep mine' }).tap()
  await expect.poll(async () => (await stages())[0]).toBe('Won')
})

test('on a phone, a change that waited and that somebody else overtook is named, and leads to its record', async () => {
  const page = await app.open(paths.records(board.key), { ...PHONE, refusals: [409] })
  const { card } = cardsOf(page)
  await card('Acme Bakery').waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await card('Blue Anchor').tap()
  // It is loaded by then.
  await cardsOf(page).bar.getByRole('button', { name: 'Set field' }).waitFor()
  await page.context().setOffline(true)
  await setStage(page, 'Won')
  await page.getByText('1 change is waiting to be sent').waitFor()
  await app.owner.api('PATCH', `${rows}/${ids[1]}`, { body: { cells: { stage: 'Lost' } } })
  await page.context().setOffline(false)
  const question = page.getByRole('group', { name: 'Someone else changed Stage' })
  await question.getByText('Someone else changed it to “Lost”. Yours is “Won”.').waitFor()
  await page.getByRole('button', { name: 'Blue Anchor, Stage' }).tap()
  const record = page.getByRole('dialog', { name: 'Record' })
  await record.getByRole('group', { name: 'Someone else changed Stage' }).waitFor()
  expect((await stages())[1]).toBe('Lost')
  await question.last().getByRole('button', { name: 'Take theirs' }).tap()
  await question.waitFor({ state: 'detached' })
  await record.getByRole('button', { name: 'Close record' }).tap()
  expect((await stages())[1]).toBe('Lost')
})

test('a viewer selects rows to export them', async () => {
  const page = await app.openAs(await app.join('viewer'), paths.records(board.key), PHONE)
  const { card, bar } = cardsOf(page)
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await card('Blue Anchor').tap()
  await bar.getByRole('button', { name: 'Export' }).waitFor()
  await expect.poll(() => bar.getByRole('button').allInnerTexts()).toEqual(['Export'])
})

test('the days of a date in a new row do not cover its buttons', async () => {
  const page = await app.open(paths.records(board.key), PHONE)
  await page.getByRole('button', { name: 'Add a row' }).tap()
  const dialog = page.getByRole('dialog', { name: 'New row' })
  await dialog.getByLabel('Funded on').tap()
  const days = page.getByRole('button', { name: 'Next month' })
  await days.waitFor()
  // A tap fails where something else lies over the button.
  await dialog.getByRole('button', { name: 'Add row' }).tap({ trial: true })
})

test('on a phone, the list is printed as a table, and a calendar names its days', async () => {
  const page = await app.open(paths.records(board.key), PHONE)
  await cardsOf(page).card('Acme Bakery').waitFor()
  await page.evaluate('window.print = () => window.dispatchEvent(new Event("beforeprint"))')
  await expect
    .poll(async () => {
      await page.evaluate('window.dispatchEvent(new Event("beforeprint"))')
      return page.locator('[data-print]').count()
    })
    .toBe(1)
  await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
  await expect.poll(() => page.locator('[data-print]').count()).toBe(0)
  await page.getByRole('button', { name: /^More about/ }).tap()
  await page.getByRole('menuitem', { name: 'Print' }).tap()
  await page.locator('[data-print]').getByText('Kessler Roofing').waitFor({ state: 'attached' })

  await app.owner.api('PATCH', `${rows}/${ids[1]}`, {
    body: { cells: { funded_on: '2026-11-26' } },
  })
  await page.goto(`${paths.records(board.key)}?kind=calendar&month=2026-11`)
  await page.getByText('Thu, Nov 26').waitFor()
})

test('where a form is made, only the page inside scrolls, so that its buttons stay below it', async () => {
  const { body } = await app.owner.api('POST', `/v1/boards/${board.id}/forms`, {
    body: { name: 'Apply', title: 'Apply', columns: [{ key: 'business' }] },
  })
  const page = await app.open(paths.form(board.key, body.data.id), PHONE)
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
})
