import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { settled } from './support/settled.ts'

let app: TestedApp
let board: { id: string; key: string }
let rowId: string

beforeAll(async () => {
  app = await startApp()
  board = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }, { label: 'Won' }] } },
    { name: 'Phone', type: 'phone' },
  ])
  const body = { cells: { business: 'Acme Bakery', stage: 'New', phone: '+13125550188' } }
  const made = await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body })
  rowId = made.body.data.id
})
afterAll(() => app.stop())

test('with keys alone, the palette opens a page, creates a board, and finds a record by its text', async () => {
  const page = await app.open(paths.home())
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  const search = page.getByRole('combobox', { name: 'Go to, create, or search records' })
  const type = async (text: string) => {
    await page.keyboard.press('Control+K')
    await search.waitFor()
    await page.keyboard.type(text)
  }

  await type('templ')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()

  await type('acme')
  const found = page.getByRole('option', { name: /Acme Bakery/ })
  await found.waitFor()
  await expect
    .poll(() => search.getAttribute('aria-activedescendant'))
    .toBe(await found.getAttribute('id'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Acme Bakery' }).waitFor()
  expect(page.url()).toContain(`${paths.records(board.key)}?row=`)

  await type('555-0188')
  await page.getByRole('option', { name: /Acme Bakery.*Phone: \(312\) 555-0188/ }).waitFor()
  await page.keyboard.press('Escape')

  await type('new')
  await page.getByRole('option', { name: 'New board' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const making = page.getByRole('dialog', { name: 'New board' })
  await making.getByLabel('Name').waitFor()
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor()
})

test('once it was fetched, the palette opens in the same step as its keys are pressed', async () => {
  const page = await app.open(paths.home())
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  const fetched = page.waitForResponse(/\/assets\/palette-.*\.js$/)
  await page.mouse.move(300, 300)
  await (await fetched).finished()
  await settled(page)
  // In the next task, with no frame or timer in between.
  const isThere = await page.evaluate(`
    const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', keys))
    const { port1, port2 } = new MessageChannel()
    new Promise((done) => {
      port1.onmessage = done
      port2.postMessage('')
    }).then(() => document.activeElement?.matches('[role="dialog"] [role="combobox"]'))`)
  expect(isThere).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('templ')
  const search = page.getByRole('combobox', { name: 'Go to, create, or search records' })
  expect(await search.inputValue()).toBe('templ')
  await page.mouse.click(5, 700)
  await search.waitFor({ state: 'detached' })
})

test('what is typed while the palette is being loaded ends up in its field, and nowhere else', async () => {
  const page = await app.open(paths.record(board.key, rowId))
  const title = page.getByRole('heading', { name: 'Acme Bakery' })
  await title.waitFor()
  const asked = Promise.withResolvers<void>()
  const typed = Promise.withResolvers<void>()
  await page.route('**/assets/palette-*.js', async (route) => {
    asked.resolve()
    await typed.promise
    await route.continue()
  })
  await page.getByRole('grid').click({ position: { x: 120, y: 45 } })
  await page.keyboard.press('Control+K')
  await asked.promise
  await page.keyboard.type('templx')
  await page.keyboard.press('Backspace')
  typed.resolve()
  await page.getByRole('option', { name: 'Templates' }).waitFor()
  const search = page.getByRole('combobox', { name: 'Go to, create, or search records' })
  expect(await search.inputValue()).toBe('templ')
  await page.keyboard.type('ates')
  expect(await search.inputValue()).toBe('templates')
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  await title.waitFor()
})

test('the palette acts on the open record and adds rows, and single keys go places', async () => {
  const page = await app.openAs(app.owner, paths.record(board.key, rowId), {}, (page) =>
    page.clock.install(),
  )
  let ahead = 0
  /** Presses a pair of keys in no time: the second counts for a second and a half only. */
  const go = async (second: string) => {
    ahead += 600_000
    await page.clock.pauseAt(Date.now() + ahead)
    await page.keyboard.press('g')
    await page.keyboard.press(second)
    await page.clock.resume()
  }
  await page.getByRole('heading', { name: 'Acme Bakery' }).waitFor()
  const search = page.getByRole('combobox', { name: 'Go to, create, or search records' })
  const type = async (text: string) => {
    await page.keyboard.press('Control+K')
    await search.waitFor()
    await page.keyboard.type(text)
  }
  const stage = async () =>
    (await app.owner.api('GET', `/v1/boards/${board.id}/rows/${rowId}`)).body.data.cells.stage
  await type('stage won')
  await page.getByRole('option', { name: 'Stage: Won' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(stage).toBe('Won')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stage).toBe('New')

  await page.goto(paths.recordPage(board.key, rowId))
  await page.getByRole('heading', { name: 'Acme Bakery' }).waitFor()
  await type('stage won')
  await page.getByRole('option', { name: 'Stage: Won' }).waitFor()
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })

  await type('text')
  await page.getByRole('option', { name: /Text Acme Bakery/ }).click()
  await page.getByRole('heading', { name: 'New message' }).waitFor()

  await page.goto(paths.home())
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await go('o')
  await page.getByRole('heading', { name: 'Obligations', level: 1 }).waitFor()
  await go('t')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  const made = { body: { name: 'Added later' } }
  const { key } = (await app.owner.api('POST', '/v1/definitions', made)).body.data
  const listed = page.locator('nav a[href^="/records/"]')
  await listed.filter({ hasText: 'Added later' }).waitFor()
  const places = await listed.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(places.indexOf(paths.records(board.key))).toBeLessThan(places.indexOf(paths.records(key)))
  await go(String(places.indexOf(paths.records(key)) + 1))
  await page.getByRole('heading', { name: 'Added later', level: 1 }).waitFor()

  const { name } = (await app.owner.api('GET', `/v1/boards/${board.id}`)).body.data
  await type(`new row ${name}`)
  await page.getByRole('option', { name: `New row in ${name}` }).click()
  await page.getByRole('grid').waitFor()
  await page.keyboard.type('Fresh Fish')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => {
      const { body } = await app.owner.api('GET', `/v1/boards/${board.id}/rows`)
      return body.data.map((row: { cells: { business?: string } }) => row.cells.business)
    })
    .toContain('Fresh Fish')
})
