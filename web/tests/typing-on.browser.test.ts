// Somebody types on, whatever the service answers meanwhile: no key is lost, and nothing is decided for them.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewColumn } from '../../server/tests/support/desks/fixtures.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { copied, gridOf } from './support/grid.ts'
import { holdWrites } from './support/held.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

async function makeBoard(...more: NewColumn[]) {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Margin', type: 'number' },
    ...more,
  ])
  const path = `/v1/boards/${board.id}/rows`
  const rows = ['Acme', 'Bay', 'Cove', 'Dune'].map((name) => ({ cells: { name } }))
  const { body } = await app.owner.api('POST', path, { body: { rows } })
  const ids = body.data.map(({ id }: { id: string }) => id) as string[]
  const stored = async (key: string): Promise<unknown[]> =>
    (await app.owner.api('GET', path)).body.data.map(
      ({ cells }: { cells: Record<string, unknown> }) => cells[key] ?? null,
    )
  /** Somebody else changes a row. */
  const change = async (row: number, cells: object) => {
    const { status } = await app.owner.api('PATCH', `${path}/${ids[row]}`, { body: { cells } })
    expect(status).toBe(200)
  }
  return {
    ...board,
    path,
    ids,
    stored,
    change,
    names: () => stored('name'),
    rename: (row: number, name: string) => change(row, { name }),
  }
}

const questionIn = (page: Page) => page.getByRole('group', { name: 'Someone else changed Name' })

test.each([
  ['before Enter is pressed', 30],
  ['before Enter is pressed', 90],
  ['while the change is on its way', 30],
  ['while the change is on its way', 90],
] as const)(
  'if somebody else changes the cell %s, typing on at %i ms a key loses nothing',
  async (when, keyMs) => {
    const board = await makeBoard()
    const page = await app.open(paths.records(board.key), { refusals: [409] })
    const { grid, select, cell, press } = gridOf(page)
    await holdWrites(page, 300)
    const type = (text: string) => page.keyboard.type(text, { delay: keyMs })
    const enter = async () => {
      await press('Enter')
      await pause(keyMs)
    }
    await select(0, 0)
    await press('F2')
    await type(' OM1')
    if (when === 'before Enter is pressed') {
      await board.rename(0, 'Theirs')
      await expect.poll(() => cell(0, 0).textContent()).toBe('Theirs')
      await enter()
    } else {
      const sent = page.waitForRequest((request) => request.method() === 'PATCH')
      await enter()
      await Promise.all([sent, board.rename(0, 'Theirs')])
    }
    await type('Second')
    await enter()
    await type('Third')
    await enter()

    await expect.poll(board.names).toEqual(['Theirs', 'Second', 'Third', 'Dune'])
    await expect.poll(() => questionIn(page).textContent()).toMatch(/“Theirs”.*“Acme OM1”/)
    // The keys are still the grid's, where the typing had got to.
    expect(await grid.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true,
    )
    await type('Fourth')
    await enter()
    await expect.poll(board.names).toEqual(['Theirs', 'Second', 'Third', 'Fourth'])
    await questionIn(page).getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(board.names).toEqual(['Acme OM1', 'Second', 'Third', 'Fourth'])
    await questionIn(page).waitFor({ state: 'detached' })
  },
)

