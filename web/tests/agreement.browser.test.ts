import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../../server/tests/support/desks/agreements.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { settled } from './support/settled.ts'

/** The parts of an iframe that these tests use. */
type Framed = { contentDocument: { body: { scrollHeight: number } } | null }

/** How light the text of an agreement is, then its frame, and then what is behind that; 0 if one is transparent. */
const LIGHTNESS = `(() => {
  const frame = document.querySelector('iframe')
  const lightness = (color) => {
    const [red, green, blue, alpha = 1] = color.match(/[\\d.]+/g).map(Number)
    return alpha === 0 ? 0 : Math.max(red, green, blue)
  }
  return [
    lightness(getComputedStyle(frame.contentDocument.body).color),
    lightness(getComputedStyle(frame).backgroundColor),
    lightness(getComputedStyle(frame.parentElement).backgroundColor),
  ]
})()`

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
  await publish(app, { title: 'Terms of service', body: 'You keep **what is yours**.' })
})
afterAll(() => app.stop())

const policy = (version: string, day: string) => ({
  kind: 'privacy_policy',
  title: 'Privacy policy',
  version,
  requiresResign: true,
  effectiveAt: `${day}T00:00:00Z`,
  body: `## Kept\n\nFor **{{legalName}}**, by ${version}.`,
})
const policyPath = paths.agreement('privacy_policy')
const consentTo = (page: Page, version: string) =>
  page.getByLabel(new RegExp(`^I have read version ${version}`))

test('an agreement is opened, read and signed for the workspace, and the evidence shows it', async () => {
  const page = await app.open(paths.agreements())
  await page.getByText('Needs your signature').waitFor()
  await page.getByRole('link', { name: 'Terms of service' }).click()
  const document = page.frameLocator('iframe')
  expect(await document.locator('strong').textContent()).toBe('what is yours')

  const sign = page.getByRole('region', { name: 'Sign' })
  await sign.getByLabel(/^Sign for .* too$/).check()
  const button = sign.getByRole('button', { name: 'Sign for' })
  await button.click()
  await sign.getByText('Enter your title.').waitFor()
  await sign.getByText('Read the agreement, then check this box.').waitFor()
  await expect
    .poll(() => page.evaluate('document.activeElement.labels[0].textContent'))
    .toContain('title')
  await sign.getByLabel('Your title').fill('Managing partner')
  await sign.getByLabel(/^I have read version 1\.0/).check()
  await button.click()

  await page.getByText('Signed by you').waitFor()
  await page.getByText('Signed for the workspace').waitFor()
  expect(await page.getByRole('button', { name: 'Sign' }).count()).toBe(0)
  const facts = page.getByRole('region', { name: 'Status' })
  expect(await facts.textContent()).toContain('Signed as Olga Owner, Managing partner')

  const download = page.waitForEvent('download')
  await facts.getByRole('link', { name: 'Download as JSON' }).click()
  const evidence = await (await download).createReadStream().then((stream) => stream.toArray())
  const [signed] = JSON.parse(Buffer.concat(evidence).toString()).data.documents
  expect(signed.signatures).toMatchObject([{ signerTitle: 'Managing partner', forWorkspace: true }])
  expect(signed.views).toHaveLength(1)
})

test('an agreement that changed during reading is not signed; the new version is shown, and can be signed', async () => {
  await publish(app, policy('1.0', '2026-01-01'))
  const page = await app.open(policyPath, { width: 390, height: 844, refusals: [409] })
  await page.getByLabel('Your title').fill('Broker')
  await consentTo(page, '1\\.0').check()
  // Viewing causes an event, after which the page asks again. Its questions are not answered until it has signed.
  const answered = Promise.withResolvers<void>()
  await page.route('**/v1/workspace/agreements/**', async (route) => {
    if (route.request().method() === 'GET') await answered.promise
    await route.continue()
  })
  await publish(app, policy('1.1', '2026-02-01'))
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  const signed = page.waitForResponse((answer) => answer.url().endsWith('/sign'))
  await sign.click()
  await signed
  answered.resolve()

  const refused = page.getByRole('alert')
  await refused.getByText('Not signed').waitFor()
  expect(await refused.textContent()).toContain('A new version took effect')
  const anew = page.getByRole('button', { name: 'Show current version' })
  const { y = 0, height = 0 } = (await anew.boundingBox()) ?? {}
  expect(y + height, 'the way on, within the phone').toBeLessThan(845)
  await anew.click()

  await page.frameLocator('iframe').getByText('by 1.1.').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN')
  await expect.poll(() => page.evaluate('document.activeElement.scrollTop')).toBe(0)
  expect(await refused.count()).toBe(0)
  expect(await consentTo(page, '1\\.1').isChecked()).toBe(false)
  expect(await page.getByLabel('Your title').inputValue()).toBe('Broker')
  await consentTo(page, '1\\.1').check()
  await sign.click()
  await page.getByText('Signed by you').waitFor()
})

