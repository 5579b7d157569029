import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboundTargets } from '../../server/platform/config.parsers.ts'
import { signUp } from '../../server/tests/support/desks/people.ts'
import { startSink } from '../../server/tests/support/outside/smtp-sink.ts'
import { paths } from '../paths.ts'
import { serveApp, startApp, type TestedApp } from './support/app.ts'

const FOCUSED = 'document.activeElement?.labels?.[0]?.textContent'

let app: TestedApp
/** Without a workspace yet. */
let fresh: Awaited<ReturnType<typeof serveApp>>
let mail: Awaited<ReturnType<typeof startSink>>
let key: string

beforeAll(async () => {
  mail = await startSink()
  fresh = await serveApp()
  app = await startApp({
    outbound: { allow: outboundTargets(mail.host) },
    systemMail: {
      url: `smtp://127.0.0.1:${mail.port}?ignoreTLS=true`,
      from: { name: null, address: 'desk@bay.example' },
    },
  })
  const columns = [
    { name: 'Business', type: 'text' },
    { name: 'Phone', type: 'phone' },
    { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }] } },
  ] as const
  const board = await app.board([...columns], { name: 'Applications' })
  key = board.key
  const cells = { business: 'Acme Bakery', phone: '+13125550188', stage: 'New' }
  await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: { cells } })
})
afterAll(async () => {
  await app.stop()
  await fresh.stop()
  await mail.stop()
})

test('a workspace is created without a click', async () => {
  const page = await fresh.openAsStranger('/', { refusals: [401] })
  await page.getByRole('heading', { name: 'Set up Sourcebook' }).waitFor()
  for (const text of ['Bay Funding', 'Olive Owner', 'olive']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  // Everything that is wrong is said at once, and one goes on at the first of it.
  await page.getByText('Enter your email address, such as name@example.com.').waitFor()
  await page.getByText('Enter at least 8 characters.').waitFor()
  await expect.poll(() => page.evaluate(FOCUSED)).toContain('Email')
  await page.keyboard.type('olive@bay.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a long enough password')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  const { data } = await (await page.request.get('/v1/workspace')).json()
  expect(data.timeZone).toBe('America/New_York')
})

test('people who are invited find their name, and only choose a password', async () => {
  const invite = async (body: object) => {
    const answer = await app.owner.api('POST', '/v1/workspace/seats', {
      body: { role: 'viewer', ...body },
    })
    return new URL(answer.body.data.inviteUrl).pathname
  }
  const named = await invite({ email: 'mia@bay.example', name: 'Mia Member' })
  const page = await app.openAsStranger(named, { refusals: [401] })
  const name = page.getByLabel('Your name')
  await name.waitFor()
  expect(await name.inputValue()).toBe('Mia Member')
  await expect.poll(() => page.evaluate(FOCUSED)).toContain('Choose a password')

  // The beginning of an email is not taken for a name.
  await page.goto(await invite({ email: 'vic@bay.example' }))
  await name.waitFor()
  expect(await name.inputValue()).toBe('')
  await expect.poll(() => page.evaluate(FOCUSED)).toContain('Your name')
})

test('whoever invites somebody reads whether the link is emailed', async () => {
  const members = paths.settings('members')
  const emailing = await app.open(members, { width: 390, height: 844 })
  const silent = await fresh.openAs(await signUp(fresh), members)
  for (const [page, before, after] of [
    [
      emailing,
      'We email an invitation link to ann@bay.example.',
      'We are emailing this link. You can also copy and send it yourself.',
    ],
    [
      silent,
      'You get a link to copy and send to ann@bay.example. We don’t email it.',
      'Copy and send this link. A link works once',
    ],
  ] as const) {
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite people' })
    await dialog.getByLabel('Email').fill('ann@bay.example')
    await dialog.getByText(before).waitFor()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText(after).waitFor()
  }
  await expect.poll(() => mail.mailed.flatMap(({ to }) => to)).toContain('ann@bay.example')
})

test('several people are invited at once, and one who cannot be stays in the form', async () => {
  const owner = await signUp(fresh)
  const page = await fresh.openAs(owner, paths.settings('members'), { refusals: [400] })
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  const email = dialog.getByLabel('Email')
  await email.fill('Bo <bo@bay.example>,\ncy@nowhere\ndi@bay.example')
  expect(await dialog.getByLabel('Name').count()).toBe(0)
  await dialog.getByText('links to copy and send to these 3 people').waitFor()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  expect(await email.inputValue()).toBe('cy@nowhere\ndi@bay.example')
  await dialog.getByRole('button', { name: 'Copy invitation link' }).waitFor()
  await email.fill('di@bay.example')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  for (const name of ['bo', 'di']) {
    await dialog.getByRole('button', { name: `invitation link of ${name}@bay.example` }).waitFor()
  }
  await dialog.getByRole('button', { name: 'Done' }).click()
  for (const name of ['bo', 'di']) await page.getByText(`${name}@bay.example`).first().waitFor()
})

test('the commissions of a deal begin with its name while there are no deals, and are divided in cents', async () => {
  const page = await fresh.openAs(await signUp(fresh), paths.deals())
  await page.getByRole('button', { name: 'Start commissions' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => page.evaluate(FOCUSED)).toContain('Name')
  expect(await dialog.getByLabel('Deal').count()).toBe(0)
  await page.keyboard.type('Harbor Cafe')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add split' }).click()
  await dialog.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByLabel('Share').fill('30')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Record collection' }).click()
  await page.keyboard.type('2,500.01')
  const parts = dialog.getByRole('region', { name: 'Who gets how much' })
  await parts.getByText('$1,750.01').waitFor()
  await parts.getByText('$750.00').waitFor()
})

test('a dialog begins in its first field, and a server without sign-in is not said to be signed in to', async () => {
  const page = await app.open(paths.records(key))
  await page.locator('[data-row="0"] [role="rowheader"]').hover()
  await page.locator('[data-row="0"] [data-act="pick"]').click()
  const selected = page.getByRole('toolbar', { name: 'Selected rows' })
  await selected.getByRole('button', { name: 'Text' }).click()
  await page.getByRole('dialog', { name: 'Text 1 record' }).waitFor()
  await expect.poll(() => page.evaluate(FOCUSED)).toContain('Message')

  await page.goto(paths.settings('channels'))
  await page.getByRole('button', { name: 'Connect channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect channel' })
  await expect.poll(() => page.evaluate(FOCUSED)).toContain('Kind')
  await dialog.getByLabel('Name').fill('Desk mail')
  await dialog.getByLabel('From address').fill('desk@bay.example')
  await dialog.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1')
  await dialog.getByLabel('Port').fill(String(mail.port))
  await dialog.getByRole('combobox', { name: 'Encryption' }).click()
  await page.getByRole('option', { name: /^None/ }).click()
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The server answered. Nothing was sent.').waitFor()
})

test('on a phone, the name, the view and the count are in one line for viewers too', async () => {
  const viewer = await app.join('viewer')
  const page = await app.openAs(viewer, `${paths.records(key)}?kind=kanban`, {
    width: 390,
    height: 844,
  })
  await page.getByText('1 row', { exact: true }).waitFor()
  await page.getByText('Acme Bakery').waitFor()
  const tops = await Promise.all(
    [
      page.getByRole('heading', { name: 'Applications', level: 1 }),
      page.getByTitle('View only'),
      page.getByText('1 row', { exact: true }),
    ].map(async (part) => {
      const { y, height } = (await part.boundingBox())!
      return y + height / 2
    }),
  )
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8)
})
