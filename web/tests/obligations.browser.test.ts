import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

async function add(body: object): Promise<number> {
  const answer = await app.owner.api('POST', '/v1/obligations', {
    body: { obligationType: 'stipulation', ...body },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}
async function act(id: number, verb: string, body: object = {}): Promise<void> {
  const answer = await app.owner.api('POST', `/v1/obligations/${id}/${verb}`, { body })
  expect(answer.status, answer.text).toBe(201)
}
/** Adds a record to the page of deals, and returns its id. */
async function deal(name: string): Promise<string> {
  const body = { cells: { deal: name } }
  return (await app.owner.api('POST', '/v1/definitions/deals/rows', { body })).body.data.id
}
const statusOf = async (id: number) =>
  (await app.owner.api('GET', `/v1/obligations/${id}`)).body.data.status

test('an obligation is added, started and completed, and its history shows who did it', async () => {
  const page = await app.open(paths.obligations())
  await page.getByRole('button', { name: 'New obligation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Voided check')
  await dialog.getByLabel('Due', { exact: true }).fill('Nov 30, 2045 9 am')
  await dialog.getByLabel('Due', { exact: true }).press('Tab')
  await dialog.getByLabel('Assigned to').click()
  await page.getByRole('option', { name: 'Olga Owner' }).click()
  expect(await dialog.getByLabel('Priority').count(), 'below More').toBe(0)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Voided check' }).waitFor()
  await page.getByText('Due Nov 30, 2045').waitFor()
  await page.getByText('Nov 30, 2045, 9:00 AM').first().waitFor()

  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('In progress').waitFor()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByText('Completed by Olga Owner').waitFor()
  // The button that had the focus is gone.
  const reopen = page.getByRole('button', { name: 'Reopen' })
  const isNearFocus = () => reopen.evaluate((element) => element.closest(':focus')?.tagName)
  await expect.poll(isNearFocus).toBe('DIV')
  expect(await statusOf(Number(page.url().split('/').at(-1)))).toBe('completed')
  await page.getByRole('link', { name: 'Obligations' }).first().click()
  await page.getByText('No open obligations').waitFor()
})

test('a problem is shown at its field until the field is changed', async () => {
  const page = await app.open(paths.obligations())
  await page.getByRole('button', { name: 'New obligation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const title = dialog.getByLabel('Title')
  await expect.poll(() => title.getAttribute('aria-invalid')).toBe('true')
  await title.fill('Voided check')
  await expect.poll(() => title.getAttribute('aria-invalid')).not.toBe('true')

  await dialog.getByRole('button', { name: 'More' }).click()
  await dialog.getByLabel('Repeats').press('Space')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Enter when it is first due').waitFor()
  const label = await dialog.getByText('Due', { exact: true }).boundingBox()
  const header = await dialog.locator('header').boundingBox()
  expect(label!.y, 'below the header of the dialog').toBeGreaterThan(header!.y + header!.height - 1)
})

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

test('what is due within hours stands among the due dates, in the list and on the calendar', async () => {
  const dealRowId = await deal('Acme: by deadline')
  await add({ title: 'Due next month', dealRowId, dueAt: inHours(24 * 30) })
  await add({ title: 'Call the landlord', dealRowId, slaHours: 2 })
  await add({ title: 'File the lien', dealRowId, dueAt: inHours(-30) })
  await add({ title: 'Whenever', dealRowId })
  const page = await app.open(`${paths.dealObligations(dealRowId)}&view=list`)
  const rows = page.getByRole('region', { name: 'Obligations' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(4)
  const titles = async () => (await rows.getByRole('link').allTextContents()).join(', ')
  await expect
    .poll(() => titles())
    .toBe('File the lien, Call the landlord, Due next month, Whenever')
  await rows.nth(0).getByText('30 h overdue').waitFor()
  await rows.nth(1).getByText('Due in 1 h').waitFor()

  await page.getByText('Overdue', { exact: true }).click()
  await expect.poll(titles).toBe('File the lien')
  await page.getByText('7 days', { exact: true }).click()
  await expect.poll(titles).toBe('Call the landlord')
  await page.getByText('Calendar', { exact: true }).click()
  const days = page.getByRole('table', { name: 'Due obligations by day' })
  await days.getByRole('link', { name: 'Call the landlord' }).first().waitFor()
})

test('a member completes one in the list with one click, and undoes it', async () => {
  const member = await app.join('member')
  const dealRowId = await deal('Acme: one click')
  const id = await add({ title: 'Proof of ownership', dealRowId })
  const page = await app.openAs(member, `${paths.dealObligations(dealRowId)}&view=list`)
  const tick = page.getByRole('button', { name: 'Complete Proof of ownership' })
  await tick.click()
  await page.getByText('Completed “Proof of ownership”').waitFor()
  await tick.waitFor({ state: 'detached' })
  expect(await statusOf(id)).toBe('completed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await tick.waitFor()
  await expect.poll(() => statusOf(id)).toBe('open')
})

test('E completes the obligation that J has reached, and the one whose page is open', async () => {
  const dealRowId = await deal('Acme: by keys')
  const id = await add({ title: 'Bank letter', dealRowId })
  const other = await add({ title: 'Lease', dealRowId })
  const page = await app.open(`${paths.dealObligations(dealRowId)}&view=list`)
  const title = page.getByRole('link', { name: 'Bank letter' })
  await title.focus()
  await page.keyboard.press('e')
  await page.getByText('Completed “Bank letter”').waitFor()
  expect(await statusOf(id)).toBe('completed')
  expect(await statusOf(other)).toBe('open')

  await page.goto(paths.obligation(other))
  await page.getByRole('button', { name: 'Complete' }).waitFor()
  await page.keyboard.press('e')
  await page.getByText('Completed “Lease”').waitFor()
  expect(await statusOf(other)).toBe('completed')
})

test('several are completed or assigned at once, and what needs a document is named', async () => {
  const dealRowId = await deal('Acme: several')
  const [check, tax] = [
    await add({ title: 'Check', dealRowId }),
    await add({ title: 'Tax return', dealRowId }),
  ]
  const lease = await add({ title: 'Lease', dealRowId, requiredDocumentType: 'lease' })
  const page = await app.open(`${paths.dealObligations(dealRowId)}&view=list`, { refusals: [409] })
  await page.getByLabel('Select all').check()
  const bar = page.getByRole('group', { name: 'Selected obligations' })
  await bar.getByText('3 selected').waitFor()
  await bar.getByRole('button', { name: 'Assign to' }).click()
  await page.getByRole('menuitem', { name: 'Olga Owner' }).click()
  await page.getByText('3 assigned to Olga Owner').waitFor()
  await bar.waitFor({ state: 'detached' })

  await page.getByLabel('Select all').check()
  await bar.getByRole('button', { name: 'Complete' }).click()
  await page.getByText('2 completed').waitFor()
  await bar.getByText('1 selected').waitFor()
  await bar.getByText('Lease: A document is missing').waitFor()
  expect(await Promise.all([check, tax, lease].map(statusOf))).toEqual([
    'completed',
    'completed',
    'open',
  ])
  await page
    .getByRole('alert')
    .filter({ hasText: '2 completed' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(() => Promise.all([check, tax].map(statusOf))).toEqual(['open', 'open'])
})

test('waiving requires a reason, which then appears on the page', async () => {
  const id = await add({ title: 'Landlord letter' })
  const page = await app.open(paths.obligation(id))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Waive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Waive “Landlord letter”' })
  await dialog.getByRole('button', { name: 'Waive' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('They own the place')
  await dialog.getByRole('button', { name: 'Waive' }).click()

  await page.getByRole('heading', { name: 'Why it was waived' }).waitFor()
  expect(await page.getByText('They own the place', { exact: true }).isVisible()).toBe(true)
  expect(await statusOf(id)).toBe('waived')
})

test('an obligation with an open part cannot be completed, and the part is named', async () => {
  const id = await add({ title: 'Statements' })
  await add({ title: 'March statement', parentObligationId: id })
  const page = await app.open(paths.obligation(id), { refusals: [409] })
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  // The answer opens no dialog over whatever somebody does by now.
  await page.getByText('“Statements” cannot be completed yet.').waitFor()
  const dialog = page.getByRole('dialog')
  expect(await dialog.count()).toBe(0)
  await page.getByRole('button', { name: 'See what is missing' }).click()
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByRole('alert').getByText('Parts are still open').waitFor()
  expect(await dialog.getByRole('link', { name: 'March statement' }).count()).toBeGreaterThan(0)
  await expect.poll(() => statusOf(id)).toBe('open')
})

test('an obligation that requires a document cannot be completed without it, and the type is named', async () => {
  const id = await add({ title: 'Lease', requiredDocumentType: 'signed_lease' })
  const page = await app.open(paths.obligation(id), { refusals: [409] })
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  const refused = await page.getByRole('dialog').getByRole('alert').textContent()
  expect(refused).toContain('Add one of the type “Signed lease” above')
  expect(refused).not.toContain('documentId')

  // While the connection is away, the document and the completion wait in the form.
  const dialog = page.getByRole('dialog')
  await dialog.getByText('A link', { exact: true }).click()
  await dialog.getByLabel('Address').fill('https://files.example.com/lease.pdf')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByText('This waits here').waitFor()
  await page.context().setOffline(false)
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'lease.pdf' }).waitFor()
  await page.getByRole('main').getByText('Completed', { exact: true }).first().waitFor()
})

const verbOf: Record<string, string> = {
  completed: 'complete',
  waived: 'waive',
  rejected: 'reject',
  reopened: 'reopen',
}

test.each([
  {
    verb: 'Waive',
    did: 'completed',
    message: 'It has already been completed',
    stands: 'Completed',
  },
  { verb: 'Cancel', did: 'waived', message: 'It has already been waived', stands: 'Waived' },
  { verb: 'Reject', did: 'rejected', message: 'It has not been submitted', stands: 'Open' },
  { verb: 'Reopen', did: 'reopened', message: 'It is not completed', stands: 'Open' },
])('$verb, if somebody else was faster, says so and how to see it', async (raced) => {
  const { verb, did, message, stands } = raced
  const id = await add({ title: 'Lease' })
  if (verb === 'Reject') await act(id, 'submit')
  if (verb === 'Reopen') await act(id, 'complete')
  const page = await app.open(paths.obligation(id), { refusals: [409] })
  const button = page.getByRole('button', { name: verb, exact: true })
  const more = page.getByRole('button', { name: 'More' })
  await button.or(more).first().waitFor()
  if (await button.isHidden()) {
    await more.click()
    await page.getByRole('menuitem', { name: verb }).click()
  } else {
    await button.click()
  }
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('They own the place')
  await act(id, verbOf[did]!, did === 'completed' ? {} : { reason: 'Sent twice' })
  await dialog.getByRole('button', { name: verb }).and(page.locator('[type=submit]')).click()

  const refused = dialog.getByRole('alert')
  await refused.waitFor()
  expect(await refused.textContent()).toContain(message)
  await dialog.getByText('Someone else changed it first. Close this dialog').waitFor()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('They own the place')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('main').getByText(stands, { exact: true }).first().waitFor()
  await page.getByText(`${did} by Olga Owner`).waitFor()
})

test('the calendar of a date field opens on a click or with the arrow down, and Tab goes past it', async () => {
  const page = await app.open(paths.newObligation())
  const dialog = page.getByRole('dialog')
  const due = dialog.getByRole('textbox', { name: 'Due' })
  const days = page.getByRole('button', { name: 'Next month', exact: true })
  await dialog.getByLabel('Title').focus()
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await due.evaluate((field) => field.matches(':focus'))) break
  }
  await expect.poll(() => days.count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await days.waitFor()
  await page.keyboard.press('Escape')
  await days.waitFor({ state: 'detached' })
  expect(await dialog.isVisible()).toBe(true)
  await due.click()
  await days.waitFor()
  await page.keyboard.press('Tab')
  await days.waitFor({ state: 'detached' })
})

test('a month with more obligations than one request reads is drawn whole', async () => {
  // The last in the order of deadlines is on a later day.
  for (let made = 0; made < 1000; made += 20) {
    const titles = Array.from({ length: 20 }, (_, n) => `Statement ${made + n}`)
    await Promise.all(titles.map((title) => add({ title, dueAt: '2046-01-10T17:00:00Z' })))
  }
  await add({ title: 'The last one', dueAt: '2046-01-20T17:00:00Z' })
  const page = await app.open(`${paths.obligations()}?view=calendar&month=2046-01&day=2046-01-20`)
  const month = page.getByRole('table', { name: 'Due obligations by day' })
  await month.getByRole('link', { name: 'The last one' }).waitFor()
  await month.getByText('and 997 more').waitFor()
  await page.getByRole('region', { name: 'Selected day' }).getByText('The last one').waitFor()
})