test('agreeing to one document does not agree to the one that replaces it', async () => {
  const page = await app.open(policyPath)
  await page.getByLabel('Your title').fill('Broker')
  await page.getByLabel(/^I have read/).check()
  await publish(app, policy('1.2', '2026-03-01'))
  // Somebody else opens it, so the owner's page asks its queries again.
  const { token } = await app.join('member')
  await app.api('POST', '/v1/workspace/agreements/privacy_policy/viewed', { token })

  await consentTo(page, '1\\.2').waitFor()
  expect(await consentTo(page, '1\\.2').isChecked()).toBe(false)
  await page.getByText('It has changed since you agreed to it').waitFor()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect
    .poll(() => page.evaluate('document.activeElement.labels[0].textContent'))
    .toContain('1.2')
})

test('any version can be read as a document, complete at any window width', async () => {
  await publish(app, {
    ...policy('1.3', '2026-04-01'),
    requiresResign: false,
    body: `**Words** ${'that run over many lines. '.repeat(40)}`,
  })
  const page = await app.open(policyPath)
  const frame = page.locator('iframe')
  const hidden = () =>
    frame.evaluate((shown) => {
      const { scrollHeight = 0 } = (shown as Framed).contentDocument?.body ?? {}
      return Math.max(0, scrollHeight - shown.clientHeight)
    })
  await page.frameLocator('iframe').getByText('Words').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(hidden).toBe(0)

  await page.getByRole('button', { name: 'Version 1.0' }).click()
  const version = page.getByRole('dialog').frameLocator('iframe')
  await version.getByRole('heading', { name: 'Kept' }).waitFor()
  expect(await version.locator('strong').textContent()).toBe('{{legalName}}')
  await page.getByText('is filled in for each workspace').waitFor()
})

test('in the dark theme, the text of an agreement is light on dark', async () => {
  const page = await app.open(policyPath, { scheme: 'dark' })
  await page.frameLocator('iframe').locator('strong').waitFor()
  const [text, ...behind] = (await page.evaluate(LIGHTNESS)) as number[]
  expect(text).toBeGreaterThan(200)
  expect(Math.max(...behind)).toBeLessThan(60)
})

test('the evidence is readable on a phone', async () => {
  const page = await app.open(paths.agreements(), { width: 390, height: 844 })
  const kept = await page.request.get(paths.agreementEvidence('privacy_policy', 'html'))
  // Shows the file by itself, without the app's styles.
  await page.goto('about:blank')
  await page.setContent(await kept.text())
  await page.getByText('SHA-256', { exact: true }).first().waitFor()
  const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(overflow, 'pixels that a phone does not show').toBeLessThanOrEqual(0)
})

test('today announces an agreement when it is published, until the reader has signed it', async () => {
  const member = await app.join('member')
  const page = await app.openAs(member, paths.home(), { width: 390, height: 844 })
  const part = page.getByRole('region', { name: 'To sign' })
  await part.getByRole('link', { name: 'Terms of service', exact: true }).waitFor()
  await publish(app, { kind: 'data_processing', title: 'Data processing' })
  await part.getByRole('link', { name: 'Data processing', exact: true }).waitFor()

  let answered = Promise.withResolvers<void>()
  answered.resolve()
  await page.route('**/v1/today?*', async (route) => {
    await answered.promise
    await route.continue()
  })
  for (const title of ['Terms of service', 'Data processing']) {
    await part.getByRole('link', { name: `Read and sign: ${title}` }).click()
    await page.getByLabel('Your title').fill('Broker')
    await page.getByLabel(/^I have read/).check()
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await page.getByText('Signed by you').waitFor()
    answered = Promise.withResolvers()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    expect(await part.getByText(title).count(), 'before it has asked again').toBe(0)
    answered.resolve()
  }
  await part.getByRole('link', { name: 'Privacy policy', exact: true }).waitFor()
  expect(await part.getByRole('listitem').count()).toBe(1)
})

test('today shows an agreement when it takes effect, while the page is open', async () => {
  const member = await app.join('member')
  const page = await app.openAs(member, paths.home(), {}, (page) => page.clock.install())
  const part = page.getByRole('region', { name: 'To sign' })
  await part.getByRole('link', { name: 'Terms of service', exact: true }).waitFor()
  const hour = 3_600_000
  const effectiveAt = new Date(Date.now() + hour).toISOString()
  const known = page.waitForResponse(async (answer) =>
    new URL(answer.url()).pathname === '/v1/today'
      ? (await answer.text()).includes(effectiveAt)
      : false,
  )
  await publish(app, { kind: 'broker_agreement', title: 'Broker agreement', effectiveAt })
  await known
  await settled(page)
  const link = part.getByRole('link', { name: 'Broker agreement', exact: true })
  expect(await link.count()).toBe(0)
  // The hour passes, for the service and for the page.
  await app.sql(
    "UPDATE agreement_versions SET effective_at = now() WHERE kind = 'broker_agreement'",
  )
  await page.clock.fastForward(hour)
  await link.waitFor()
})
