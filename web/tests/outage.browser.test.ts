import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'
import { newBoard, shownIn } from './support/new-rows.ts'

/** How many queues of edits the browser keeps. */
const KEPT = `Object.keys(localStorage).filter((key) => key.startsWith('sourcebook-waiting')).length`

/**
 * A page that is left goes on trying until it is gone. If a try arrives just when the connection is back, nobody hears
 * its answer, and the same change from the next page is refused for its version, as the test of a reload shows.
 */
const LEAVING = { refusals: [409] }

/** Counts how often a part of the app could not be loaded. */
const MISSED = `window.missed = 0; addEventListener('vite:preloadError', () => window.missed++)`
/** Resolves once what has just happened is drawn. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))'

/** What lies below the line that says that the connection is away, at points all over it. */
const COVERED = `(() => {
  const line = [...document.querySelectorAll('[role=status] p')].find((one) => one.textContent.includes('offline'))
  const { left, top, width, height } = line.getBoundingClientRect()
  const below = new Set()
  for (let x = 2; x < width - 2; x += 8) for (let y = 2; y < height - 2; y += 4)
    for (const one of document.elementsFromPoint(left + x, top + y))
      if (!one.contains(line) && !line.contains(one)) below.add(one.tagName + ' ' + one.className)
  return [...below]
})()`

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('edits made while the connection is away are drawn, counted, and sent once in order when it is back', async () => {
  const board = await newBoard(app)
  const names = ['Acme', 'Bay', 'Cove'].map((name) => ({ cells: { name } }))
  await app.owner.api('POST', board.rows, { body: { rows: names } })
  const page = await app.open(paths.records(board.key))
  const { grid, select, press, type, cell } = gridOf(page)
  await grid.getByText('Cove').waitFor()
  const away = page.getByRole('status').filter({ hasText: 'You’re offline' })
  expect(await away.count()).toBe(0)

  await page.context().setOffline(true)
  await select(0, 0)
  await type('Acme Bakery')
  await press('Enter')
  await away.getByText('1 change is waiting to be sent').waitFor()
  await expect.poll(() => cell(0, 0).getAttribute('data-waiting')).toBe('true')
  await select(1, 0)
  await press('Control+Delete') // Bay
  await select(1, 1)
  await type('7')
  await press('Enter')
  await select(0, 2)
  await type('wrong@x.io')
  await press('Enter', 'Control+z')
  await page.getByRole('button', { name: 'Add a row' }).click()
  await type('Dune')
  await press('Tab')
  await type('40')
  await press('Enter')
  await type('Eve')
  await press('Tab', 'Control+z')
  const wanted = [
    ['Acme Bakery', '', ''],
    ['Cove', '7', ''],
    ['Dune', '40', ''],
  ]
  await expect.poll(() => shownIn(page)).toEqual(wanted)
  expect((await board.stored()).length).toBe(3)
  // What says so covers nothing.
  expect(await page.evaluate(COVERED)).toEqual([])

  await page.context().setOffline(false)
  await expect.poll(board.stored).toEqual(wanted)
  await away.waitFor({ state: 'detached' })
  await expect.poll(() => shownIn(page)).toEqual(wanted)
  expect(await grid.locator('[data-waiting], [data-draft]').count()).toBe(0)
})

test('a list stays when what prints it cannot be loaded', async () => {
  const board = await newBoard(app)
  await app.owner.api('POST', board.rows, { body: { rows: [{ cells: { name: 'Acme' } }] } })
  const page = await app.open(paths.home())
  await page.addInitScript(MISSED)
  await page.route('**/assets/printing-*', (request) => request.abort())
  await page.goto(paths.records(board.key))
  await expect.poll(() => page.evaluate('window.missed')).toBeGreaterThan(0)
  await page.evaluate(DRAWN)
  expect(await page.getByText('This page could not be shown').count()).toBe(0)
  await expect.poll(() => shownIn(page)).toEqual([['Acme', '', '']])
})

test('a list stays when what it is about is asked for again in vain', async () => {
  const board = await newBoard(app)
  await app.owner.api('POST', board.rows, { body: { cells: { name: 'Acme' } } })
  const page = await app.open(paths.records(board.key))
  const { cell, select, press, type } = gridOf(page)
  await cell(0, 0).getByText('Acme').waitFor()
  let asked = 0
  await page.route(`**/v1/definitions/${board.key}`, async (route) => {
    asked++
    await page.context().setOffline(true)
    await route.abort()
  })
  const column = { name: 'Due', type: 'date' }
  await app.owner.api('POST', `/v1/boards/${board.id}/columns`, { body: column })
  // The client tries four times.
  await expect.poll(() => asked).toBe(4)
  await page.evaluate(DRAWN)
  await select(0, 1)
  await type('7')
  await press('Tab')
  await page.getByText('1 change is waiting').waitFor()
  expect(await shownIn(page)).toEqual([['Acme', '7', '']])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
  await expect.poll(board.stored).toEqual([['Acme', '7', '']])
  await page.getByRole('columnheader', { name: 'Due' }).waitFor()
})

