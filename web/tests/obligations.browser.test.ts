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
const statusOf = async (id: number) =>
  (await app.owner.api('GET', `/v1/obligations/${id}`)).body.data.status

test('an obligation is added, started and completed, and its history shows who did it', async () => {
  const page = await app.open(paths.obligations())
  await page.getByRole('button', { name: 'New obligation' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Voided check')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Voided check' }).waitFor()

  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('In progress').waitFor()
  await page.getByRole('button', { name: 'Complete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete “Voided check”' })
  await dialog.getByLabel('Notes').fill('Came by courier')
  await dialog.getByRole('button', { name: 'Complete' }).click()

  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Olga Owner completed it').waitFor()
  // The button that had the focus is gone.
  const reopen = page.getByRole('button', { name: 'Reopen' })
  const isNearFocus = () => reopen.evaluate((element) => element.closest(':focus')?.tagName)
  await expect.poll(isNearFocus).toBe('DIV')
  expect(await statusOf(Number(page.url().split('/').at(-1)))).toBe('completed')
})

test('a problem is shown at its field until the field is changed', async () => {
  const page = await app.open(paths.obligations())
  await page.getByRole('button', { name: 'New obligation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const title = dialog.getByLabel('Title')
  await expect.poll(() => title.getAttribute('aria-invalid')).toBe('true')
  await title.fill('Voided check')
  await expect.poll(() => title.getAttribute('aria-invalid')).not.toBe('true')

  await dialog.getByLabel('Repeat').press('Space')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('Enter when it is first due').waitFor()
  const label = await dialog.getByText('Due', { exact: true }).boundingBox()
  const header = await dialog.locator('header').boundingBox()
  expect(label!.y, 'below the header of the dialog').toBeGreaterThan(header!.y + header!.height - 1)
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
  await page.getByRole('button', { name: 'Complete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByRole('alert').getByText('It has open parts').waitFor()
  expect(await dialog.getByRole('link', { name: 'March statement' }).count()).toBeGreaterThan(0)
  expect(await statusOf(id)).toBe('open')
})

test('an obligation that requires a document cannot be completed without it, and the type is named', async () => {
  const id = await add({ title: 'Lease', requiredDocumentType: 'signed_lease' })
  const page = await app.open(paths.obligation(id), { refusals: [409] })
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  const refused = await page.getByRole('dialog').getByRole('alert').textContent()
  expect(refused).toContain('Add one of the type “Signed lease” above')
  expect(refused).not.toContain('documentId')
})

const verbOf: Record<string, string> = {
  completed: 'complete',
  waived: 'waive',
  rejected: 'reject',
  reopened: 'reopen',
}

test.each([
  { verb: 'Waive', did: 'completed', said: 'It has already been completed', stands: 'Completed' },
  { verb: 'Cancel', did: 'waived', said: 'It has already been waived', stands: 'Waived' },
  { verb: 'Reject', did: 'rejected', said: 'It has not been submitted', stands: 'Open' },
  { verb: 'Reopen', did: 'reopened', said: 'It is not completed', stands: 'Open' },
])('$verb, if somebody else was faster, says so and how to see it', async (raced) => {
  const { verb, did, said, stands } = raced
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
  expect(await refused.textContent()).toContain(said)
  await dialog.getByText('Someone else changed it first. Close this dialog').waitFor()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('They own the place')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('main').getByText(stands, { exact: true }).first().waitFor()
  await page.getByText(`Olga Owner ${did} `).waitFor()
})
