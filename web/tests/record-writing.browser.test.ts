import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePage } from '../../server/tests/support/desks/fixtures.ts'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { lineOf } from './support/line.ts'

let app: TestedApp
let leads: { key: string }
let nth = 0

beforeAll(async () => {
  app = await startApp()
  leads = await makePage(app, app.owner.token, [
    { name: 'Business', type: 'text' },
    { name: 'Cell', type: 'phone' },
    { name: 'Office', type: 'phone' },
    { name: 'Email', type: 'email' },
  ])
})
afterAll(() => app.stop())

/** A lead with two numbers and an email address of its own. */
async function makeLead(business: string) {
  const number = () => `+1201555${String(++nth).padStart(4, '0')}`
  const cells = {
    business,
    cell: number(),
    office: number(),
    email: `${business.toLowerCase().replace(/\W/g, '')}@example.com`,
  }
  const { body } = await app.owner.api('POST', `/v1/definitions/${leads.key}/rows`, {
    body: { cells },
  })
  const id: string = body.data.id
  const conversations = async () =>
    (await app.owner.api('GET', `/v1/comms/conversations?row_id=${id}`)).body.data
  return { id, ...cells, conversations }
}
const recordOf = (page: Page) => page.getByRole('complementary', { name: 'Record' })
const activityOf = (page: Page) =>
  recordOf(page).getByRole('region', { name: 'Activity' }).getByRole('listitem')

test('a text is sent from a record, to the number that was chosen, in a conversation about it', async () => {
  const lead = await makeLead('Golden Gate')
  const page = await app.open(paths.record(leads.key, lead.id))
  await recordOf(page).getByRole('button', { name: 'Text', exact: true }).click()
  await page.getByRole('menuitem').filter({ hasText: 'Office' }).click()
  const text = recordOf(page).getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Your offer is ready.')
  await text.press('Control+Enter')
  const sent = activityOf(page).filter({ hasText: 'Your offer is ready.' })
  await sent.filter({ hasText: 'Olga Owner wrote a text' }).waitFor()
  expect(await text.inputValue()).toBe('')
  expect(await lead.conversations()).toMatchObject([{ medium: 'text', address: lead.office }])
})

test('an email goes into the record’s own conversation, also with a template and Ctrl+Enter', async () => {
  const lead = await makeLead('Harbor Bakery')
  await app.owner.api('POST', '/v1/comms/templates', {
    body: {
      name: 'Papers',
      medium: 'email',
      definition_key: leads.key,
      subject: 'Papers',
      content: 'Please send the papers for {{business}}.',
    },
  })
  const page = await app.open(paths.record(leads.key, lead.id))
  await recordOf(page).getByRole('button', { name: 'Email', exact: true }).click()
  const form = recordOf(page).getByRole('form', { name: 'Write an email' })
  await form.getByRole('button', { name: 'Template' }).click()
  await page.getByRole('menuitem', { name: /^Papers/ }).click()
  await form.getByText('Please send the papers for Harbor Bakery.').waitFor()
  await expect.poll(() => form.getByRole('button', { name: 'Send email' }).isEnabled()).toBe(true)
  await page.keyboard.press('Control+Enter')
  await activityOf(page).filter({ hasText: 'papers for Harbor Bakery' }).waitFor()
  expect(await lead.conversations()).toMatchObject([{ medium: 'email', address: lead.email }])
})

