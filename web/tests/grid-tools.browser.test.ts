import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { violations } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** A board with three rows. */
async function makeRows() {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Amount', type: 'number' },
  ])
  const rows = [1, 2, 3].map((n) => ({ cells: { name: `Row ${n}`, amount: n * 10 } }))
  const made = await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: { rows } })
  return { ...board, ids: made.body.data.map(({ id }: { id: string }) => id) as string[] }
}

const focused = (page: Page) => page.evaluate('document.activeElement.ariaLabel') as Promise<string>

test('in the Sort panel typing finds another column, and Escape closes its list first', async () => {
  const page = await app.open(paths.records((await makeRows()).key))
  const { cell } = gridOf(page)
  const sort = page.getByRole('button', { name: 'Sort', exact: true })
  await sort.click()
  await page.getByRole('button', { name: 'Add sort' }).click()
  const by = page.getByRole('combobox', { name: 'Sort by' })
  await by.click()
  await page.keyboard.press('Escape')
  await expect.poll(() => by.getAttribute('aria-expanded')).toBe('false')
  expect(await by.isVisible()).toBe(true)

  await by.click()
  await page.keyboard.type('nothing')
  await page.getByText('No match').waitFor()
  await page.keyboard.press('Escape')
  await by.press('Tab')
  await by.click()
  await page.keyboard.type('amo')
  await page.getByRole('option', { name: 'Amount' }).click()
  await expect.poll(() => focused(page)).toBe('Sort by')
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect.poll(() => cell(0, 0).textContent()).toBe('Row 3')

  await page.getByRole('button', { name: 'Don’t sort by Amount' }).click()
  await expect.poll(() => cell(0, 0).textContent()).toBe('Row 1')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => sort.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true)
})

