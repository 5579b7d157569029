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
const statusOf = async (id: number) =>
  (await app.owner.api('GET', `/v1/obligations/${id}`)).body.data.status

test('one is added, started and completed, and its history tells who did it', async () => {
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
  expect(await statusOf(Number(page.url().split('/').at(-1)))).toBe('completed')
})

test('waiving takes a reason, which then stands on the page', async () => {
  const id = await add({ title: 'Landlord letter' })
  const page = await app.open(paths.obligation(id))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Waive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Waive “Landlord letter”' })
  expect(await dialog.getByRole('button', { name: 'Waive' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').fill('They own the place')
  await dialog.getByRole('button', { name: 'Waive' }).click()

  await page.getByRole('heading', { name: 'Why it was waived' }).waitFor()
  expect(await page.getByText('They own the place', { exact: true }).isVisible()).toBe(true)
  expect(await statusOf(id)).toBe('waived')
})

test('one with an open part is not completed, and the part is named', async () => {
  const id = await add({ title: 'Statements' })
  await add({ title: 'March statement', parentObligationId: id })
  const page = await app.open(paths.obligation(id), { refusals: [409] })
  await page.getByRole('button', { name: 'Complete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByRole('link', { name: 'March statement' }).count()).toBeGreaterThan(0)
  expect(await statusOf(id)).toBe('open')
})