test('an email is written and sent with keys alone, and the next one begun', async () => {
  const lead = await makeLead('Ivy House')
  const page = await app.open(paths.record(leads.key, lead.id))
  await recordOf(page).getByRole('button', { name: 'Email', exact: true }).click()
  const subject = recordOf(page).getByRole('textbox', { name: 'Subject' })
  const form = recordOf(page).getByRole('form', { name: 'Write an email' })
  const email = form.getByRole('textbox', { name: 'Email' })
  await email.waitFor()
  await expect
    .poll(() => subject.evaluate((field) => field === field.ownerDocument.activeElement))
    .toBe(true)
  await page.keyboard.type('Your offer')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hello there')
  await page.keyboard.press('Control+Enter')
  await activityOf(page).filter({ hasText: 'Hello there' }).waitFor()
  await expect
    .poll(() => email.evaluate((text) => text === text.ownerDocument.activeElement))
    .toBe(true)
  await recordOf(page).getByText('Comment', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Comment' }).waitFor()
  await page.keyboard.type('Sent the offer.')
  await page.keyboard.press('Control+Enter')
  await activityOf(page).filter({ hasText: 'Sent the offer.' }).waitFor()
})

test('a call is logged with what came of it', async () => {
  const lead = await makeLead('Iron Works')
  const page = await app.open(`${paths.record(leads.key, lead.id)}&write=call`)
  const form = recordOf(page).getByRole('form', { name: 'Log a call' })
  expect(await form.getByRole('link', { name: 'Dial' }).getAttribute('href')).toBe(
    `tel:${lead.cell}`,
  )
  await form.getByRole('textbox', { name: 'Notes' }).fill('Wants two offers.')
  await form.getByRole('button', { name: 'Log call' }).click()
  await activityOf(page).filter({ hasText: 'Olga Owner called' }).waitFor()
  await recordOf(page).getByRole('textbox', { name: 'Comment' }).waitFor()
  const [thread] = await lead.conversations()
  expect(thread.last_message).toMatchObject({ is_call: true, excerpt: 'Wants two offers.' })
})

test('Ctrl+Enter logs a call from any field', async () => {
  const lead = await makeLead('Jade Imports')
  const page = await app.open(`${paths.record(leads.key, lead.id)}&write=call`)
  const form = recordOf(page).getByRole('form', { name: 'Log a call' })
  await form.getByRole('textbox', { name: 'Notes' }).fill('Call again on Monday.')
  const minutes = form.getByRole('textbox', { name: 'Minutes' })
  await minutes.fill('3')
  await minutes.press('Control+Enter')
  await activityOf(page).filter({ hasText: 'Call again on Monday.' }).waitFor()
  await recordOf(page).getByRole('textbox', { name: 'Comment' }).waitFor()
  expect(await lead.conversations()).toHaveLength(1)
})

test('a comment that is refused stays, and its form says why', async () => {
  const lead = await makeLead('Juno Motors')
  const member = await app.join('member', 'Maya Member')
  const page = await app.openAs(member, paths.record(leads.key, lead.id), { refusals: [403] })
  const form = recordOf(page).getByRole('form', { name: 'Write a comment' })
  const field = form.getByRole('textbox', { name: 'Comment' })
  await field.fill('Ask for the statements.')
  await app.sql("UPDATE seats SET role = 'viewer' WHERE workspace_id = $1 AND crm_user_id = $2", [
    app.owner.workspaceId,
    member.crmUserId,
  ])
  await field.press('Control+Enter')
  await form.getByRole('alert').filter({ hasText: 'viewer' }).waitFor()
  expect(await field.inputValue()).toBe('Ask for the statements.')
})

test.each(['request', 'answer'] as const)(
  'what is written stands in its box if the page is left while its %s is late, and is sent once',
  async (part) => {
    const lead = await makeLead(`Late ${part}`)
    const comments = async () =>
      (
        await app.owner.api('GET', `/v1/definitions/${leads.key}/rows/${lead.id}/comments`)
      ).body.data.map(({ body }: { body: string }) => body)
    const messages = async () => {
      const [thread] = await lead.conversations()
      if (!thread) return []
      const path = `/v1/comms/conversations/${thread.id}/messages`
      return (await app.owner.api('GET', path)).body.data.map(
        ({ content }: { content: string }) => content,
      )
    }
    const page = await app.open(paths.record(leads.key, lead.id))
    const line = await lineOf(page)
    for (const [way, name, sent] of [
      ['comment', 'Comment', comments],
      ['text', 'Text', messages],
      ['call', 'Notes', messages],
    ] as const) {
      const before = (await sent()).length
      const field = recordOf(page).getByRole('textbox', { name, exact: true })
      await page.goto(`${paths.record(leads.key, lead.id)}&write=${way}`)
      await field.fill(`Said by ${way}`)
      line.hold(20_000, part)
      const asked = page.waitForRequest((request) => request.method() === 'POST')
      await field.press('Control+Enter')
      await asked
      if (part === 'answer') await expect.poll(sent).toHaveLength(before + 1)
      await page.reload()
      line.hold(0, part)
      await expect.poll(() => field.inputValue()).toBe(`Said by ${way}`)
      await field.press('Control+Enter')
      // The form of a call gives way to the comment.
      if (way === 'call') await field.waitFor({ state: 'detached' })
      else await expect.poll(() => field.inputValue()).toBe('')
      expect((await sent()).filter((text: string) => text === `Said by ${way}`)).toHaveLength(1)
    }
  },
)

test('what is written and not sent is there after a reload, until somebody signs out', async () => {
  const lead = await makeLead('Kettle House')
  // What the page asks for as it is left is asked by nobody any more.
  const page = await app.openAs(
    await app.join('member', 'Sol Signer'),
    paths.record(leads.key, lead.id),
    { refusals: [401] },
  )
  const field = recordOf(page).getByRole('textbox', { name: 'Comment' })
  await field.fill('Ask for')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('Ask for')
  await page.getByRole('button', { name: /account and workspaces/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.evaluate('Object.values(localStorage).join()')).not.toContain('Ask for')
})

test.each(['text', 'email', 'call'])(
  'nothing stands in the way of writing from a record: %s',
  async (way) => {
    const lead = await makeLead('Kiln and Co')
    const page = await app.open(`${paths.record(leads.key, lead.id)}&write=${way}`)
    await recordOf(page).getByRole('form').waitFor()
    await expectAccessible(page)
  },
)

test('keys in the composer say what is missing', async () => {
  const lead = await makeLead('Juniper')
  const page = await app.open(`${paths.record(leads.key, lead.id)}&write=text`)
  const form = recordOf(page).getByRole('form', { name: 'Write a text' })
  await form.getByRole('button', { name: 'Template' }).press('Control+Enter')
  await form.getByText('Write something first.').waitFor()
})

test('a new message finds people by the name of their record, and links it', async () => {
  const lead = await makeLead('Kessler Roofing')
  const page = await app.open(paths.newConversation())
  const dialog = page.getByRole('dialog', { name: 'New message' })
  await dialog.getByRole('textbox', { name: 'To' }).fill('kessler')
  await page.getByRole('option').filter({ hasText: 'Kessler Roofing' }).first().click()
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello')
  await dialog.getByRole('button', { name: 'Send text' }).click()
  await page.getByRole('heading', { name: 'Kessler Roofing' }).waitFor()
  expect(await lead.conversations()).toMatchObject([{ address: lead.cell, row_id: lead.id }])
})

test('a text that failed at a landline goes another way, with its words and its record', async () => {
  const lead = await makeLead('Lantern Press')
  const record = { definition_key: leads.key, row_id: lead.id }
  const { body } = await app.owner.api('POST', '/v1/comms/send', {
    body: { medium: 'text', to: lead.cell, content: 'Are you there?', ...record },
  })
  await app.sql(
    `WITH changed AS (
       UPDATE messages SET status = 'failed', text_facts = text_facts || '{"error_code": "30006"}'
       WHERE workspace_id = $1 AND id = $2)
     UPDATE message_deliveries SET state = 'failed', next_attempt_at = NULL, settled_at = now()
     WHERE workspace_id = $1 AND message_id = $2`,
    [app.owner.workspaceId, body.data.id],
  )
  const page = await app.open(paths.conversation(body.data.conversation_id))
  const failed = page.getByRole('article').filter({ hasText: 'that number is a landline' })
  await failed.getByText('A retry will most likely fail again.').waitFor()
  await failed.getByRole('button', { name: 'Send another way' }).click()
  await page.getByRole('menuitem').filter({ hasText: lead.email }).click()
  const dialog = page.getByRole('dialog', { name: 'New message' })
  await dialog.getByRole('textbox', { name: 'Email' }).getByText('Are you there?').waitFor()
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await page.getByRole('heading', { name: 'Lantern Press' }).waitFor()
  await expect.poll(async () => (await lead.conversations()).length).toBe(2)
})

test('the icon of an email cell opens the record’s composer once the desk has a channel', async () => {
  const lead = await makeLead('Marlow Freight')
  const made = await app.owner.api('POST', '/v1/comms/channels', {
    body: {
      name: 'Mail',
      medium: 'email',
      provider: 'smtp',
      from: 'desk@funding.example',
      settings: { host: 'smtp.funding.example', port: 587, security: 'starttls' },
    },
  })
  expect(made.status, made.text).toBe(201)
  const page = await app.open(paths.records(leads.key))
  const grid = page.getByRole('grid')
  await grid.getByText(lead.email).hover()
  await grid.getByRole('link', { name: `Email ${lead.email}` }).click()
  const form = recordOf(page).getByRole('form', { name: 'Write an email' })
  await form.getByRole('textbox', { name: 'Subject' }).waitFor()
  await recordOf(page).getByRole('heading', { name: 'Marlow Freight' }).waitFor()
  await expect
    .poll(() => form.evaluate((one) => one.contains(one.ownerDocument.activeElement)))
    .toBe(true)
})