test.each([30, 90])(
  'after a paste that is wider than the grid, typing on at %i ms a key loses nothing',
  async (keyMs) => {
    const board = await makeBoard()
    const page = await app.open(paths.records(board.key))
    const { grid, select, press } = gridOf(page)
    await holdWrites(page, 300)
    const cells = async () =>
      (await app.owner.api('GET', board.path)).body.data.map(
        ({ cells }: { cells: Record<string, unknown> }) =>
          Object.values(cells)
            .filter((one) => one !== null)
            .map(String),
      )
    await copied(page, [
      ['Pasted', '7', 'Beyond', 'Far'],
      ['Pasted too', '8', '', 'Farther'],
    ])
    // The code that pastes is late, and somebody has gone on by then.
    await page.route('**/assets/paste-actions-*', async (route) => {
      await pause(150)
      await route.continue()
    })
    await select(0, 0)
    await press('Control+v')
    for (const key of ['ArrowDown', 'ArrowDown']) await press(key)
    await page.keyboard.type('Third', { delay: keyMs })
    await press('Enter')
    await pause(keyMs)
    await page.keyboard.type('Fourth', { delay: keyMs })
    await press('Enter')
    const stored = [['Pasted', '7'], ['Pasted too', '8'], ['Third'], ['Fourth']]
    await expect.poll(cells).toEqual(stored)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await grid.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true,
    )

    await page.getByRole('button', { name: 'Add 2 text columns' }).click()
    await expect
      .poll(cells)
      .toEqual([
        ['Pasted', '7', 'Beyond', 'Far'],
        ['Pasted too', '8', 'Farther'],
        ['Third'],
        ['Fourth'],
      ])
    await page.getByRole('columnheader', { name: 'Column 4' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add 2 text columns' }).count()).toBe(0)
    await press('Control+z')
    await expect.poll(cells).toEqual(stored)
  },
)

test.each([30, 90])(
  'if the session ends, what is typed on at %i ms a key is kept, and is not sent as the password',
  async (keyMs) => {
    const board = await makeBoard()
    const page = await app.openAs(
      app.owner,
      paths.records(board.key),
      { refusals: [401] },
      (page) => page.clock.install(),
    )
    const { cell, select, press } = gridOf(page)
    await cell(0, 0).getByText('Acme').waitFor()
    await holdWrites(page, 300)
    let tried = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/auth/signin')) tried++
    })
    await select(0, 0)
    // However slow the machine is, it is no pause in the typing.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.request.post('/v1/auth/signout', { headers: { 'x-sourcebook-session': 'cookie' } })
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    for (const text of ['First', 'Second', 'Third']) {
      await page.keyboard.type(text, { delay: keyMs })
      await press('Enter')
      await pause(keyMs)
    }
    // Until it is there, and for a moment longer, somebody goes on.
    let last = 'x'
    await press('x')
    while (!(await dialog.isVisible())) {
      await page.keyboard.type('x', { delay: keyMs })
      last += 'x'
    }
    await page.keyboard.type('more', { delay: keyMs })
    await press('Enter')
    const password = dialog.getByLabel(/^Password/)
    expect(await password.inputValue()).toBe('')
    expect(tried).toBe(0)
    await page.clock.resume()
    await expect
      .poll(() => password.evaluate((field) => field === field.ownerDocument.activeElement))
      .toBe(true)
    await page.keyboard.type(app.owner.password)
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(board.names).toEqual(['First', 'Second', 'Third', `${last}more`])
  },
)

test.each([
  ['1.2.3', 30],
  ['1.2.3', 90],
  // Even what can be no number stops nobody.
  ['seven', 30],
  ['seven', 90],
] as const)(
  'if %s is refused, typing on at %i ms a key loses nothing of it and of the next ones',
  async (typed, keyMs) => {
    const board = await makeBoard()
    const page = await app.open(paths.records(board.key), { refusals: [400] })
    const { cell, select, press } = gridOf(page)
    await holdWrites(page, 300)
    const enter = async (text: string) => {
      await page.keyboard.type(text, { delay: keyMs })
      await press('Enter')
      await pause(keyMs)
    }
    await select(0, 1)
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await enter(typed)
    // The answer comes between two cells.
    await answered
    await page.getByText('That didn’t work').waitFor()
    await enter('42')
    await enter('43')
    await expect.poll(() => board.stored('margin')).toEqual([null, 42, 43, null])
    expect(await cell(0, 1).getAttribute('data-refused')).not.toBe(null)
    await press('F8', 'F2')
    await expect.poll(() => page.getByRole('textbox', { name: 'Margin' }).inputValue()).toBe(typed)
    await press('Control+a')
    await page.keyboard.type('1.2')
    await press('Enter')
    await expect.poll(() => board.stored('margin')).toEqual([1.2, 42, 43, null])
  },
)