test('a list stays when its totals cannot be loaded', async () => {
  const board = await newBoard(app)
  const page = await app.open(paths.home())
  await page.addInitScript(MISSED)
  await page.route('**/assets/totals-*', (request) => request.abort())
  await page.goto(paths.records(board.key))
  await page.getByText('No rows yet').waitFor()
  const { press, type } = gridOf(page)
  // An empty list has no totals; they come with the first row.
  await page.getByRole('button', { name: 'Add a row' }).first().click()
  await type('Acme')
  await press('Tab')
  await page.getByText('1 row', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate('window.missed')).toBeGreaterThan(0)
  await page.evaluate(DRAWN)
  await type('7')
  await press('Tab')
  const written = [['Acme', '7', '']]
  await expect.poll(board.stored).toEqual(written)
  await expect.poll(() => shownIn(page)).toEqual(written)
})

test('a list stays when the editor of a cell cannot be loaded while the connection is away', async () => {
  const { id, key } = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Due', type: 'date' },
  ])
  const rows = `/v1/boards/${id}/rows`
  await app.owner.api('POST', rows, { body: { cells: { name: 'Acme' } } })
  const page = await app.open(paths.home())
  await page.addInitScript(MISSED)
  await page.route('**/assets/date-editor-*', (request) => request.abort())
  await page.goto(paths.records(key))
  const { cell, select, press, type } = gridOf(page)
  await cell(0, 0).getByText('Acme').waitFor()
  // Editors are loaded soon after the list, and this one in vain.
  await expect.poll(() => page.evaluate('window.missed')).toBe(1)
  await page.context().setOffline(true)
  await select(0, 0)
  await type('Acme Bakery')
  await press('Tab')
  await page.getByText('1 change is waiting').waitFor()
  await press('Enter')
  await expect.poll(() => page.evaluate('window.missed')).toBeGreaterThan(1)
  await page.evaluate(DRAWN)
  await press('Escape', 'ArrowLeft')
  await type('Acme Bread')
  await press('Enter')
  await page.getByText('2 changes are waiting').waitFor()
  await page.context().setOffline(false)
  const name = async () => (await app.owner.api('GET', rows)).body.data[0].cells.name
  await expect.poll(name).toBe('Acme Bread')
})

test('rows are selected for the first time while the connection is away', async () => {
  const board = await newBoard(app)
  await app.owner.api('POST', board.rows, { body: { rows: [{ cells: { name: 'Acme' } }] } })
  const page = await app.open(paths.records(board.key))
  const { cell } = gridOf(page)
  await cell(0, 0).getByText('Acme').waitFor()
  // What is likely to be opened is loaded once somebody begins to use the page.
  const loaded = page.waitForResponse('**/assets/bulk-bar-*')
  await cell(0, 0).hover()
  await (await loaded).finished()
  await page.context().setOffline(true)
  await page.locator('[data-row="0"] [role="rowheader"]').hover()
  await page.locator('[data-row="0"] [data-act="pick"]').click()
  await page.getByRole('toolbar', { name: 'Selected rows' }).waitFor()
  await expect.poll(() => shownIn(page)).toEqual([['Acme', '', '']])
})

test('edits that wait survive leaving the page, and are sent from any other one', async () => {
  const board = await newBoard(app)
  await app.owner.api('POST', board.rows, { body: { cells: { name: 'Acme' } } })
  const page = await app.open(paths.records(board.key), LEAVING)
  const { grid, select, press, type } = gridOf(page)
  await grid.getByText('Acme').waitFor()
  await page.context().setOffline(true)
  await select(0, 1)
  await type('7')
  await press('Enter')
  await page.getByText('1 change is waiting').waitFor()
  await page.getByRole('button', { name: 'Add a row' }).click()
  await type('Bay')
  await press('Tab')
  await page.getByText('2 changes are waiting').waitFor()
  await page.goto('about:blank')

  await page.context().setOffline(false)
  await page.goto(paths.home())
  const both = [
    ['Acme', '7', ''],
    ['Bay', '', ''],
  ]
  await expect.poll(board.stored).toEqual(both)
  await expect.poll(() => page.evaluate(KEPT)).toBe(0)
  await page.goto(paths.records(board.key))
  await expect.poll(() => shownIn(page)).toEqual(both)
})