test('columns are added one after the other, and options of a select by typing and pasting', async () => {
  const { key } = await makeRows()
  const page = await app.open(paths.records(key))
  const add = page.getByRole('button', { name: 'Add column' }).first()
  const panel = page.getByRole('dialog', { name: 'Add column' })
  const name = panel.getByRole('textbox', { name: 'Name' })
  const added = async (column: string) => {
    await page.getByRole('columnheader', { name: column }).waitFor()
    await expect.poll(() => name.inputValue()).toBe('')
  }
  await add.click()
  await name.waitFor()
  await page.keyboard.type('City')
  await page.keyboard.press('Enter')
  await added('City')
  // The next one is typed straight on.
  await page.keyboard.type('Stage')
  await panel.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: /^Select/ }).click()
  await panel.getByRole('button', { name: 'Add option' }).click()
  await page.keyboard.type('New')
  await page.keyboard.press('Enter')
  await panel.getByRole('textbox', { name: 'Label of option 2' }).waitFor()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Contacted\\nWon\\n')
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
    document.activeElement.dispatchEvent(paste)
  }`)
  await panel.getByRole('textbox', { name: 'Label of option 3' }).press('Enter')
  await panel.getByRole('textbox', { name: 'Label of option 4' }).waitFor()
  await panel.getByRole('button', { name: 'Add column' }).click()
  await added('Stage')
  const { body } = await app.owner.api('GET', `/v1/definitions/${key}/columns/stage`)
  expect(body.data.settings.options.map(({ label }: { label: string }) => label)).toEqual([
    'New',
    'Contacted',
    'Won',
  ])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('Add column')

  // A link needs more than a name, so it goes on in the dialog, with what was typed.
  await add.click()
  await name.fill('Deal')
  await panel.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: /^Link/ }).click()
  await panel.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add column' })
  await dialog.getByRole('combobox', { name: 'Links to' }).waitFor()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Deal')
})

test('what is done to selected rows is one act, and rows that refuse it stay selected', async () => {
  const { key, id } = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }, { label: 'Won' }] } },
    { name: 'Amount', type: 'number' },
    { name: 'Owner', type: 'person' },
  ])
  const rows = [1, 2, 3].map((n) => ({ cells: { name: `Row ${n}`, stage: 'New' } }))
  await app.owner.api('POST', `/v1/boards/${id}/rows`, { body: { rows } })
  const page = await app.open(paths.records(key), { refusals: [400] })
  const { cell, press } = gridOf(page)
  const stages = () => Promise.all([0, 1, 2].map((row) => cell(row, 1).textContent()))
  const writes: string[] = []
  page.on('request', (request) => {
    if (['PATCH', 'POST'].includes(request.method())) writes.push(request.url())
  })
  await page.getByRole('button', { name: 'Select all rows' }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByText('3 selected').waitFor()

  const panel = page.getByRole('dialog', { name: 'Set field' })
  const set = async (column: string) => {
    await bar.getByRole('button', { name: 'Set field' }).click()
    await panel.getByRole('combobox', { name: 'Column' }).click()
    await page.getByRole('option', { name: column }).click()
  }
  await set('Stage')
  await panel.getByRole('combobox', { name: 'New value' }).click()
  await page.getByRole('option', { name: 'Won' }).click()
  await panel.getByRole('button', { name: 'Set', exact: true }).click()
  await expect.poll(stages).toEqual(['Won', 'Won', 'Won'])
  await page.getByText('Stage set in 3 rows.').waitFor()
  expect(writes).toHaveLength(1)

  await bar.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('menuitem', { name: '(me)' }).click()
  await expect.poll(() => cell(2, 3).textContent()).not.toBe('')
  await page.getByRole('grid').focus()
  await press('Control+z')
  await expect.poll(() => cell(2, 3).textContent()).toBe('')
  await press('Control+z')
  await expect.poll(stages).toEqual(['New', 'New', 'New'])

  await set('Amount')
  await panel.getByRole('textbox', { name: 'New value' }).fill('lots')
  await panel.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText('0 rows changed, 3 refused').waitFor()
  await bar.getByText('3 selected').waitFor()

  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  expect((await download).suggestedFilename()).toContain('.csv')

  await bar.getByRole('button', { name: 'Duplicate' }).click()
  await expect.poll(() => cell(5, 0).textContent()).toBe('Row 3')
  await bar.waitFor({ state: 'hidden' })
})

test('a template goes to the people of the selected rows, and who cannot get it is told', async () => {
  const { key, id } = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Phone', type: 'phone' },
  ])
  const rows = [
    { name: 'Ann', phone: '+12015550141' },
    { name: 'Bea', phone: '+12015550142' },
    { name: 'Cyd' },
    { phone: '+12015550144' },
  ]
  const body = { rows: rows.map((cells) => ({ cells })) }
  await app.owner.api('POST', `/v1/boards/${id}/rows`, { body })
  const template = { name: 'Hi', medium: 'text', definition_key: key, content: 'Hi {{name}}' }
  await app.owner.api('POST', '/v1/comms/templates', { body: template })
  const page = await app.open(paths.records(key))
  await page.getByRole('button', { name: 'Select all rows' }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Text 3 records' })
  await dialog.getByText('1 record has no phone number').waitFor()
  await dialog.getByText('Use a template').click()
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Hi' }).click()
  await dialog.getByText('Hi Ann').waitFor()
  await dialog.getByRole('button', { name: 'Send 3 texts' }).click()
  await dialog.getByText('2 texts kept here and not sent, 1 refused').waitFor()
  await dialog.getByText('The record has no value for name.').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await bar.getByText('1 selected').waitFor()
  const { data } = (await app.owner.api('GET', '/v1/comms/conversations')).body
  expect(data.map(({ address }: { address: string }) => address).sort()).toEqual([
    '+12015550141',
    '+12015550142',
  ])
})

test('people write to the selected rows with columns to merge, and see what one of them gets', async () => {
  const { key, id } = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Mail', type: 'email' },
    { name: 'Phone', type: 'phone' },
  ])
  const rows = [
    { name: 'Ann', mail: 'ann@words.example', phone: '+12015550151' },
    { name: 'Bea', mail: 'bea@words.example', phone: '+12015550152' },
  ]
  const body = { rows: rows.map((cells) => ({ cells })) }
  await app.owner.api('POST', `/v1/boards/${id}/rows`, { body })
  const page = await app.open(paths.records(key), { refusals: [400] })
  await gridOf(page).cell(1, 0).waitFor()
  await page.getByRole('button', { name: 'Select all rows' }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  const merge = async (part: Locator, column: string) => {
    await part.getByRole('button', { name: 'Insert field' }).click()
    await page.getByRole('menuitem', { name: column }).click()
  }

  await bar.getByRole('button', { name: 'Text' }).click()
  const texting = page.getByRole('dialog', { name: 'Text 2 records' })
  await texting.getByText('No channel for texts is connected').waitFor()
  const send = texting.getByRole('button', { name: 'Send 2 texts' })
  await expect.poll(() => send.isDisabled()).toBe(true)
  await texting.getByRole('textbox', { name: 'Message' }).fill('Hi it is today')
  await page.keyboard.press('Home')
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight')
  await merge(texting, 'Name')
  await page.keyboard.type(', ')
  await texting.getByText('Hi Ann, it is today', { exact: true }).waitFor()
  await texting.getByRole('combobox', { name: 'Preview for' }).click()
  await page.getByRole('option', { name: 'Bea' }).click()
  await texting.getByText('Hi Bea, it is today', { exact: true }).waitFor()
  await texting.getByText('Sends 8 am–8 pm recipient time').waitFor()
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  await send.click()
  await page.getByText('2 texts kept here and not sent').waitFor()
  await texting.waitFor({ state: 'detached' })

  await bar.getByRole('button', { name: 'Email' }).click()
  const mailing = page.getByRole('dialog', { name: 'Email 2 records' })
  await mailing.getByLabel('Subject').fill('For ')
  await merge(mailing, 'Name')
  await mailing.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.type('Dear {{nobody}}')
  await mailing.getByRole('alert').filter({ hasText: 'no such column' }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Dear ')
  await merge(mailing, 'Name')
  await mailing.getByText('For Ann', { exact: true }).waitFor()
  await mailing.getByRole('button', { name: 'Send 2 emails' }).click()
  await page.getByText('2 emails kept here and not sent').waitFor()
  const { data } = (await app.owner.api('GET', '/v1/comms/conversations?search=words.example')).body
  expect(data.map(({ subject }: { subject: string }) => subject).sort()).toEqual([
    'For Ann',
    'For Bea',
  ])
})

test('a double click on the edge of a column fits it to its content', async () => {
  const { key, id } = await makeRows()
  const name = 'A business whose name is a good deal longer than its column'
  await app.owner.api('POST', `/v1/boards/${id}/rows`, { body: { rows: [{ cells: { name } }] } })
  const page = await app.open(paths.records(key))
  const { cell } = gridOf(page)
  const cut = () => cell(3, 0).evaluate((each) => each.scrollWidth - each.clientWidth)
  await expect.poll(cut).toBeGreaterThan(0)
  const heading = await page.getByRole('columnheader', { name: 'Name' }).boundingBox()
  await page.mouse.dblclick(heading!.x + heading!.width, heading!.y + 10)
  await expect.poll(cut).toBe(0)
  // And no wider than its content needs.
  expect((await cell(3, 0).boundingBox())!.width).toBeLessThan(600)
})

test('a column shows the converted cells after its type changes', async () => {
  const { key, id } = await app.board([{ name: 'Price', type: 'text' }])
  const row = { cells: { price: '$1,200' } }
  await app.owner.api('POST', `/v1/boards/${id}/rows`, { body: { rows: [row] } })
  const page = await app.open(paths.records(key))
  const { cell } = gridOf(page)
  await page.getByRole('button', { name: 'Menu for Price' }).click()
  await page.getByRole('menuitem', { name: 'Change type…' }).click()
  await page.getByRole('combobox', { name: 'New type' }).click()
  await page.getByRole('option', { name: /^Number/ }).click()
  await page.getByRole('button', { name: 'Change type' }).click()
  await expect.poll(() => cell(0, 0).textContent()).toBe('1,200')
})

test('the Columns panel keeps the focus when its button is disabled', async () => {
  const page = await app.open(paths.records((await makeRows()).key))
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Name' }).uncheck()
  const showAll = page.getByRole('button', { name: 'Show all' })
  await showAll.click()
  await expect.poll(() => showAll.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await showAll.waitFor({ state: 'hidden' })
})

test('after deleting an open record the focus is in the grid, and its link says that it is gone', async () => {
  const { key, ids } = await makeRows()
  const page = await app.open(paths.record(key, ids[1]!), { refusals: [404] })
  await page.getByRole('button', { name: 'Record actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.getByText('Record moved to the trash.').waitFor()
  await expect.poll(() => focused(page)).toContain('rows')
  await page.goto(paths.record(key, ids[1]!))
  await page.getByText('It was deleted, or you don’t have access to it.').waitFor()
})

test('after restoring a row the focus is on the next one in the trash', async () => {
  const { key, id, ids } = await makeRows()
  for (const rowId of ids) await app.owner.api('DELETE', `/v1/boards/${id}/rows/${rowId}`)
  const page = await app.open(paths.trash(key))
  const restore = page.getByRole('button', { name: 'Restore', exact: true })
  await restore.nth(0).click()
  await expect.poll(() => restore.count()).toBe(2)
  const isFocused = () =>
    restore.nth(0).evaluate((element) => element === element.ownerDocument.activeElement)
  await expect.poll(isFocused).toBe(true)
})

test('rows in the trash are found by their text, and an admin deletes them for good', async () => {
  const { key, id, ids } = await makeRows()
  for (const rowId of ids) await app.owner.api('DELETE', `/v1/boards/${id}/rows/${rowId}`)
  const page = await app.open(paths.trash(key))
  const rows = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await expect.poll(() => rows.count()).toBe(ids.length)
  await page.getByRole('searchbox', { name: 'Search these rows' }).fill('Row 2')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.check()
  await page.getByRole('button', { name: 'Delete for good…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 row' }).click()
  await page.getByText('No match').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.poll(() => rows.count()).toBe(ids.length - 1)
})

test('a refused value names its column and says what to type', async () => {
  const { key, ids } = await makeRows()
  const page = await app.open(paths.record(key, ids[0]!), { refusals: [400] })
  const amount = page.getByLabel('Record', { exact: true }).getByRole('textbox', { name: 'Amount' })
  await amount.fill('lots')
  await amount.press('Enter')
  await page.getByText('"lots" is not a number; type digits such as 1234.5').waitFor()
})

/** A board of leads: names, amounts, days and phone numbers. */
async function makeLeads() {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Amount', type: 'currency' },
    { name: 'Due', type: 'date' },
    { name: 'Phone', type: 'phone' },
  ])
  const rows = ['Ann', 'Bob', 'Cat'].map((name, n) => ({
    cells: { name, amount: (n + 1) * 20_000, phone: `+1312555018${n + 7}` },
  }))
  await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: { rows } })
  const first = async () => {
    const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body
    return data[0].cells
  }
  return { ...board, first }
}

test('keys that are faster than an editor loads go where they were meant', async () => {
  const board = await makeLeads()
  const page = await app.open(paths.records(board.key))
  const load = Promise.withResolvers<void>()
  await page.route('**/date-editor-*.js', async (route) => {
    await load.promise
    await route.continue()
  })
  const { select, press, type, text } = gridOf(page)
  await select(0, 2)
  await type('Nov 5 2026')
  await press('Tab')
  await type('(415) 555-0132')
  await press('Enter')
  await type('(415) 555-0133')
  await press('Enter')
  load.resolve()
  await expect
    .poll(board.first)
    .toMatchObject({ name: 'Ann', due: '2026-11-05', phone: '+14155550132' })
  await expect.poll(() => text(1, 3)).toBe('(415) 555-0133')
  await expect.poll(() => text(1, 2)).toBe('')
})

test('amounts, days and phone numbers are typed as people write them, and shown like that', async () => {
  const board = await makeLeads()
  const page = await app.open(paths.records(board.key), { refusals: [400] })
  const { cell, select, press, type, text, grid } = gridOf(page)
  await expect.poll(() => text(0, 3)).toBe('(312) 555-0187')
  await select(0, 1)
  await type('25k')
  await press('Tab')
  await expect.poll(board.first).toMatchObject({ amount: 25_000 })
  await expect.poll(() => text(0, 1)).toContain('25,000')

  await type('someday')
  await press('Enter')
  await expect.poll(() => cell(0, 2).getAttribute('data-refused')).not.toBe(null)
  await select(0, 2)
  await type('Nov 5 2026')
  await press('Tab')
  await expect.poll(board.first).toMatchObject({ due: '2026-11-05' })
  await expect.poll(() => text(0, 2)).toBe('Nov 5, 2026')

  await type('(415) 555-0132')
  await press('Enter')
  await expect.poll(board.first).toMatchObject({ phone: '+14155550132' })
  await expect.poll(() => text(0, 3)).toBe('(415) 555-0132')
  await select(0, 3)
  await press('F2')
  await expect
    .poll(() => grid.getByRole('textbox', { name: 'Phone' }).inputValue())
    .toBe('(415) 555-0132')
  await press('Escape', 'Control+c')
  await select(1, 3)
  await press('Control+v')
  await expect.poll(() => cell(1, 3).textContent()).toBe('(415) 555-0132')
})

test('a record’s fields take the same, from the keyboard and from a calendar', async () => {
  const board = await makeLeads()
  const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body
  const page = await app.open(paths.record(board.key, data[0].id))
  const record = page.getByLabel('Record', { exact: true })
  const amount = record.getByRole('textbox', { name: 'Amount' })
  await amount.fill('1.2m')
  await amount.press('Enter')
  await expect.poll(board.first).toMatchObject({ amount: 1_200_000 })
  const due = record.getByRole('textbox', { name: 'Due' })
  await due.fill('5 Nov 2026')
  await due.press('Enter')
  await expect.poll(() => due.inputValue()).toBe('Nov 5, 2026')
  await record.getByRole('button', { name: 'Due: choose a day' }).click()
  await page.getByRole('button', { name: '20 November 2026' }).click()
  await expect.poll(board.first).toMatchObject({ due: '2026-11-20' })
  await expect.poll(() => due.inputValue()).toBe('Nov 20, 2026')
  const phone = record.getByRole('textbox', { name: 'Phone' })
  await expect.poll(() => phone.inputValue()).toBe('(312) 555-0187')
  await record.getByText('Advanced').click()
  await record.getByRole('button', { name: 'Copy ID' }).waitFor()
})

test('rows are found by a phone number in any form, and filtered by an amount as it is typed', async () => {
  const board = await makeLeads()
  const page = await app.open(paths.records(board.key))
  const { cell } = gridOf(page)
  const names = async () =>
    (await page.locator('[data-row] [data-column="0"]').allTextContents()).filter(Boolean)
  const search = page.getByRole('searchbox')
  for (const typed of ['(312) 555-0188', '312.555.0188', '555-0188', '0188']) {
    await search.fill(typed)
    await expect.poll(names, { message: typed }).toEqual(['Bob'])
  }
  await search.fill('')
  await expect.poll(() => cell(2, 0).textContent()).toBe('Cat')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option', { name: 'Amount' }).click()
  await page.getByRole('combobox', { name: 'Comparison' }).click()
  await page.getByRole('option', { name: 'is at least' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('40k')
  await expect.poll(names).toEqual(['Bob', 'Cat'])
})

test('on a phone rows are cards: they are searched, opened by a tap, and added with a form', async () => {
  const { key, id } = await app.board([
    { name: 'Business', type: 'text', required: true },
    {
      name: 'Stage',
      type: 'select',
      settings: { options: [{ label: 'New' }, { label: 'Won' }] },
    },
    { name: 'Amount', type: 'currency', settings: { currency: 'USD' } },
    { name: 'Phone', type: 'phone' },
    { name: 'Notes', type: 'long_text' },
  ])
  const rows = Array.from({ length: 60 }, (_, n) => {
    const stage = n < 40 ? 'New' : 'Won'
    return { cells: { business: `Shop ${n}`, stage, amount: 1000 + n, notes: 'long' } }
  })
  const path = `/v1/boards/${id}/rows`
  await app.owner.api('POST', path, { body: { rows } })
  const page = await app.open(paths.records(key), { width: 390, height: 844, refusals: [400] })
  const list = page.getByRole('list', { name: /rows$/ })
  const card = (text: string) => list.getByRole('button').filter({ hasText: text })
  await card('Shop 3').waitFor()
  expect(await card('Shop 3').first().textContent()).toMatch(/^Shop 3New.*\$1,003/)
  expect(await list.getByRole('button').count()).toBeLessThan(40)
  expect(await page.getByRole('grid').count()).toBe(0)
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await card('Shop 59').waitFor()
  expect(await violations(page)).toEqual([])

  const search = page.getByRole('searchbox', { name: 'Search these rows' })
  await search.fill('Shop 42')
  await expect.poll(() => list.getByRole('button').count()).toBe(1)
  await card('Shop 42').tap()
  const record = page.getByRole('dialog', { name: 'Record' })
  await record.getByText('Shop 42').first().waitFor()
  await page.goBack()
  await card('Shop 42').waitFor()
  await search.fill('')

  await page.getByRole('button', { name: 'Add a row' }).tap()
  const form = page.getByRole('dialog', { name: 'New row' })
  await form.getByRole('button', { name: 'Add row' }).tap()
  await form.getByText('Business is required.').waitFor()
  await form.getByLabel('Business').fill('Corner Deli')
  await form.getByLabel('Amount').fill('1.2.3')
  await form.getByRole('button', { name: 'Add row' }).tap()
  await form.getByText(/"1\.2\.3" is not a number/).waitFor()
  await form.getByLabel('Amount').fill('2500')
  await form.getByRole('button', { name: 'Add row' }).tap()
  await record.getByText('Corner Deli').first().waitFor()
  const { data } = (await app.owner.api('GET', `${path}?search=Corner`)).body
  expect(data.map((row: { cells: unknown }) => row.cells)).toMatchObject([
    { business: 'Corner Deli', amount: 2500 },
  ])

  const grouped = await app.open(`${paths.records(key)}?group=stage`, { width: 390, height: 844 })
  const heading = (text: string) => grouped.getByRole('listitem').filter({ hasText: text })
  await heading('New40$40,780').waitFor()
  await grouped
    .getByRole('list', { name: /rows$/ })
    .evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await heading('Stage: (empty)1$2,500').waitFor()
  expect(await violations(grouped)).toEqual([])
})

test('a list is printed as a table, with its filter in words and without the page around it', async () => {
  const { key, id } = await makeRows()
  const rows = Array.from({ length: 250 }, (_, n) => ({ cells: { name: `More ${n}`, amount: n } }))
  await app.owner.api('POST', `/v1/boards/${id}/rows`, { body: { rows } })
  const filter = JSON.stringify({ column: 'amount', op: 'gte', value: 10 })
  const query = new URLSearchParams({ filter, sort: '-amount' })
  const page = await app.open(`${paths.records(key)}?${query}`)
  await page.evaluate('window.print = () => window.dispatchEvent(new Event("beforeprint"))')
  await gridOf(page).select(0, 0)
  const sheet = page.locator('[data-print]')
  await page.keyboard.press('Control+p')
  await sheet.waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  await sheet.getByRole('heading', { name: /^Board/ }).waitFor()
  await sheet.getByText('Amount is at least 10. Sorted by Amount, descending. 243 rows.').waitFor()
  await expect.poll(() => sheet.getByRole('row').count()).toBe(244)
  expect(await sheet.getByRole('row').nth(1).textContent()).toBe('More 249249')
  expect(await page.getByRole('grid').isVisible()).toBe(false)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
  await expect.poll(() => sheet.count()).toBe(0)
  await expect.poll(() => page.getByRole('grid').isVisible()).toBe(true)
})

test('printing in the first moments prints the whole list, once it is there', async () => {
  const { key, id } = await makeRows()
  const rows = Array.from({ length: 250 }, (_, n) => ({ cells: { name: `More ${n}`, amount: n } }))
  await app.owner.api('POST', `/v1/boards/${id}/rows`, { body: { rows } })
  const page = await app.open(paths.home())
  await page.addInitScript(
    'window.print = () => { window.printed = 1; window.dispatchEvent(new Event("beforeprint")) }',
  )
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/rows|printing-/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(paths.records(key))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+p')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  expect(await page.evaluate('window.printed')).toBeUndefined()
  release()
  const sheet = page.locator('[data-print]')
  await sheet.waitFor()
  expect(await sheet.getByRole('row').count()).toBe(254)
})