test('what can be no value is kept at its cell when somebody clicks elsewhere', async () => {
  const board = await makeBoard()
  const page = await app.open(paths.records(board.key), { refusals: [400] })
  const { cell, select, press, type } = gridOf(page)
  for (const row of [0, 1]) {
    await select(row, 1)
    await type('seven')
    await select(row + 1, 0)
  }
  await expect.poll(() => page.getByRole('grid').locator('[data-refused]').count()).toBe(2)
  // Opened and left as it is, it stays refused, and is not sent again.
  await cell(0, 1).dblclick()
  const field = page.getByRole('textbox', { name: 'Margin' })
  await expect.poll(() => field.inputValue()).toBe('seven')
  await select(3, 0)
  await field.waitFor({ state: 'detached' })
  expect(await cell(0, 1).getAttribute('data-refused')).not.toBe(null)
  await cell(1, 1).dblclick()
  await press('Control+a')
  await type('7')
  await press('Enter')
  await expect.poll(() => board.stored('margin')).toEqual([null, 7, null, null])
  await expect.poll(() => cell(1, 1).getAttribute('data-refused')).toBe(null)
})

test('what is typed into a record that is closed before it is refused is kept at its cell', async () => {
  const board = await makeBoard()
  const page = await app.open(paths.record(board.key, board.ids[0]!), { refusals: [400] })
  const { cell, press } = gridOf(page)
  const record = page.getByRole('complementary', { name: 'Record' })
  await record.getByRole('textbox', { name: 'Margin' }).fill('1.2.3')
  await holdWrites(page, 300)
  await record.getByRole('button', { name: 'Close record' }).click()
  await record.waitFor({ state: 'detached' })
  await expect.poll(() => cell(0, 1).getAttribute('data-refused')).not.toBe(null)
  await cell(0, 1).click()
  await press('F2')
  await expect.poll(() => page.getByRole('textbox', { name: 'Margin' }).inputValue()).toBe('1.2.3')
})

test.each([30, 90])(
  'in a record, typing on at %i ms a key past a cell that somebody else changed loses nothing',
  async (keyMs) => {
    const board = await makeBoard()
    const page = await app.open(paths.record(board.key, board.ids[0]!), { refusals: [409] })
    const record = page.getByRole('complementary', { name: 'Record' })
    const margin = record.getByRole('textbox', { name: 'Margin' })
    await holdWrites(page, 300)
    const type = (text: string) => page.keyboard.type(text, { delay: keyMs })
    await record.getByRole('textbox', { name: 'Name' }).click()
    await page.keyboard.press('End')
    await type(' OM1')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.keyboard.press('Tab')
    await Promise.all([sent, board.rename(0, 'Theirs')])
    await type('12345678901')
    const question = record.getByRole('group', { name: 'Someone else changed Name' })
    await expect.poll(() => question.textContent()).toMatch(/“Theirs”.*“Acme OM1”/)
    await type('234')
    expect(await margin.inputValue()).toBe('12345678901234')
    await page.keyboard.press('Enter')
    await expect.poll(() => board.stored('margin')).toEqual([12345678901234, null, null, null])
    expect(await board.names()).toEqual(['Theirs', 'Bay', 'Cove', 'Dune'])
    await question.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(board.names).toEqual(['Acme OM1', 'Bay', 'Cove', 'Dune'])
    await question.waitFor({ state: 'detached' })
  },
)

