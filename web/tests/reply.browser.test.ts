import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboundTargets } from '../../server/platform/config.parsers.ts'
import { until } from '../../server/tests/support/clients/listener.ts'
import { startSink } from '../../server/tests/support/outside/smtp-sink.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { settled } from './support/settled.ts'

let app: TestedApp
let mail: Awaited<ReturnType<typeof startSink>>
let conversation: number

beforeAll(async () => {
  mail = await startSink()
  app = await startApp({ outbound: { allow: outboundTargets(mail.host) } })
  app.work()
  const make = async (path: string, body: object) => {
    const {
      status,
      text,
      body: answer,
    } = await app.owner.api('POST', `/v1/comms/${path}`, { body })
    expect(status, text).toBe(201)
    return answer.data
  }
  await make('channels', {
    name: 'Mail',
    medium: 'email',
    provider: 'smtp',
    from: 'desk@funding.example',
    settings: { host: '127.0.0.1', port: mail.port, security: 'none' },
  })
  const opened = { medium: 'email', address: 'rosa@harbor.example', subject: 'Your application' }
  conversation = (await make('conversations', opened)).id
})
afterAll(async () => {
  await app.stop()
  await mail.stop()
})

test('an email written in a thread is sent, and the thread says so', async () => {
  const page = await app.open(paths.conversation(conversation))
  const form = page.getByRole('form', { name: 'Write an email' })
  await form.getByRole('textbox', { name: 'Email' }).fill('We have your statements.')
  await form.getByRole('textbox', { name: 'Email' }).press('Control+a')
  await form.getByRole('button', { name: 'Bold' }).click()
  await form.getByRole('button', { name: 'Send email' }).click()

  const message = page.getByRole('article')
  await message.getByText('Sent: the mail server accepted it').waitFor()
  expect(mail.mailed).toHaveLength(1)
  expect(mail.mailed[0]).toMatchObject({ to: ['rosa@harbor.example'] })
  expect(mail.mailed[0]!.raw).toContain('<strong>We have your statements.</strong>')
  const frame = message.frameLocator('iframe')
  expect(await frame.locator('strong').textContent()).toBe('We have your statements.')
})

test('an email that the mail server refuses shows the reason, and can be retried', async () => {
  const page = await app.open(paths.conversation(conversation))
  mail.behaves({ at: 'rcpt', code: 550, text: '5.1.1 no such user' })
  const form = page.getByRole('form', { name: 'Write an email' })
  await form.getByRole('textbox', { name: 'Email' }).fill('Are you there?')
  await form.getByRole('button', { name: 'Send email' }).click()
  const failed = page.getByRole('article').filter({ hasText: 'no mailbox has that address' })
  await failed.waitFor()

  mail.behaves('take')
  await failed.getByRole('button', { name: 'Retry' }).click()
  await until(async () => mail.mailed.length === 2, 'it came')
  await page.getByText('It was sent again as a new message, below.').waitFor()
})

test('what is sent while the connection is away waits, and is sent once', async () => {
  const page = await app.open(paths.conversation(conversation))
  const form = page.getByRole('form', { name: 'Write an email' })
  await form.getByRole('textbox', { name: 'Email' }).fill('The papers are in.')
  let posts = 0
  // The first is done, and its answer is lost.
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'POST' && ++posts === 1) await route.fetch()
    await route.abort()
  })
  await form.getByRole('button', { name: 'Send email' }).click()
  await form.getByText('This waits here and is sent when the connection is back').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect.poll(() => form.getByRole('textbox', { name: 'Email' }).textContent()).toBe('')
  const { body } = await app.owner.api(
    'GET',
    `/v1/comms/conversations/${conversation}/messages?limit=100`,
  )
  const all = body.data.filter(({ content }: { content: string }) => content.includes('papers'))
  expect(all.length).toBe(1)
})

test('a missing conversation is named in the title too, until the inbox sets it again', async () => {
  const page = await app.open(paths.conversation(999), { refusals: [404] })
  await page.getByText('Conversation not found').waitFor()
  await expect.poll(() => page.title()).toBe('Conversation not found · Sourcebook')
  await page.getByRole('link', { name: 'Show all conversations' }).click()
  await expect.poll(() => page.title()).toBe('Inbox · Sourcebook')
})

test('"Closed." appears once the service has closed the conversation, and not if it failed', async () => {
  const page = await app.open(paths.conversation(conversation))
  const hint = page.getByText('Closed. A new message reopens it.')
  const sent = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/v1/comms/conversations/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    sent.resolve()
    await answered.promise
    await route.abort()
  })
  const close = page.getByRole('button', { name: 'Close', exact: true })
  await close.click()
  await sent.promise
  await settled(page)
  expect(await hint.count()).toBe(0)
  answered.resolve()
  await page.getByText('The service did not answer. Try again in a moment.').waitFor()
  expect(await hint.count()).toBe(0)

  await page.unrouteAll()
  await close.click()
  await hint.waitFor()
  const { body } = await app.owner.api('GET', `/v1/comms/conversations/${conversation}`)
  expect(body.data.status).toBe('closed')
})
