import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { freshNumber } from '../../../tests/support/messages/comms.ts'
import { openTemplates, type Templates } from '../../../tests/support/messages/templates.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let templates: Templates
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  templates = await openTemplates(service, desk)
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
type Recipient = { to: string; row_id: string }
const sendMany = (
  template_id: string,
  recipients: Recipient[],
  more: object = {},
  headers: Record<string, string> = {},
) => templates.as('member')('POST', 'send-many', { template_id, recipients, ...more }, headers)
const row = (cells: object) => templates.addRow(cells)

test('each recipient gets the template, filled from its own row, in its own thread', async () => {
  const template = await templates.create(templates.text())
  const to = [freshNumber(), freshNumber()]
  const known = await templates.as('member')('POST', 'send', {
    medium: 'text',
    to: to[1],
    content: 'Before',
  })
  const rows = [await row({ business: 'Ann Bakery' }), await row({ business: 'Bea Bikes' })]
  const { status, body, text } = await sendMany(
    template.id,
    rows.map((row_id, i) => ({ to: to[i]!, row_id })),
  )
  expect(status, text).toBe(201)
  expect(body.data.refused).toEqual([])
  expect(body.data.messages.map((one: { row_id: string }) => one.row_id)).toEqual(rows)
  const [first, second] = body.data.messages
  expect(second.conversation_id).toBe(known.body.data.conversation_id)
  const get = async (path: string) => (await templates.as('member')('GET', path)).body.data
  expect(await get(`messages/${first.message_id}`)).toMatchObject({
    content: 'Hello Ann Bakery',
    status: 'queued',
  })
  expect(await get(`conversations/${first.conversation_id}`)).toMatchObject({
    address: to[0],
    definition_key: templates.deals.key,
    row_id: rows[0],
  })
  const [event] = await service.sql(
    "SELECT data FROM events WHERE type = 'message.queued' AND subject = $1",
    [`message:${first.message_id}`],
  )
  expect(event.data.rowId).toBe(rows[0])
})

test('who cannot get it is refused alone, with the reason', async () => {
  const template = await templates.create(templates.text())
  const good = await row({ business: 'Ann Bakery' })
  const empty = await row({ amount: 5 })
  const long = await row({ business: 'x'.repeat(1700) })
  const [once, out] = [freshNumber(), freshNumber()]
  const optOut = { address: out, medium: 'text', opted_out: true }
  expect((await templates.as('member')('PUT', 'opt-outs', optOut)).status).toBe(200)
  const { status, body } = await sendMany(template.id, [
    { to: 'nobody', row_id: good },
    { to: once, row_id: good },
    { to: once, row_id: good },
    { to: out, row_id: good },
    { to: freshNumber(), row_id: empty },
    { to: freshNumber(), row_id: long },
  ])
  expect(status).toBe(201)
  expect(body.data.messages).toHaveLength(1)
  expect(body.data.refused.map(({ reason }: { reason: string }) => reason)).toEqual([
    'address_invalid',
    'address_repeated',
    'recipient_opted_out',
    'template_fields_missing',
    'too_long',
  ])
  for (const { message } of body.data.refused) expect(message).toMatch(/\.$|digits|number/)
  const values = body.data.refused.map((one: { values: object }) => one.values)
  expect(values.slice(1, 4)).toEqual([{ address: once }, { address: out }, { columns: 'business' }])
})

test('a retry with the same key sends nothing twice', async () => {
  const template = await templates.create(templates.text())
  const recipients = [{ to: freshNumber(), row_id: await row({ business: 'Ann' }) }]
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await sendMany(template.id, recipients, {}, key)
  const again = await sendMany(template.id, recipients, {}, key)
  expect(again.body).toEqual(first.body)
  const thread = first.body.data.messages[0].conversation_id
  const found = await templates.as('member')('GET', `conversations/${thread}/messages`)
  expect(found.body.data).toHaveLength(1)
})

