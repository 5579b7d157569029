import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOwner } from '../../../../tests/support/desks/fixtures.ts'
import { complaint, plainBounces } from '../../../../tests/support/inputs/bounces.ts'
import { bounce, postMail } from '../../../../tests/support/inputs/mails.ts'
import { freshAddress, openComms } from '../../../../tests/support/messages/comms.ts'
import { startService, type TestService } from '../../../../tests/support/service/service.ts'

let service: TestService
let comms: ReturnType<typeof openComms>
let workspaceId: string
let channel: { id: string; hookSecret: string }
let theirs: typeof channel
const channelOf = async (token: string, body: object = {}) => {
  const made = await service.api('POST', '/v1/comms/channels', {
    token,
    body: {
      name: `Channel ${crypto.randomUUID()}`,
      medium: 'email',
      provider: 'smtp',
      from: 'desk@funding.example',
      settings: { host: 'smtp.funding.example' },
      ...body,
    },
  })
  expect(made.status, made.text).toBe(201)
  return made.body.data
}
let owner: string
beforeAll(async () => {
  service = await startService()
  const desk = await makeOwner(service)
  ;({ workspaceId, owner } = desk)
  comms = openComms(service, { workspaceId, tokens: { owner } })
  channel = await channelOf(owner)
  theirs = await channelOf((await makeOwner(service)).owner)
})
afterAll(() => service.stop())

const post = (raw: string | Uint8Array, to = channel) => postMail(service.origin, to, raw)
const sent = async (body: object = {}) => {
  const message = await comms.send('email', body)
  await comms.bring(message.id, 'sent', 'sent')
  return message
}
const statusOf = async (id: number) => {
  const { status, delivery } = await comms.message(id)
  return [status, delivery.error]
}
const reason = '550 5.1.1 <ann@client.example>: Recipient address rejected: unknown user'
const nothing = { message_id: null, conversation_id: null }

test('a report that an email failed makes it undelivered, in the server’s words, and is not a message', async () => {
  for (const report of [
    (id: string) => bounce(id),
    (id: string) => bounce('', { returned: false, envelopeId: id.slice(1, -1) }),
    (id: string) => bounce('<other@x>', { inReplyTo: id }),
    // Some mail servers write blanks after the delimiters.
    (id: string) => bounce(id).replace(/^--.*$/gm, (line) => `${line.trimEnd()} \t\r`),
  ]) {
    const message = await sent()
    const answer = await post(report(message.external_id))
    expect(answer.body).toEqual({ data: nothing })
    expect(await statusOf(message.id)).toEqual(['undelivered', reason])
    expect(await comms.messages(message.conversation_id)).toHaveLength(1)
    const events = await comms.eventsOf(`message:${message.id}`)
    expect(events.map(({ type }) => type)).toEqual(['message.queued', 'message.failed'])
    await post(report(message.external_id))
    expect(await comms.eventsOf(`message:${message.id}`)).toHaveLength(2)
  }
})

test('so does one in words alone, of whatever server', async () => {
  for (const server of Object.keys(plainBounces('', ''))) {
    const to = freshAddress()
    const message = await sent({ to })
    const raw = plainBounces(message.external_id, to)[server]!
    expect((await post(raw)).body, server).toEqual({ data: nothing })
    expect(await statusOf(message.id), server).toEqual([
      'undelivered',
      expect.stringMatching(/5\.1\.1 no such user/),
    ])
  }
})

test('a report without the Message-ID is on the only email that went to the recipient lately', async () => {
  const other = '<another@relay.example>'
  for (const [id, subjects, expected] of [
    ['', ['Hello'], ['undelivered']],
    ['', ['Hello', 'Hello'], ['sent', 'sent']],
    // The relay wrote a Message-ID of its own.
    [other, ['Your deal', 'Hello'], ['undelivered', 'sent']],
    [other, ['Hello'], ['sent']],
  ] as const) {
    const to = freshAddress()
    const messages = []
    for (const subject of subjects) messages.push(await sent({ to, subject }))
    const { qmail } = plainBounces(id, to)
    await post(id === '' ? qmail!.replace(/^--- Below.*/ms, '') : qmail!)
    const statuses = await Promise.all(messages.map(async (one) => (await statusOf(one.id))[0]))
    expect(statuses).toEqual(expected)
  }
})

test('a complaint about an email is no message, and says so at the email', async () => {
  const message = await sent()
  expect((await post(complaint(message.external_id))).body).toEqual({ data: nothing })
  expect(await statusOf(message.id)).toEqual(['delivered', 'The recipient reported it as spam.'])
})

test('a report of a delay or relay changes nothing, and one of delivery raises the status', async () => {
  const message = await sent()
  for (const action of ['delayed', 'relayed', 'expanded']) {
    expect((await post(bounce(message.external_id, { action }))).status).toBe(201)
    expect(await statusOf(message.id)).toEqual(['sent', null])
  }
  await post(bounce(message.external_id))
  await post(bounce(message.external_id, { action: 'delivered' }))
  expect(await statusOf(message.id)).toEqual(['delivered', null])
  await post(bounce(message.external_id))
  expect(await statusOf(message.id)).toEqual(['delivered', null])
})

test('a report on an unknown email, or another workspace’s, changes nothing', async () => {
  const message = await sent()
  expect((await post(bounce('<nobody@x>'))).body).toEqual({ data: nothing })
  expect((await post(bounce(message.external_id), theirs)).body).toEqual({ data: nothing })
  expect(await statusOf(message.id)).toEqual(['sent', null])
  const count =
    "SELECT count(*) FROM messages WHERE direction = 'inbound' AND sender_name ILIKE '%delivery%'"
  expect(await service.sql(count)).toEqual([{ count: 0 }])
})