test.each([30, 90])(
  'on a phone, typing on at %i ms a key in a new row while a cell of another is asked about loses nothing',
  async (keyMs) => {
    const board = await makeBoard()
    const page = await app.open(paths.records(board.key), {
      width: 390,
      height: 844,
      refusals: [409],
    })
    await holdWrites(page, 600)
    const record = page.getByRole('dialog', { name: 'Record' })
    await page.getByRole('button', { name: /^Acme/ }).tap()
    await record.getByRole('textbox', { name: 'Name' }).fill('Acme OM1')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await record.getByRole('button', { name: 'Close record' }).tap()
    await Promise.all([sent, board.rename(0, 'Theirs')])
    await page.getByRole('button', { name: 'Add a row' }).tap()
    const name = page.getByRole('dialog', { name: 'New row' }).getByLabel('Name')
    await name.tap()
    await page.keyboard.type('Elm', { delay: keyMs })
    await answered
    await page.keyboard.type(' Street', { delay: keyMs })
    expect(await name.inputValue()).toBe('Elm Street')
    await page.keyboard.press('Enter')
    await expect.poll(board.names).toEqual(['Theirs', 'Bay', 'Cove', 'Dune', 'Elm Street'])
    await record.getByRole('button', { name: 'Close record' }).tap()
    await questionIn(page).getByRole('button', { name: 'Keep mine' }).tap()
    await expect.poll(async () => (await board.names())[0]).toBe('Acme OM1')
  },
)

test.each([30, 90])(
  'beside moved cards that are asked about, rows typed on at %i ms a key are all added',
  async (keyMs) => {
    const options = ['New', 'Won', 'Lost'].map((label) => ({ label }))
    const board = await makeBoard({ name: 'Stage', type: 'select', settings: { options } })
    const page = await app.open(`${paths.records(board.key)}?kind=kanban&group=stage`, {
      refusals: [409],
    })
    const acme = page.getByRole('button', { name: 'Acme', exact: true })
    await acme.focus()
    await holdWrites(page, 300)
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.keyboard.press('Alt+ArrowLeft')
    await Promise.all([sent, board.change(0, { stage: 'Won' })])
    await page.getByRole('button', { name: 'Add a row to New' }).click()
    for (const name of ['Elm', 'Fir', 'Gum']) {
      await page.keyboard.type(name, { delay: keyMs })
      await page.keyboard.press('Enter')
      await pause(keyMs)
    }
    await expect.poll(board.names).toEqual(['Acme', 'Bay', 'Cove', 'Dune', 'Elm', 'Fir', 'Gum'])
    const stages = ['Won', null, null, null, 'New', 'New', 'New']
    expect(await board.stored('stage')).toEqual(stages)
    const question = page.getByRole('group', { name: 'Someone else changed Stage' })
    await question.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(() => board.stored('stage')).toEqual(['Lost', ...stages.slice(1)])
  },
)

test('an answer takes the focus from no cell', async () => {
  const board = await makeBoard()
  const page = await app.open(paths.record(board.key, board.ids[0]!))
  const { select, press } = gridOf(page)
  const comment = page.getByRole('form', { name: 'Write a comment' }).getByRole('textbox')
  await comment.fill('Called.')
  const answered = Promise.withResolvers<void>()
  await page.route('**/comments', async (route) => {
    await answered.promise
    await route.continue()
  })
  await comment.press('Control+Enter')
  await select(1, 0)
  answered.resolve()
  await page.getByRole('listitem').filter({ hasText: 'Called.' }).waitFor()
  await expect.poll(() => comment.inputValue()).toBe('')
  await page.keyboard.type('Bayside')
  await press('Enter')
  await expect.poll(board.names).toEqual(['Acme', 'Bayside', 'Cove', 'Dune'])
})

test('an answer takes the focus from no field', async () => {
  const board = await makeBoard()
  const page = await app.open(paths.recordPage(board.key, board.ids[0]!))
  const record = page.getByRole('region', { name: 'Details' })
  const comment = page.getByRole('form', { name: 'Write a comment' }).getByRole('textbox')
  await comment.fill('Called.')
  const answered = Promise.withResolvers<void>()
  await page.route('**/comments', async (route) => {
    await answered.promise
    await route.continue()
  })
  await comment.press('Control+Enter')
  const name = record.getByRole('textbox', { name: 'Name' })
  await name.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Bak')
  answered.resolve()
  await page.getByRole('listitem').filter({ hasText: 'Called.' }).waitFor()
  await expect.poll(() => comment.inputValue()).toBe('')
  await page.keyboard.type('ery')
  expect(await name.inputValue()).toBe('Acme Bakery')
})