test('a reload before the answer sends the change again, and its refusal as one from an older version is not shown', async () => {
  const board = await newBoard(app)
  await app.owner.api('POST', board.rows, { body: { cells: { name: 'Acme' } } })
  const page = await app.open(paths.home(), { refusals: [409] })
  // The service makes the change, and the page hears nothing of it.
  await page.route('**/v1/events/stream*', () => {})
  await page.route('**/rows/*', async (route) => {
    if (route.request().method() === 'PATCH') await route.fetch()
    else await route.fallback()
  })
  await page.goto(paths.records(board.key))
  const { grid, select, press, type } = gridOf(page)
  await grid.getByText('Acme').waitFor()
  await select(0, 1)
  await type('7')
  await press('Enter')
  const written = [['Acme', '7', '']]
  await expect.poll(board.stored).toEqual(written)

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const again = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.reload()
  expect((await again).status()).toBe(409)
  await expect.poll(() => page.evaluate(KEPT)).toBe(0)
  await expect.poll(() => shownIn(page)).toEqual(written)
  expect(await page.getByText('not saved').count()).toBe(0)
  expect(await grid.locator('[data-waiting], [data-draft]').count()).toBe(0)
})

test('a cell that somebody else changed meanwhile keeps theirs, and asks about what was typed', async () => {
  const board = await newBoard(app)
  const { body } = await app.owner.api('POST', board.rows, { body: { cells: { name: 'Acme' } } })
  const page = await app.open(paths.home(), { refusals: [400, 409] })
  // What asks is loaded before it is needed.
  const loaded = page.waitForResponse('**/assets/questions-*')
  await page.goto(paths.records(board.key))
  await (await loaded).finished()
  const { select, press, type, cell } = gridOf(page)
  await page.context().setOffline(true)
  await select(0, 0)
  await type('Mine')
  await press('Tab')
  await type('12 or so') // no number
  await press('Tab')
  await page.getByText('2 changes are waiting').waitFor()
  const row = `${board.rows}/${body.data.id}`
  await app.owner.api('PATCH', row, { body: { cells: { name: 'Theirs' } } })

  await page.context().setOffline(false)
  await expect.poll(() => cell(0, 1).getAttribute('aria-invalid')).toBe('true')
  const question = page.getByRole('group', { name: 'Someone else changed Name' })
  await question.getByText('Someone else changed it to “Theirs”. Yours is “Mine”.').waitFor()
  expect(await cell(0, 0).getAttribute('aria-description')).toBe('Someone else changed it too')
  expect(await board.stored()).toEqual([['Theirs', '', '']])
  // It is still there after a reload.
  await page.reload()
  await question.waitFor()
  await expect.poll(() => cell(0, 1).getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: 'Unsaved changes', exact: true }).waitFor()
  await select(0, 0)
  await press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Mine')
  await press('Enter')
  await expect.poll(board.stored).toEqual([['Mine', '', '']])
  await question.waitFor({ state: 'detached' })
  expect(await cell(0, 1).getAttribute('aria-invalid')).toBe('true')
})

test('a field of a record waits too, and its refusal is shown at the field', async () => {
  const board = await newBoard(app)
  const { body } = await app.owner.api('POST', board.rows, { body: { cells: { name: 'Acme' } } })
  const refusals = [400, ...LEAVING.refusals]
  const page = await app.open(paths.recordPage(board.key, body.data.id), { refusals })
  const details = page.getByRole('region', { name: 'Details' })
  const name = details.getByLabel('Name')
  await name.waitFor()
  await page.context().setOffline(true)
  await name.fill('Acme Bakery')
  await name.press('Enter')
  await details.getByLabel('Amount').fill('12 or so')
  await details.getByLabel('Amount').press('Enter')
  await page.getByText('2 changes are waiting').waitFor()
  await expect.poll(() => details.getByText('Not sent yet').count()).toBe(2)
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(paths.recordPage(board.key, body.data.id))
  await expect.poll(board.stored).toEqual([['Acme Bakery', '', '']])
  await expect.poll(() => name.inputValue()).toBe('Acme Bakery')
  const refused = details.getByRole('alert').filter({ hasText: 'You typed “12 or so”' })
  await refused.getByRole('button', { name: 'Discard' }).click()
  await refused.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(KEPT)).toBe(0)
})

