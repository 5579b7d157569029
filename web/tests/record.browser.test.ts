import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePage } from '../../server/tests/support/desks/fixtures.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const columns = [
  { name: 'Business', type: 'text' },
  {
    name: 'Stage',
    type: 'select',
    settings: {
      options: [
        { label: 'New', color: 'blue' },
        { label: 'Won', color: 'green' },
      ],
    },
  },
  { name: 'Amount', type: 'currency', settings: { currency: 'USD' } },
]

/** Drops a file on the record. */
const DROP = `{
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['y'], 'dropped.png', { type: 'image/png' }))
  document.querySelector('section[aria-label="Activity"]').dispatchEvent(
    new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
  )
}`

async function makeLead() {
  const { token, api } = app.owner
  const { key } = await makePage(app, token, columns)
  const path = `/v1/definitions/${key}/rows`
  const cells = { business: 'Acme', stage: 'New', amount: 80000 }
  const { body } = await api('POST', path, { body: { cells } })
  const id: string = body.data.id
  const cell = async (name: string) => (await api('GET', `${path}/${id}`)).body.data.cells[name]
  return { key, id, path: `${path}/${id}`, cell }
}
const recordOf = (page: Page) => page.getByRole('complementary', { name: 'Record' })

test('a record is drawn from the row in the grid before the service answers', async () => {
  const { key, id } = await makeLead()
  const page = await app.open(paths.records(key))
  const grid = gridOf(page)
  await expect.poll(() => grid.text(0, 0)).toBe('Acme')
  const answered = Promise.withResolvers<void>()
  await page.route(`**/rows/${id}?*`, async (route) => {
    await answered.promise
    await route.continue()
  })
  await grid.select(0, 0)
  await grid.press('Space')
  await recordOf(page).getByRole('heading', { name: 'Acme' }).waitFor()
  const amount = recordOf(page).getByRole('textbox', { name: 'Amount' })
  await expect.poll(() => amount.inputValue()).toMatch(/^\$80,000/)
  answered.resolve()
})

test('a value is edited where it stands, and the stage in its pill', async () => {
  const { key, id, cell } = await makeLead()
  const page = await app.open(paths.record(key, id))
  const amount = recordOf(page).getByRole('textbox', { name: 'Amount' })
  await amount.fill('95000')
  await amount.press('Enter')
  await expect.poll(() => cell('amount')).toBe(95000)
  await amount.blur()
  await expect.poll(() => amount.inputValue()).toMatch(/^\$95,000/)
  // What is typed after Tab replaces the value, although that is shown differently then.
  await amount.focus()
  await page.keyboard.type('70000')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell('amount')).toBe(70000)

  await recordOf(page).getByRole('button', { name: 'Stage: New' }).click()
  await page.getByRole('menuitem', { name: 'Won' }).click()
  await recordOf(page).getByRole('button', { name: 'Stage: Won' }).waitFor()
  await expect.poll(() => cell('stage')).toBe('Won')
  // Nowhere else, and it can be taken away.
  expect(await recordOf(page).getByRole('textbox', { name: 'Stage' }).count()).toBe(0)
  await recordOf(page).getByRole('button', { name: 'Stage: Won' }).click()
  await page.getByRole('menuitem', { name: 'No stage' }).click()
  await expect.poll(async () => (await cell('stage')) ?? null).toBe(null)
})

