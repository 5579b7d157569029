import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../tests/support/clients/listener.ts'
import { makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { freshNumber, openComms } from '../../../tests/support/messages/comms.ts'
import {
  inboundForm,
  openTextDesk,
  type TextDesk,
} from '../../../tests/support/messages/text-desk.ts'
import { freshSid, postToHook, twilioChannel } from '../../../tests/support/outside/twilio.ts'

// Receiving end to end: the provider's signed webhooks, and their effects.
let at: TextDesk
beforeAll(async () => {
  at = await openTextDesk('Kite & Co')
})
afterAll(() => at.stop())

describe('a hook of texts', () => {
  test('accepts only what the provider of its channel has signed', async () => {
    const strangers = await makeOwner(at.service)
    const theirs = openComms(at.service, { ...strangers, tokens: { owner: strangers.owner } })
    const credentials = { authToken: 'their own token' }
    await theirs.api('POST', 'channels', twilioChannel(at.twilio.url, { credentials }))
    const before = await at.everything()
    for (const kind of ['inbound', 'status', 'voice'] as const) {
      const fields = {
        ...inboundForm(freshNumber()),
        MessageStatus: 'sent',
        CallSid: freshSid('CA'),
      }
      for (const more of [
        { signature: null },
        { signature: '' },
        { signature: 'nonsense' },
        { token: credentials.authToken },
      ]) {
        const answer = await at.post(kind, fields, more)
        expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
      }
    }
    expect(await at.everything()).toEqual(before)
  })

  test('refuses bodies that are not forms or too long, and unknown channels and other kinds of channel', async () => {
    const email = await at.comms.api('POST', 'channels', {
      name: 'Outbox',
      medium: 'email',
      provider: 'local',
      from: 'desk@funding.example',
    })
    const fields = inboundForm(freshNumber())
    const json = await at.service.api('POST', `/v1/hooks/${at.channelId}/status`, { body: {} })
    expect(json.status).toBe(415)
    const mime = await at.service.api('POST', `/v1/hooks/${at.channelId}/inbound`, {
      body: 'Subject: x\r\n\r\nx',
      headers: { 'content-type': 'message/rfc822' },
    })
    expect(mime.status).toBe(415)
    const long = await at.post('inbound', { ...fields, Body: 'x'.repeat(300_000) })
    expect([long.status, long.body.code]).toEqual([413, 'payload_too_large'])
    const nobody = '0190cafe-0000-7000-8000-00000000dead'
    for (const id of [nobody, email.body.data.id]) {
      expect((await postToHook(at.service, id, 'status', fields)).body.code).toBe('not_found')
    }
    expect((await postToHook(at.service, 'no-id', 'status', fields)).status).toBe(404)
  })

  test('refuses forms that name no message, no call or nobody', async () => {
    for (const [kind, fields] of [
      ['inbound', { ...inboundForm(freshNumber()), MessageSid: '' }],
      ['inbound', { ...inboundForm(freshNumber()), MessageSid: 'SM\0' }],
      ['inbound', inboundForm('')],
      ['status', { MessageStatus: 'sent' }],
      ['voice', { CallStatus: 'ringing', From: freshNumber() }],
      ['voice', { CallSid: freshSid('CA'), CallStatus: 'ringing' }],
    ] as const) {
      const answer = await at.post(kind, fields)
      expect([answer.status, answer.body.code], kind).toEqual([400, 'invalid_message'])
    }
  })

  test('is signed for the provider’s address of it, including a query', async () => {
    const from = freshNumber()
    expect((await at.post('inbound', inboundForm(from), { query: '?of=desk&x=%20' })).status).toBe(
      201,
    )
    expect(await at.messagesOf(from)).toHaveLength(1)
  })
})

describe('an inbound text', () => {
  test('is a message of its number’s thread, once, however often it is sent', async () => {
    const from = freshNumber()
    const national = `(201) ${from.slice(5, 8)}-${from.slice(8)}`
    const fields = inboundForm(national, { Body: 'Is it out? 😀\0', ProfileName: 'Ann' })
    const first = await at.post('inbound', fields)
    expect([first.status, first.headers.get('content-type')]).toEqual([
      201,
      expect.stringMatching(/^text\/xml/),
    ])
    expect(first.text).toContain('<Response/>')
    const before = await at.everything()
    expect((await at.post('inbound', fields)).text).toBe(first.text)
    expect(await at.everything()).toEqual(before)
    expect(await at.threadOf(from)).toMatchObject({
      address: from,
      medium: 'text',
      unread_count: 1,
    })
    expect(await at.messagesOf(from)).toMatchObject([
      {
        direction: 'inbound',
        status: 'received',
        content: 'Is it out? 😀',
        sender_name: 'Ann',
        external_id: fields.MessageSid,
        delivery: null,
        text: { provider: 'twilio', segment_count: 1, media_count: 0, error_code: null },
      },
    ])
    // Answers go out through the channel that it came in by.
    const { id } = await at.threadOf(from)
    await at.comms.reply(id, { content: 'Yes' })
    await until(() => at.twilio.taken.some(({ fields: f }) => f.get('To') === from), 'the answer')
  })

  test('from a short code, or an anonymous sender, is stored as it is', async () => {
    for (const from of ['12345', 'FUNDER', '3M Bank', 'anonymous']) {
      expect((await at.post('inbound', inboundForm(from))).status).toBe(201)
      expect(await at.threadOf(from)).toMatchObject({ address: from })
    }
  })

  test('from a name cannot be answered, neither by a person nor by itself', async () => {
    // Names were once stored in lower case.
    const { conversationId: before } = await at.comms.receive('infosms', { medium: 'text' })
    await at.post('inbound', inboundForm('InfoSMS', { Body: 'HELP' }))
    const [thread, ...more] = (await at.comms.api('GET', 'conversations?address=infosms')).body.data
    expect([thread.id, more]).toEqual([before, []])
    const { status, body } = await at.comms.api('POST', `conversations/${before}/messages`, {
      content: 'x',
    })
    expect([status, body.code, body.error]).toEqual([
      409,
      'recipient_unwritable',
      'infosms is a name that the sender of a text chose in place of a number; write to a number.',
    ])
    expect(await at.messagesOf('infosms')).toHaveLength(2)
  })

  test('sent several times at once is one message', async () => {
    const fields = inboundForm(freshNumber())
    const all = await Promise.all(Array.from({ length: 5 }, () => at.post('inbound', fields)))
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(await at.messagesOf(fields.From)).toHaveLength(1)
  })
})

describe('a word', () => {
  test('STOP opts out without an answer, and START opts in again', async () => {
    const from = freshNumber()
    await at.post('inbound', inboundForm(from, { Body: ' stop.' }))
    expect(await at.optOutOf(from)).toMatchObject({
      opted_out: true,
      updated_by: 'contact',
      reason: 'They wrote STOP.',
    })
    const { id } = await at.threadOf(from)
    const refused = await at.comms.api('POST', `conversations/${id}/messages`, { content: 'x' })
    expect(refused.body.code).toBe('recipient_opted_out')
    const [event] = await at.comms.eventsOf(`opt_out:text:${from}`)
    expect(event).toEqual({ type: 'opt_out.changed', actor: 'contact', data: {} })
    expect(await at.messagesOf(from)).toHaveLength(1)
    await at.post('inbound', inboundForm(from, { Body: 'START' }))
    expect(await at.optOutOf(from)).toMatchObject({ opted_out: false, updated_by: 'contact' })
    await at.comms.reply(id, { content: 'Welcome back' })
  })

  test('repeated after the opposite one changes nothing', async () => {
    const stop = inboundForm(freshNumber(), { Body: 'STOP' })
    await at.post('inbound', stop)
    await at.post('inbound', inboundForm(stop.From, { Body: 'START' }))
    await at.post('inbound', stop)
    expect((await at.optOutOf(stop.From)).opted_out).toBe(false)
  })

  test('on the provider’s own list counts as the provider says, and the provider answers it', async () => {
    const from = freshNumber()
    await at.post('inbound', inboundForm(from, { Body: 'BASTA', OptOutType: 'STOP' }))
    expect((await at.optOutOf(from)).opted_out).toBe(true)
    const other = freshNumber()
    await at.post('inbound', inboundForm(other, { Body: 'HELP', OptOutType: 'HELP' }))
    expect(await at.messagesOf(other)).toHaveLength(1)
  })

  test('HELP is answered with our name, except to somebody who opted out', async () => {
    const from = freshNumber()
    const fields = inboundForm(from, { Body: 'Help?' })
    await at.post('inbound', fields)
    await at.post('inbound', fields)
    const [, answer, ...rest] = await at.messagesOf(from)
    expect(rest).toEqual([])
    expect(answer).toMatchObject({
      direction: 'outbound',
      sender_type: 'system',
      sender_id: null,
      content: expect.stringMatching(/^Kite & Co.*STOP/),
    })
    await until(() => at.twilio.taken.some(({ fields: f }) => f.get('To') === from), 'the answer')
    const silent = freshNumber()
    await at.post('inbound', inboundForm(silent, { Body: 'STOP' }))
    await at.post('inbound', inboundForm(silent, { Body: 'HELP' }))
    expect(await at.messagesOf(silent)).toHaveLength(2)
  })
})
