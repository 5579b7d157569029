import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePage } from '../../server/tests/support/desks/fixtures.ts'
import { integration } from '../../server/tests/support/desks/ingest.ts'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'
import { holdWrites } from './support/held.ts'

let app: TestedApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** A board that a website sends to, with a row whose names lead nowhere: its key cannot read. */
async function openBoard() {
  const leads = await makePage(app, app.owner.token, [
    { name: 'Name', type: 'text' },
    { name: 'Email', type: 'email', unique: true },
  ])
  const base = `/v1/definitions/${leads.key}/rows`
  await app.owner.api('POST', base, { body: { cells: { name: 'Rosa Diaz' } } })
  const board = await app.board([
    { name: 'Title', type: 'text' },
    { name: 'Leads', type: 'link', settings: { definitionKey: leads.key, multiple: true } },
    { name: 'Agent', type: 'person' },
  ])
  const made = await app.owner.api('POST', `/v1/boards/${board.id}/keys`, {
    body: { name: 'Website', scopes: ['rows:write'] },
  })
  const { body } = await integration(app, made.body.data.secret).write({
    cells: {
      title: 'First',
      leads: ['Rosa Diaz', { email: 'zora@acme.example' }],
      agent: 'somebody@nowhere.example',
    },
  })
  const rows = `/v1/boards/${board.id}/rows?expand=links`
  return {
    ...board,
    rowId: body.data.id as string,
    stored: async () => {
      const [row] = (await app.owner.api('GET', rows)).body.data
      const { leads: names = [], agent = [] } = row.unresolved ?? {}
      return [
        row.links.leads?.map(({ title }: { title: string }) => title) ?? [],
        names,
        row.cells.agent ?? agent,
      ]
    },
  }
}

test('names that lead nowhere stand in the grid, and a record’s field resolves each with one click', async () => {
  const { key, rowId, stored } = await openBoard()
  const page = await app.open(paths.records(key))
  const { cell } = gridOf(page)
  await expect
    .poll(() => cell(0, 1).textContent())
    .toBe('Not resolved: Rosa DiazNot resolved: zora@acme.example')
  await expect.poll(() => cell(0, 2).textContent()).toBe('Not resolved: somebody@nowhere.example')
  await page.goto(paths.record(key, rowId))
  const names = page.getByRole('list', { name: 'Leads: not resolved' })
  await holdWrites(page, 300)
  await names.getByRole('button', { name: 'Link Rosa Diaz' }).click()
  await expect
    .poll(stored)
    .toEqual([['Rosa Diaz'], [{ email: 'zora@acme.example' }], ['somebody@nowhere.example']])
  await expect.poll(() => names.getByRole('listitem').count()).toBe(1)
  await names.getByRole('button', { name: 'Add to' }).click()
  await expect
    .poll(stored)
    .toEqual([['Rosa Diaz', 'zora@acme.example'], [], ['somebody@nowhere.example']])
  await names.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove somebody@nowhere.example' }).click()
  await expect.poll(stored).toEqual([['Rosa Diaz', 'zora@acme.example'], [], []])
})

test('choosing another row keeps the names in a cell of several', async () => {
  const { key, stored } = await openBoard()
  const page = await app.open(paths.records(key))
  const { select, press, type } = gridOf(page)
  await select(0, 1)
  await press('Enter')
  await type('rosa')
  await page.getByRole('option', { name: 'Rosa Diaz' }).click()
  await press('Tab')
  await expect.poll(async () => (await stored())[0]).toEqual(['Rosa Diaz'])
  expect((await stored())[1]).toEqual(['Rosa Diaz', { email: 'zora@acme.example' }])
})

test('an undo of the choice keeps them too', async () => {
  const { key, stored } = await openBoard()
  const page = await app.open(paths.records(key))
  const { select, press, type } = gridOf(page)
  await select(0, 1)
  await press('Enter')
  await type('rosa')
  await page.getByRole('option', { name: 'Rosa Diaz' }).click()
  await press('Tab')
  await expect.poll(async () => (await stored())[0]).toEqual(['Rosa Diaz'])
  const names = ['Rosa Diaz', { email: 'zora@acme.example' }]
  await press('ControlOrMeta+z')
  await expect.poll(async () => (await stored()).slice(0, 2)).toEqual([[], names])
  await press('ControlOrMeta+Shift+z')
  await expect.poll(async () => (await stored()).slice(0, 2)).toEqual([['Rosa Diaz'], names])
})

test('an undo brings back the names of cells that were emptied or filled', async () => {
  const { key, stored } = await openBoard()
  const page = await app.open(paths.records(key))
  const { select, press, type, cell } = gridOf(page)
  const sent = ['Rosa Diaz', { email: 'zora@acme.example' }]
  const before = [[], sent, ['somebody@nowhere.example']]
  await select(0, 1)
  await press('Shift+ArrowRight')
  await press('Delete')
  await expect.poll(stored).toEqual([[], [], []])
  await press('ControlOrMeta+z')
  await expect.poll(stored).toEqual(before)
  await expect.poll(() => cell(0, 2).textContent()).toBe('Not resolved: somebody@nowhere.example')
  await press('ControlOrMeta+Shift+z')
  await expect.poll(stored).toEqual([[], [], []])
  await press('ControlOrMeta+z')
  await expect.poll(stored).toEqual(before)
  // One that is chosen in their place.
  await select(0, 2)
  await press('Enter')
  await type('Olga')
  await page.getByRole('option', { name: /Olga Owner/ }).click()
  await expect.poll(async () => (await stored())[2]).toBe(app.owner.crmUserId)
  await press('ControlOrMeta+z')
  await expect.poll(stored).toEqual(before)
})

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)('they are read easily, in %s at %i pixels', async (scheme, width) => {
  const { key, rowId } = await openBoard()
  const page = await app.open(paths.records(key), { scheme, width, height: 844 })
  await page.getByText('zora@acme.example').first().waitFor()
  await expectAccessible(page)
  await page.goto(paths.record(key, rowId))
  await page.getByRole('button', { name: 'Link Rosa Diaz' }).waitFor()
  await expectAccessible(page)
  const isWide = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  )
  expect(isWide).toBe(false)
})