test('a value that is changed again while it is being saved is no conflict', async () => {
  const { key, id, cell } = await makeLead()
  const page = await app.open(paths.record(key, id))
  const record = recordOf(page)
  const released = Promise.withResolvers<void>()
  await page.route(`**/rows/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await released.promise
    await route.continue()
  })
  const stage = async (from: string, to: string) => {
    await record.getByRole('button', { name: `Stage: ${from}` }).click()
    await page.getByRole('menuitem', { name: to }).click()
    await record.getByRole('button', { name: `Stage: ${to}` }).waitFor()
  }
  await stage('New', 'Won')
  await stage('Won', 'New')
  const amount = record.getByRole('textbox', { name: 'Amount' })
  await amount.fill('95000')
  await amount.press('Enter')
  await amount.fill('70000')
  await amount.press('Enter')
  released.resolve()
  await expect.poll(() => cell('amount')).toBe(70000)
  expect(await cell('stage')).toBe('New')
  await amount.blur()
  await expect.poll(() => amount.inputValue()).toMatch(/^\$70,000/)
  await record.getByRole('button', { name: 'Stage: New' }).waitFor()
  expect(await record.getByRole('alert').count()).toBe(0)
})

test('somebody who is suspended stays where they are, and is not offered any more', async () => {
  const { token, api } = app.owner
  const gone = await app.join('member', 'Gil Gone')
  const people = ['Owner', 'Closer'].map((name) => ({ name, type: 'person' }))
  const { key } = await makePage(app, token, [...columns, ...people])
  const cells = { business: 'Acme', owner: gone.crmUserId }
  const { body } = await api('POST', `/v1/definitions/${key}/rows`, { body: { cells } })
  await api('PATCH', `/v1/workspace/seats/${gone.crmUserId}`, { body: { status: 'suspended' } })
  const page = await app.open(paths.record(key, body.data.id))
  const field = (name: string) => recordOf(page).getByRole('combobox', { name })
  await expect.poll(() => field('Owner').inputValue()).toBe('Gil Gone')
  await field('Closer').click()
  await page.getByRole('option', { name: 'Olga Owner' }).waitFor()
  expect(await page.getByRole('option', { name: 'Gil Gone' }).count()).toBe(0)
})

test('a record has a page of its own, which a reload keeps', async () => {
  const { key, id } = await makeLead()
  const page = await app.open(paths.record(key, id))
  await recordOf(page).getByRole('button', { name: 'Open as page' }).click()
  await page.waitForURL(`**${paths.recordPage(key, id)}`)
  await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor()
  await expect.poll(() => page.title()).toBe('Acme · Sourcebook')
  const [details, activity] = await Promise.all(
    ['Details', 'Activity'].map((name) => page.getByRole('region', { name }).boundingBox()),
  )
  expect(activity!.x).toBeGreaterThan(details!.x + details!.width - 1)
})

test('a text of several lines shows all of them among the other fields', async () => {
  const { token, api } = app.owner
  const { key } = await makePage(app, token, [
    { name: 'Business', type: 'text' },
    { name: 'Notes', type: 'long_text' },
  ])
  const cells = { business: 'Acme', notes: 'Line one\nLine two\nLine three' }
  const { body } = await api('POST', `/v1/definitions/${key}/rows`, { body: { cells } })
  const page = await app.open(paths.recordPage(key, body.data.id))
  const notes = page.getByRole('region', { name: 'Details' }).getByLabel('Notes')
  await notes.waitFor()
  const hidden = () =>
    notes.evaluate((field) => Math.max(0, field.scrollHeight - field.clientHeight))
  await expect.poll(hidden).toBe(0)
  expect((await notes.boundingBox())!.height).toBeGreaterThan(55)
})

test('an @ in a comment offers people, and whoever is mentioned finds it on Today until they open it', async () => {
  const { key, id, path } = await makeLead()
  const priya = await app.join('member', 'Priya Nair')
  const page = await app.open(paths.record(key, id))
  const field = recordOf(page).getByRole('textbox', { name: 'Comment' })
  await field.pressSequentially('Ask @pri')
  await page.getByRole('option', { name: 'Priya Nair' }).waitFor()
  // The next frame of a busy page is late. What is typed goes on behind the name all the same.
  await page.evaluate('window.requestAnimationFrame = (act) => setTimeout(act, 300)')
  await field.press('Enter')
  await field.pressSequentially('for the statements', { delay: 30 })
  expect(await field.inputValue()).toBe('Ask @Priya Nair for the statements')
  await field.press('Control+Enter')
  const posted = recordOf(page).getByRole('listitem').filter({ hasText: 'for the statements' })
  await posted.waitFor()
  expect(await field.inputValue()).toBe('')
  const [comment] = (await app.owner.api('GET', `${path}/comments`)).body.data
  expect(comment.mentions).toEqual([priya.crmUserId])

  const theirs = await app.openAs(priya, paths.home())
  const card = theirs.getByRole('region', { name: 'For you' })
  await card.getByText('Ask @Priya Nair for the statements').waitFor()
  const badge = theirs.getByLabel('1 unread mention')
  await badge.waitFor()
  await card.getByRole('link', { name: 'Acme' }).click()
  await recordOf(theirs).getByText('for the statements').waitFor()
  await badge.waitFor({ state: 'detached' })
  const unread = async () => (await priya.api('GET', '/v1/mentions?unread=true')).body.data
  await expect.poll(unread).toEqual([])

  // What is typed while a comment is being saved stays.
  const released = Promise.withResolvers<void>()
  await page.route('**/comments', async (route) => {
    await released.promise
    await route.continue()
  })
  await field.fill('First')
  await field.press('Control+Enter')
  await field.press('End')
  await field.pressSequentially(' second')
  released.resolve()
  await recordOf(page).getByRole('listitem').filter({ hasText: 'First' }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('second')
  await field.fill('')

  // Escape closes the list first, and only then the record. Nobody is offered themselves.
  await field.pressSequentially('@')
  await page.getByRole('option', { name: 'Priya Nair' }).waitFor()
  await page.getByRole('option', { name: 'Olga Owner' }).waitFor({ state: 'detached' })
  await field.press('Escape')
  await page.getByRole('option').waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('@')
})

test('what others do for a record is in its activity at once: money, and messages linked to it', async () => {
  const { key, id } = await makeLead()
  const page = await app.open(paths.recordPage(key, id))
  const activity = page.getByRole('region', { name: 'Activity' })
  await activity.getByText('added the record').waitFor()
  const { api } = app.owner
  const made = async (path: string, body: object) =>
    (await api('POST', `/v1/${path}`, { body })).body.data
  const deal = { name: 'Acme refinancing', currency: 'USD', dealRowId: id }
  const { id: dealId } = await made('accounting/deals', deal)
  await made(`accounting/deals/${dealId}/collections`, { amountMinor: 120_000 })
  await activity.getByText('$1,200').waitFor()
  const call = { number: '+12015550123', content: 'Wants two offers.' }
  const { conversation_id } = await made('comms/calls', call)
  const about = { definition_key: key, row_id: id }
  await api('PATCH', `/v1/comms/conversations/${conversation_id}`, { body: about })
  await activity.getByText('Wants two offers.').waitFor()
})

test('a file is added to a record that has no column for it, and removed again', async () => {
  const { key, id, path } = await makeLead()
  const page = await app.open(paths.record(key, id))
  const file = { name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') }
  const files = recordOf(page).getByRole('group', { name: 'Files', exact: true })
  await files.locator('input[type=file]').setInputFiles(file)
  await files.getByRole('link', { name: 'statement.pdf' }).waitFor()
  await recordOf(page).getByRole('listitem').filter({ hasText: 'added statement.pdf' }).waitFor()
  await files.getByRole('button', { name: 'Remove statement.pdf' }).click()
  await files.getByRole('link', { name: 'statement.pdf' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await files.getByRole('link', { name: 'statement.pdf' }).waitFor()

  // A file that is dropped anywhere on the record is added too.
  await page.evaluate(DROP)
  await files.getByRole('link', { name: 'dropped.png' }).waitFor()
  const { body } = await app.owner.api('GET', `${path}/files`)
  expect(body.data).toHaveLength(2)
})

test('the activity names the linked rows and links to them, and a change can be reverted', async () => {
  const { token, api } = app.owner
  const clients = await makePage(app, token, [{ name: 'Name', type: 'text' }])
  const jobs = await makePage(app, token, [
    { name: 'Title', type: 'text' },
    { name: 'Client', type: 'link', settings: { definitionKey: clients.key, multiple: true } },
  ])
  const add = async (key: string, cells: object): Promise<string> =>
    (await api('POST', `/v1/definitions/${key}/rows`, { body: { cells } })).body.data.id
  const names = ['Acme', 'Beta', 'Calder', 'Delta', 'Echo', 'Fox', 'Golf']
  const ids: string[] = []
  for (const name of names) ids.push(await add(clients.key, { name }))
  const job = await add(jobs.key, { title: 'A job', client: ids })
  const path = `/v1/definitions/${jobs.key}/rows/${job}`
  await api('PATCH', path, { body: { cells: { title: 'Another job' } } })

  const page = await app.open(paths.record(jobs.key, job))
  const entries = recordOf(page).getByRole('region', { name: 'Activity' }).getByRole('listitem')
  await entries.getByRole('button', { name: /^Revert Title/ }).click()
  await expect.poll(async () => (await api('GET', path)).body.data.cells.title).toBe('A job')

  const created = entries.filter({ hasText: 'Olga Owner added the record' }).first()
  await created.getByRole('link', { name: 'Acme' }).waitFor()
  expect(await created.textContent()).toContain(
    'Client: Acme, Beta, Calder, Delta, Echo and 2 more',
  )
  await created.getByRole('link', { name: 'Beta' }).click()
  await page.getByRole('heading', { name: 'Beta' }).waitFor()
})

test('a first name that is typed after an @ mentions whom it can only mean, and others are warned of', async () => {
  const { key, id, path } = await makeLead()
  const omar = await app.join('member', 'Omar Haddad')
  for (const name of ['Sam Ode', 'Sam Poe']) await app.join('member', name)
  const page = await app.open(paths.record(key, id))
  const field = recordOf(page).getByRole('textbox', { name: 'Comment' })
  const comments = async () => (await app.owner.api('GET', `${path}/comments`)).body.data
  await field.fill('@omar look at this')
  await field.press('Control+Enter')
  await expect
    .poll(comments)
    .toMatchObject([{ body: '@Omar Haddad look at this', mentions: [omar.crmUserId] }])
  await expect.poll(() => field.inputValue()).toBe('')
  await field.fill('@Sam look at this')
  await field.press('Control+Enter')
  await page.getByText('Nobody will be told of @Sam.').waitFor()
  expect(await comments()).toHaveLength(1)
  // Two presses in the same moment count as one.
  await expect
    .poll(async () => {
      await field.press('Control+Enter')
      return comments()
    })
    .toHaveLength(2)
})

test('cells that one person fills within a minute are one entry, and each can be reverted', async () => {
  const { key, id, path } = await makeLead()
  for (const cells of [{ business: 'Acme Ltd' }, { stage: 'Won' }, { amount: 90000 }]) {
    await app.owner.api('PATCH', path, { body: { cells } })
  }
  const page = await app.open(paths.record(key, id))
  const reverts = recordOf(page).getByRole('button', { name: /to its value before this change/ })
  await expect.poll(() => reverts.count()).toBe(3)
  const entries = recordOf(page).getByRole('listitem').filter({ hasText: 'changed ·' })
  expect(await entries.count()).toBe(1)
  await reverts.first().click()
  await expect.poll(() => recordOf(page).getByText('reverted').count()).toBe(1)
})
