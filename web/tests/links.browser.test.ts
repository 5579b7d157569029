import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePage, type NewColumn } from '../../server/tests/support/desks/fixtures.ts'
import { integration } from '../../server/tests/support/desks/ingest.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { copied, gridOf } from './support/grid.ts'
import { holdWrites } from './support/held.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const NAME: NewColumn = { name: 'Name', type: 'text', unique: true }

/** Deals that link to companies with own ids. */
async function openDeals(names: string[] = [], company: NewColumn[] = [NAME]) {
  const { key, secret } = await makePage(app, app.owner.token, company)
  for (const name of names) {
    const sent = { external_id: `crm-${name}`, cells: { name } }
    expect((await integration(app, secret, 'page').write(sent)).status).toBe(201)
  }
  const deals = await app.board([
    { name: 'Title', type: 'text' },
    { name: 'Company', type: 'link', settings: { definitionKey: key } },
    { name: 'Notes', type: 'text' },
  ])
  const rows = `/v1/boards/${deals.id}/rows`
  const owner = async (path: string) => (await app.owner.api('GET', path)).body.data
  return {
    ...deals,
    add: (cells: object) => app.owner.api('POST', rows, { body: { cells } }),
    companies: async (): Promise<string[]> =>
      (await owner(`/v1/definitions/${key}/rows`)).map(
        (row: { cells: { name: string } }) => row.cells.name,
      ),
    /** Titles and notes, with the names of the linked companies. */
    stored: async () =>
      (await owner(`${rows}?expand=links`)).map(
        (row: {
          cells: { title?: string; notes?: string }
          links: { company?: { title: string }[] }
        }) => [
          row.cells.title,
          row.links.company?.map(({ title }) => title).join(),
          row.cells.notes,
        ],
      ),
  }
}

test('a row that a link misses is added from its cell, and nothing typed ahead is lost', async () => {
  const { key, add, stored, companies } = await openDeals(
    ['Bolt'],
    [{ name: 'Name', type: 'text' }],
  )
  await add({ title: 'First' })
  const page = await app.open(paths.records(key))
  const { cell, select, press, type } = gridOf(page)
  await select(0, 1)
  await holdWrites(page, 300)
  await press('Enter')
  await type('Acme')
  await page.getByRole('option', { name: 'Add “Acme”' }).waitFor()
  await press('Tab')
  await type('ahead')
  await press('Enter')
  await expect.poll(stored).toEqual([['First', 'Acme', 'ahead']])
  await expect.poll(() => cell(0, 1).textContent()).toBe('Acme')
  expect(await companies()).toEqual(['Bolt', 'Acme'])

  // One that is there is chosen, however it is written.
  await select(0, 1)
  await press('Enter')
  await type('BOLT')
  await page.getByRole('option', { name: 'Bolt' }).waitFor()
  expect(await page.getByRole('option', { name: 'Add' }).count()).toBe(0)
  await press('Enter')
  await expect.poll(stored).toEqual([['First', 'Bolt', 'ahead']])
  await press('Control+z')
  await expect.poll(stored).toEqual([['First', 'Acme', 'ahead']])
})

test('the first cell of a new row can add the row that it links to', async () => {
  const { key, stored } = await openDeals()
  const page = await app.open(paths.records(key))
  const { press, type } = gridOf(page)
  await page.getByRole('button', { name: 'Add a row' }).first().click()
  await holdWrites(page, 300)
  await press('Tab', 'Enter')
  await type('Acme')
  await page.getByRole('option', { name: 'Add “Acme”' }).waitFor()
  await press('Enter')
  await expect.poll(stored).toEqual([[undefined, 'Acme', undefined]])
})

test('a record’s field adds the row that it links to', async () => {
  const { key, add, stored } = await openDeals(['Bolt'])
  const { id } = (await add({ title: 'First' })).body.data
  const page = await app.open(paths.record(key, id))
  await page.getByRole('region', { name: 'Details' }).getByLabel('Company').fill('Acme')
  await page.getByRole('option', { name: 'Add “Acme”' }).click()
  await expect.poll(stored).toEqual([['First', 'Acme', undefined]])
})

test('where a row needs more than a name, or nothing may be added, a link adds none', async () => {
  const needsMore = [NAME, { name: 'City', type: 'text', required: true }]
  const { key, add } = await openDeals([], needsMore)
  await add({ title: 'First' })
  const page = await app.open(paths.records(key))
  const { select, press, type } = gridOf(page)
  await select(0, 1)
  await press('Enter')
  await type('Acme')
  await page.getByRole('option', { name: 'No match' }).waitFor()
  expect(await page.getByRole('option', { name: 'Add' }).count()).toBe(0)
})

test('own ids are pasted into a link cell, and names that are missing are added once somebody says so', async () => {
  const { key, add, stored, companies } = await openDeals(['Bolt', 'Cove'])
  await add({ title: 'First' })
  const page = await app.open(paths.records(key), { refusals: [400] })
  const { cell, select, press } = gridOf(page)
  await select(0, 1)
  await copied(page, [['crm-Bolt'], ['crm-Cove']])
  await press('Control+v')
  await expect.poll(stored).toEqual([
    ['First', 'Bolt', undefined],
    [undefined, 'Cove', undefined],
  ])
  await expect.poll(() => cell(1, 1).textContent()).toBe('Cove')

  await select(0, 1)
  await copied(page, [['Acme'], ['Bolt'], ['Dorn, Inc.'], ['Acme']])
  await press('Control+v')
  await page.getByRole('group', { name: 'Paste results' }).getByText('3 refused').waitFor()
  await page.getByRole('button', { name: 'Add 2 missing rows' }).click()
  await expect.poll(stored).toEqual([
    ['First', 'Acme', undefined],
    [undefined, 'Bolt', undefined],
    [undefined, 'Dorn, Inc.', undefined],
    [undefined, 'Acme', undefined],
  ])
  expect(await companies()).toEqual(['Bolt', 'Cove', 'Acme', 'Dorn, Inc.'])
  await page.getByRole('group', { name: 'Paste results' }).waitFor({ state: 'detached' })
  await press('Control+z')
  await expect.poll(async () => (await stored()).length).toBe(2)
})

test('a list of rows to link to says that it goes on, where it is cut', async () => {
  const { key, add } = await openDeals(Array.from({ length: 31 }, (_, n) => `Company ${n + 10}`))
  await add({ title: 'Loan' })
  const page = await app.open(paths.records(key))
  const { select, press } = gridOf(page)
  await select(0, 1)
  await press('Enter')
  const list = page.getByRole('listbox', { name: /^Company: rows of/ })
  await list.getByRole('option', { name: 'Company 39' }).waitFor()
  await list.getByText('Type to find others').waitFor()
  await page.keyboard.type('40')
  await list.getByRole('option', { name: 'Company 40' }).waitFor()
  await list.getByText('Type to find others').waitFor({ state: 'detached' })
})
