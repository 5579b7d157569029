import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../../server/tests/support/agreements.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
  await publish(app, { title: 'Terms of service', body: 'You keep **what is yours**.' })
})
afterAll(() => app.stop())

test('an agreement is opened, read and signed for the workspace, and the evidence has all of it', async () => {
  const page = await app.open(paths.agreements())
  await page.getByText('Needs your signature').waitFor()
  await page.getByRole('link', { name: 'Terms of service' }).click()
  const document = page.frameLocator('iframe')
  expect(await document.locator('strong').textContent()).toBe('what is yours')

  const sign = page.getByRole('region', { name: 'Sign' })
  await sign.getByLabel('Your title').fill('Managing partner')
  await sign.getByLabel(/^Sign for .* too$/).check()
  const button = sign.getByRole('button', { name: 'Sign for' })
  expect(await button.isDisabled()).toBe(true)
  await sign.getByLabel(/^I have read version 1\.0/).check()
  await button.click()

  await page.getByText('Signed by you').waitFor()
  await page.getByText('Signed for the workspace').waitFor()
  expect(await page.getByRole('button', { name: 'Sign' }).count()).toBe(0)
  const facts = page.getByRole('region', { name: 'Where it stands' })
  expect(await facts.textContent()).toContain('Signed as Olga Owner, Managing partner')

  const download = page.waitForEvent('download')
  await facts.getByRole('link', { name: 'Download as JSON' }).click()
  const evidence = await (await download).createReadStream().then((stream) => stream.toArray())
  const [signed] = JSON.parse(Buffer.concat(evidence).toString()).data.documents
  expect(signed.signatures).toMatchObject([{ signerTitle: 'Managing partner', forWorkspace: true }])
  expect(signed.views).toHaveLength(1)
})