test('moves of cards in a kanban and a calendar wait too, and survive leaving the page', async () => {
  const options = ['New', 'Won'].map((label) => ({ label }))
  const { id, key } = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Stage', type: 'select', settings: { options } },
    { name: 'Due', type: 'date' },
  ])
  const rows = `/v1/boards/${id}/rows`
  const made = { cells: { name: 'Acme', stage: 'New', due: '2026-11-10' } }
  await app.owner.api('POST', rows, { body: made })
  const stored = async () => (await app.owner.api('GET', rows)).body.data[0].cells
  const page = await app.open(
    `${paths.records(key)}?kind=calendar&group=due&month=2026-11`,
    LEAVING,
  )
  const acme = page.getByRole('button', { name: 'Acme', exact: true })
  const day = page.getByRole('cell', { name: /November 17, 2026/ })
  const won = page.getByRole('region', { name: 'Won, 1' })
  await acme.waitFor()
  await page.context().setOffline(true)
  await acme.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await day.locator('[data-waiting]').getByText('Acme').waitFor()
  await page.getByText('1 change is waiting to be sent').waitFor()
  expect((await stored()).due).toBe('2026-11-10')
  await page.context().setOffline(false)
  await expect.poll(async () => (await stored()).due).toBe('2026-11-17')
  await day.locator(':not([data-waiting])').getByText('Acme').waitFor()

  await page.goto(`${paths.records(key)}?kind=kanban&group=stage`)
  await acme.waitFor()
  await page.context().setOffline(true)
  await acme.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await won.locator('[data-waiting]').getByText('Acme').waitFor()
  // Undone and made again before it was sent.
  await page.keyboard.press('Control+z')
  await page.getByRole('region', { name: 'New, 1' }).getByText('Acme').waitFor()
  await page.keyboard.press('Control+y')
  await won.locator('[data-waiting]').getByText('Acme').waitFor()
  await page.getByText('changes are waiting to be sent').waitFor()
  expect((await stored()).stage).toBe('New')
  // So does a row that is added to a lane.
  await won.getByRole('button', { name: 'Add a row to Won' }).click()
  await won.getByRole('textbox').fill('Bay')
  await page.keyboard.press('Enter')
  await won.getByText('Not sent yet').waitFor()
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(paths.home())
  await expect.poll(async () => (await stored()).stage).toBe('Won')
  await expect
    .poll(async () => (await app.owner.api('GET', rows)).body.data[1]?.cells)
    .toMatchObject({ name: 'Bay', stage: 'Won' })
  await expect.poll(() => page.evaluate(KEPT)).toBe(0)
})

test('a row that is added on a phone waits, and a refused one says why and can be discarded', async () => {
  const board = await newBoard(app)
  await app.owner.api('POST', board.rows, { body: { cells: { name: 'Acme' } } })
  const phone = { width: 390, height: 844, refusals: [400] }
  const page = await app.open(paths.records(board.key), phone)
  const dialog = page.getByRole('dialog', { name: 'New row' })
  const waiting = page.getByRole('list', { name: 'New rows that are not saved yet' })
  const add = async (name: string, amount: string) => {
    await page.getByRole('button', { name: 'Add a row' }).tap()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Amount').fill(amount)
    await dialog.getByRole('button', { name: 'Add row' }).tap()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: /^Acme/ }).waitFor()
  // The form's own part is loaded when it is first opened.
  await page.getByRole('button', { name: 'Add a row' }).tap()
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
  await dialog.waitFor({ state: 'detached' })

  await page.context().setOffline(true)
  await add('Bay', '7')
  await add('Cove', '12 or so')
  await waiting.getByText('Bay').waitFor()
  await waiting.getByText('Not sent yet').nth(1).waitFor()
  await page.getByText('2 changes are waiting to be sent').waitFor()
  expect(await page.evaluate(COVERED)).toEqual([])

  await page.context().setOffline(false)
  await expect.poll(board.stored).toEqual([
    ['Acme', '', ''],
    ['Bay', '7', ''],
  ])
  await page.getByRole('button', { name: /^Bay/ }).waitFor()
  await waiting.getByRole('alert').waitFor()
  expect(await waiting.getByRole('listitem').count()).toBe(1)
  await waiting.getByRole('button', { name: 'Discard' }).tap()
  await waiting.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(KEPT)).toBe(0)
})