test('simultaneous requests to the same people all succeed, each in one thread', async () => {
  const template = await templates.create(templates.text())
  const rows = [await row({ business: 'Ann' }), await row({ business: 'Bea' })]
  const to = [freshNumber(), freshNumber()]
  const recipients = rows.map((row_id, i) => ({ to: to[i]!, row_id }))
  const answers = await Promise.all(
    [recipients, recipients.toReversed(), recipients].map((one) => sendMany(template.id, one)),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const threads = answers.flatMap(({ body }) =>
    body.data.messages.map((one: { conversation_id: number }) => one.conversation_id),
  )
  expect(new Set(threads).size).toBe(2)
})

test('nothing is sent with a row, template or channel that is not there, or by a viewer', async () => {
  const template = await templates.create(templates.text())
  const good = { to: freshNumber(), row_id: await row({ business: 'Ann' }) }
  const refusals: [string, Recipient[], object, string, string][] = [
    [NOWHERE, [good], {}, 'unknown_reference', 'body.template_id'],
    [
      template.id,
      [good, { ...good, row_id: NOWHERE }],
      {},
      'unknown_reference',
      'body.recipients[1].row_id',
    ],
    [template.id, [good], { channel_id: NOWHERE }, 'unknown_reference', 'body.channel_id'],
    [template.id, [], {}, 'invalid_request', 'body.recipients'],
    [template.id, Array(101).fill(good), {}, 'invalid_request', 'body.recipients'],
  ]
  for (const [id, recipients, more, code, path] of refusals) {
    const { status, body } = await sendMany(id, recipients, more)
    expect([status, body.code, body.issues[0].path]).toEqual([400, code, path])
  }
  const viewer = await templates.as('viewer')('POST', 'send-many', {
    template_id: template.id,
    recipients: [good],
  })
  expect(viewer.status).toBe(403)
  const threads = await templates.as('member')(
    'GET',
    `conversations?address=${encodeURIComponent(good.to)}`,
  )
  expect(threads.body.data).toEqual([])
})

test('a column that the sender cannot see merges nothing', async () => {
  const template = await templates.create(
    templates.text({ content: 'Margin {{margin|none}}' }),
    'manager',
  )
  const recipients = [{ to: freshNumber(), row_id: await row({ business: 'Ann', margin: 3 }) }]
  const refused = await sendMany(template.id, recipients)
  expect([refused.status, refused.body.code]).toEqual([400, 'unknown_column'])
  expect(refused.text).not.toContain('margin')
})

const words = (more: object = {}) => ({
  medium: 'text',
  definition_key: templates.deals.key,
  content: 'Hello {{business|there}}',
  ...more,
})
const sendWords = (body: object, role: 'member' | 'viewer' = 'member') =>
  templates.as(role)('POST', 'send-many', body)

test('words without a template are filled from each row, and keep the recipients’ quiet hours', async () => {
  const rows = [await row({ business: 'Ann Bakery' }), await row({})]
  const recipients = rows.map((row_id) => ({ to: freshNumber(), row_id }))
  const { status, body, text } = await sendWords({ ...words(), recipients })
  expect(status, text).toBe(201)
  const ids = body.data.messages.map(({ message_id }: { message_id: number }) => message_id)
  const contents = await Promise.all(
    ids.map(
      async (id: number) => (await templates.as('member')('GET', `messages/${id}`)).body.data,
    ),
  )
  expect(contents.map(({ content }) => content)).toEqual(['Hello Ann Bakery', 'Hello there'])
  // This column says which messages keep quiet hours, also when they are sent again.
  const kept = await service.sql(
    'SELECT template_id FROM messages WHERE id = ANY($1) AND template_id IS NOT NULL',
    [ids],
  )
  expect(kept).toHaveLength(2)
  const listed = await templates.as('owner')('GET', 'templates?limit=200')
  expect(listed.body.data.map(({ name }: { name: string }) => name)).not.toContain('')
})

test('an email of words has its subject and formatting, and can be previewed for one row', async () => {
  const email = words({
    medium: 'email',
    subject: 'For {{business}}',
    content: 'Hello {{business}}',
    content_html: '<p>Hello <b>{{business}}</b><script>1</script></p>',
  })
  const ann = await row({ business: 'Ann & Co' })
  const preview = await templates.as('member')('POST', 'preview', { ...email, row_id: ann })
  expect(preview.status, preview.text).toBe(201)
  expect(preview.body.data).toEqual({
    subject: 'For Ann & Co',
    content: 'Hello Ann & Co',
    content_html: '<p>Hello <b>Ann &amp; Co</b></p>',
    segment_count: null,
    missing: [],
  })
  const recipients = [{ to: 'ann@bakery.example', row_id: ann }]
  const { body } = await sendWords({ ...email, recipients })
  const id = body.data.messages[0].message_id
  expect((await templates.as('member')('GET', `messages/${id}`)).body.data).toMatchObject({
    subject: 'For Ann & Co',
    content_html: '<p>Hello <b>Ann &amp; Co</b></p>',
  })
  const empty = await row({})
  const missing = await templates.as('member')('POST', 'preview', { ...email, row_id: empty })
  expect(missing.body.data.missing).toEqual(['business'])
})

test('words are refused that are incomplete, beside a template, or wrong; a row that cannot fill them is refused alone', async () => {
  const template = await templates.create(templates.text())
  const good = { to: freshNumber(), row_id: await row({ business: 'Ann' }) }
  const recipients = [good]
  const refusals: [object, string, string[]][] = [
    [{}, 'invalid_request', ['body.medium', 'body.definition_key', 'body.content']],
    [words({ content: ' ' }), 'invalid_request', ['body.content']],
    [
      { ...words(), template_id: template.id },
      'invalid_request',
      ['body.medium', 'body.definition_key', 'body.content'],
    ],
    [words({ content: 'Hello {{business' }), 'invalid_request', ['body.content']],
    [words({ content: 'Hello {{nobody}}' }), 'unknown_column', ['body.content']],
    // The sender cannot see this one.
    [words({ content: 'Margin {{margin|none}}' }), 'unknown_column', ['body.content']],
    [words({ definition_key: 'nowhere' }), 'unknown_reference', ['body.definition_key']],
    [
      words({ subject: 'x', content_html: '<p>x</p>' }),
      'email_only',
      ['body.subject', 'body.content_html'],
    ],
  ]
  for (const [body, code, paths] of refusals) {
    const answer = await sendWords({ ...body, recipients })
    expect([answer.status, answer.body.code], answer.text).toEqual([400, code])
    expect(answer.body.issues.map(({ path }: { path: string }) => path)).toEqual(paths)
    if ('content' in body && !('template_id' in body) && body.content !== ' ') {
      const preview = await templates.as('member')('POST', 'preview', {
        ...body,
        row_id: good.row_id,
      })
      expect([preview.status, preview.body.code], preview.text).toEqual([400, code])
    }
  }
  const nowhere = await templates.as('member')('POST', 'preview', { ...words(), row_id: NOWHERE })
  expect([nowhere.status, nowhere.body.code]).toEqual([400, 'unknown_reference'])
  expect((await sendWords({ ...words(), recipients }, 'viewer')).status).toBe(403)

  const empty = { to: freshNumber(), row_id: await row({}) }
  const { body } = await sendWords({
    ...words({ content: 'Hello {{business}}' }),
    recipients: [good, empty],
  })
  expect(body.data.messages).toHaveLength(1)
  expect(body.data.refused).toMatchObject([
    { row_id: empty.row_id, reason: 'template_fields_missing' },
  ])
})