test('a file that is chosen while the connection is away waits in the page, and says so', async () => {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Contract', type: 'file' },
  ])
  const rows = `/v1/boards/${board.id}/rows`
  const { body } = await app.owner.api('POST', rows, { body: { cells: { name: 'Acme' } } })
  const page = await app.open(paths.recordPage(board.key, body.data.id))
  const details = page.getByRole('region', { name: 'Details' })
  const files = details.getByRole('group', { name: 'Files' })
  const contract = details.getByRole('group', { name: 'Contract' })
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  await files.getByRole('button', { name: 'Add file' }).waitFor()
  await page.context().setOffline(true)
  await files.locator('input[type=file]').setInputFiles([file('bank.txt')])
  await files.getByText('Uploading needs the connection: bank.txt waits here').waitFor()
  await contract.locator('input[type=file]').setInputFiles([file('signed.txt')])
  await contract.getByText('Uploading needs the connection: signed.txt waits here').waitFor()

  await page.context().setOffline(false)
  await files.getByRole('link', { name: 'bank.txt' }).waitFor()
  await contract.getByRole('link', { name: 'signed.txt' }).waitFor()
  expect(await details.getByText('Uploading needs').count()).toBe(0)
})

test('two tabs send what waits once: another takes it over only when the first is closed', async () => {
  const board = await newBoard(app)
  const first = await app.open(paths.records(board.key))
  const second = await first.context().newPage()
  await second.goto(paths.records(board.key))
  for (const page of [first, second]) await page.getByText('No rows yet').waitFor()
  // Nothing is written until this is lifted, so that one tab can be closed before.
  await first
    .context()
    .route('**/v1/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort(),
    )
  const creations: string[] = []
  first.context().on('request', (request) => {
    if (request.method() === 'POST') creations.push(request.headers()['idempotency-key'] ?? '')
  })
  const { press, type } = gridOf(first)
  await first.getByRole('button', { name: 'Add a row' }).first().click()
  await type('Acme')
  await press('Enter')
  await expect.poll(() => creations.length).toBeGreaterThan(0)
  await expect.poll(() => second.evaluate(KEPT)).toBe(1)
  expect(await second.getByText('No rows yet').count()).toBe(1)
  await first.close()
  await expect.poll(() => shownIn(second)).toEqual([['Acme', '', '']])
  await second.context().unrouteAll()
  await expect.poll(board.stored).toEqual([['Acme', '', '']])
  await expect.poll(() => second.evaluate(KEPT)).toBe(0)
  expect(new Set(creations).size).toBe(1)
})

test('signing out while edits wait asks first, and then forgets them', async () => {
  const board = await newBoard(app)
  await app.owner.api('POST', board.rows, { body: { cells: { name: 'Acme' } } })
  // What the page asks for as it is left is asked by nobody any more.
  const page = await app.open(paths.records(board.key), { refusals: [401] })
  const { grid, select, press, type } = gridOf(page)
  await grid.getByText('Acme').waitFor()
  await page.route('**/rows/*', (route) => route.abort())
  await select(0, 0)
  await type('Acme Bakery')
  await press('Enter')
  await expect.poll(() => page.evaluate(KEPT)).toBe(1)
  const signOut = async () => {
    await page.getByRole('button', { name: /account and workspaces/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await signOut()
  const asked = page.getByRole('dialog', { name: 'Sign out and lose changes?' })
  await asked.getByText('1 change has not been saved yet').waitFor()
  await asked.getByRole('button', { name: 'Stay signed in' }).click()
  await asked.waitFor({ state: 'detached' })
  await signOut()
  await asked.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.evaluate(KEPT)).toBe(0)
  expect(await board.stored()).toEqual([['Acme', '', '']])
})

test('importing during an outage says so, shows the preview once the service is back, and starts once', async () => {
  const board = await app.board([{ name: 'Name', type: 'text' }])
  const page = await app.open(paths.newImport(board.key))
  const choose = page.getByLabel('Drop a CSV or XLSX file here, or choose one')
  await choose.waitFor({ state: 'attached' })
  await page.route('**/v1/**', (route) => route.abort())
  const buffer = Buffer.from('Name\nAcme Bakery\n')
  await choose.setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer })
  const away = page.getByRole('status').getByText('You’re offline')
  await away.waitFor()
  await page.getByText('The service did not answer. Try again in a moment.').waitFor()

  await page.unrouteAll()
  await away.waitFor({ state: 'detached' })
  const start = page.getByRole('button', { name: 'Import 1 row' })
  await start.waitFor()

  // The import starts, and nobody hears of it.
  const runs = async () =>
    (await app.owner.api('GET', `/v1/definitions/${board.key}/imports`)).body.data.length
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'POST' && (await runs()) === 0) await route.fetch()
    await route.abort()
  })
  await start.click()
  await page.getByText('This waits here and is sent when the connection is back').waitFor()
  await expect.poll(runs).toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('heading', { level: 1, name: 'Import: leads.csv' }).waitFor()
  expect(await runs()).toBe(1)
})
