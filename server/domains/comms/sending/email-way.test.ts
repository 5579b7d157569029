import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outboundTargets } from '../../../platform/config.parsers.ts'
import { makeOwner } from '../../../tests/support/desks/fixtures.ts'
import {
  mail,
  mailId,
  multipart,
  plainMail,
  postMail,
} from '../../../tests/support/inputs/mails.ts'
import { freshAddress, openComms } from '../../../tests/support/messages/comms.ts'
import { type Mailed, startSink } from '../../../tests/support/outside/smtp-sink.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let sink: Awaited<ReturnType<typeof startSink>>
let comms: ReturnType<typeof openComms>
let channel: { id: string; hookSecret: string }
beforeAll(async () => {
  sink = await startSink()
  service = await startService({ outbound: { allow: outboundTargets(sink.host) } })
  const { workspaceId, owner } = await makeOwner(service)
  comms = openComms(service, { workspaceId, tokens: { owner } })
  const made = await comms.api('POST', 'channels', {
    name: 'Mail',
    medium: 'email',
    provider: 'smtp',
    from: 'Harborline <desk@funding.example>',
    settings: { host: '127.0.0.1', port: sink.port, security: 'none' },
  })
  expect(made.status, made.text).toBe(201)
  channel = made.body.data
  service.work()
})
afterAll(async () => {
  await service.stop()
  await sink.stop()
})

/** Waits until the mail server has this many emails for an address, and returns them. */
async function mailedTo(address: string, many = 1): Promise<Mailed[]> {
  const of = () => sink.mailed.filter(({ to }) => to.includes(address))
  await expect.poll(() => of().length).toBe(many)
  return of()
}
const headerOf = ({ raw }: Mailed, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1]
const statusOf = (id: number) => expect.poll(async () => (await comms.message(id)).status)

/** Receives an email, and returns its thread and message. */
async function receiveRaw(raw: string): Promise<{ message_id: number; conversation_id: number }> {
  const answer = await postMail(service.origin, channel, raw)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

test('a thread goes out and comes back: a message, its answer, and the answer to that', async () => {
  const ann = freshAddress()
  const first = await comms.send('email', { to: ann, subject: 'Your deal', content: 'Hello Ann' })
  await statusOf(first.id).toBe('sent')
  const [out] = await mailedTo(ann)
  expect(headerOf(out!, 'Message-ID')).toBe(first.external_id)
  expect([headerOf(out!, 'From'), headerOf(out!, 'Subject')]).toEqual([
    'Olga Owner at Harborline <desk@funding.example>',
    'Your deal',
  ])
  // It left, so the event does not say that it stayed in the local outbox.
  const [, sent] = await comms.eventsOf(`message:${first.id}`)
  expect([sent!.type, sent!.data.inOutbox]).toEqual(['message.sent', undefined])
  const id = mailId()
  const back = await receiveRaw(
    plainMail(
      {
        from: `Ann <${ann}>`,
        subject: 'Re: Your deal',
        id,
        inReplyTo: first.external_id,
        references: first.external_id,
      },
      'Yes please',
    ),
  )
  expect(back.conversation_id).toBe(first.conversation_id)
  expect(await comms.message(back.message_id)).toMatchObject({
    parent_message_id: first.id,
    content: 'Yes please',
  })
  await comms.reply(first.conversation_id, {
    content: 'Done',
    content_html: '<p>Done<script>x</script></p>',
  })
  const [, answer] = await mailedTo(ann, 2)
  expect(headerOf(answer!, 'Subject')).toBe('Re: Your deal')
  expect(headerOf(answer!, 'In-Reply-To')).toBe(id)
  expect(headerOf(answer!, 'References')).toBe(`${first.external_id} ${id}`)
  expect(answer!.raw).toContain('<p>Done</p>')
})

test('an email has the names of who writes it, of the desk and of the recipient, also in later ones', async () => {
  const [zoe, bob] = [freshAddress(), freshAddress()]
  const first = await comms.send('email', { to: `"Zoë, Ltd." <${zoe.toUpperCase()}>` })
  const thread = await comms.thread(first.conversation_id)
  expect(thread.address).toBe(zoe)
  await comms.reply(first.conversation_id, { content: 'Again' })
  const mails = await mailedTo(zoe, 2)
  for (const one of mails) {
    expect(one.from).toBe('desk@funding.example')
    expect(one.to).toEqual([zoe])
    expect(headerOf(one, 'To')).toBe(`=?UTF-8?Q?Zo=C3=AB=2C_Ltd=2E?= <${zoe}>`)
    expect(headerOf(one, 'From')).toBe('Olga Owner at Harborline <desk@funding.example>')
  }
  const { conversation_id } = await receiveRaw(plainMail({ from: `Bob Lee <${bob}>` }))
  await receiveRaw(plainMail({ from: `Eve <eve@other.example>`, inReplyTo: first.external_id }))
  await comms.reply(conversation_id, { content: 'Hello' })
  await comms.reply(first.conversation_id, { content: 'Third' })
  expect(headerOf((await mailedTo(bob))[0]!, 'To')).toBe(`Bob Lee <${bob}>`)
  expect(headerOf((await mailedTo(zoe, 3))[2]!, 'To')).toContain('=?UTF-8?Q?Zo=C3=AB')
  await comms.api('PATCH', `channels/${channel.id}`, { from: 'desk@funding.example' })
  const changed = await comms.send('email', { to: bob })
  await statusOf(changed.id).toBe('sent')
  expect(headerOf((await mailedTo(bob, 2))[1]!, 'From')).toMatch(
    /Olga Owner at .*<desk@funding\.example>$/,
  )
  const back = await comms.api('PATCH', `channels/${channel.id}`, {
    from: 'Harborline <DESK@funding.example>',
  })
  expect(back.body.data.from).toBe('Harborline <desk@funding.example>')
  for (const to of [
    `a@x.example, Bob <${bob}>`,
    `Bob\r\nBcc: x <${bob}>`,
    `Bob <${bob}>, A <a@x.example>`,
  ]) {
    const refused = await comms.api('POST', 'send', { medium: 'email', to, content: 'x' })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
  }
})

test('a refused email fails and says why, and after a temporary error it is tried again', async () => {
  sink.behaves({ at: 'rcpt', code: 550, text: '5.1.1 no such user here' })
  const refused = await comms.send('email')
  await statusOf(refused.id).toBe('failed')
  expect((await comms.message(refused.id)).delivery).toMatchObject({
    error: 'The mail server refused the recipient: no mailbox has that address (550 5.1.1).',
    reason: 'smtp_recipient_refused',
    values: { detail: ': no mailbox has that address (550 5.1.1)' },
  })
  sink.behaves({ at: 'rcpt', code: 451 })
  const waits = await comms.send('email')
  await expect.poll(async () => (await comms.message(waits.id)).delivery.error).toContain('451')
  const { status, delivery } = await comms.message(waits.id)
  expect([status, delivery.state, delivery.attempts]).toEqual(['queued', 'pending', 1])
  sink.behaves('take')
  const again = await comms.api('POST', `messages/${refused.id}/retry`)
  await statusOf(again.body.data.id).toBe('sent')
})

test('an email without an answer is sent again with the same Message-ID', async () => {
  const to = freshAddress()
  sink.behaves('take and drop')
  const { id, external_id } = await comms.send('email', { to })
  await expect.poll(async () => (await comms.message(id)).delivery.error).toContain('connection')
  sink.behaves('take')
  await service.sql('UPDATE message_deliveries SET next_attempt_at = now() WHERE message_id = $1', [
    id,
  ])
  await service.sql("UPDATE due_work SET due_at = now() WHERE kind = 'messages'")
  await statusOf(id).toBe('sent')
  const both = await mailedTo(to, 2)
  expect(both.map((one) => headerOf(one, 'Message-ID'))).toEqual([external_id, external_id])
})

describe('an answer finds its thread, as written by', () => {
  const asked = async (of = freshAddress()) => {
    const sent = await comms.send('email', { to: of, subject: 'Terms' })
    return { of, sent, thread: sent.conversation_id as number, id: sent.external_id as string }
  }

  test('Gmail: both headers, two alternatives, a quotation', async () => {
    const { of, id, thread, sent } = await asked()
    const { header, body } = multipart('alternative', [
      mail(
        'Content-Type: text/plain; charset="UTF-8"',
        '',
        'Looks good!',
        '',
        `On Sat, Nov 21, 2026 at 9:00 AM <desk@funding.example> wrote:`,
        '',
        '> Hello',
      ),
      mail(
        'Content-Type: text/html; charset="UTF-8"',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        '<div dir=3D"ltr">Looks good!</div><br><div class=3D"gmail_quote"><blockquote style=3D"margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)">Hello</blockquote></div>',
      ),
    ])
    const got = await receiveRaw(
      mail(
        'MIME-Version: 1.0',
        `References: ${id}`,
        `In-Reply-To: ${id}`,
        `From: Ann Client <${of}>`,
        'Date: Sat, 21 Nov 2026 10:04:05 +0100',
        `Message-ID: ${mailId('mail.gmail.com')}`,
        'Subject: Re: Terms',
        'To: desk@funding.example',
        header,
        '',
        body,
      ),
    )
    expect(got.conversation_id).toBe(thread)
    expect(await comms.message(got.message_id)).toMatchObject({
      parent_message_id: sent.id,
      content_html:
        '<div dir="ltr">Looks good!</div><br /><div><blockquote style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)">Hello</blockquote></div>',
    })
  })

  test('Outlook: folded headers, its own thread index, HTML in an old character set', async () => {
    const { of, id, thread } = await asked()
    const got = await receiveRaw(
      mail(
        `From: "Client, Ann" <${of}>`,
        'To: "desk@funding.example" <desk@funding.example>',
        'Subject: AW: Terms',
        'Thread-Topic: Terms',
        'Thread-Index: AQHcWqAAAAAAAAAAAAAAAAAAAAAAAA==',
        'Date: Sat, 21 Nov 2026 09:10:11 +0000',
        'Message-ID:',
        ` ${mailId('AS8PR04MB0000.eurprd04.prod.outlook.com')}`,
        'References:',
        ` ${id}`,
        'In-Reply-To:',
        ` ${id}`,
        'Content-Language: de-DE',
        'X-MS-Has-Attach:',
        'X-MS-TNEF-Correlator:',
        'Content-Type: text/html; charset="Windows-1252"',
        'Content-Transfer-Encoding: quoted-printable',
        'MIME-Version: 1.0',
        '',
        '<html xmlns:o=3D"urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body><p class=3D"MsoNormal">Gr=FC=DFe =96 Ann<o:p></o:p></p></body></html>',
      ),
    )
    expect(got.conversation_id).toBe(thread)
    expect(await comms.message(got.message_id)).toMatchObject({
      content: 'Grüße – Ann',
      content_html: '<p>Grüße – Ann</p>',
      sender_name: 'Client, Ann',
    })
  })

  test('Apple Mail: flowed text, and only In-Reply-To', async () => {
    const { of, id, thread } = await asked()
    const got = await receiveRaw(
      mail(
        'Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes',
        'Content-Transfer-Encoding: 8bit',
        `From: Ann Client <${of}>`,
        'Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3774.600.62\\))',
        'Subject: Re: Terms',
        'Date: Sat, 21 Nov 2026 11:00:00 +0100',
        `In-Reply-To: ${id}`,
        `Message-Id: ${mailId('icloud.com')}`,
        'X-Mailer: Apple Mail (2.3774.600.62)',
        'To: desk@funding.example',
        '',
        'One line that ',
        'goes on.',
        '',
        'Sent from my iPhone',
      ),
    )
    expect(got.conversation_id).toBe(thread)
    expect((await comms.message(got.message_id)).content).toBe(
      'One line thatgoes on.\n\nSent from my iPhone',
    )
  })

  test('a mailing list: only by references, from another address, with a footer', async () => {
    const { id, thread, of } = await asked()
    const writer = freshAddress()
    const got = await receiveRaw(
      plainMail(
        {
          from: `Bob <${writer}>`,
          subject: '[deals] Re: Terms',
          inReplyTo: mailId('list.example'),
          references: `${mailId('list.example')}\r\n ${id}\r\n\t${mailId('list.example')}`,
          more: [
            'List-Id: Deals <deals.list.example>',
            'Precedence: list',
            'Sender: deals-bounces@list.example',
            'Reply-To: deals@list.example',
            'List-Unsubscribe: <https://list.example/off>',
          ],
        },
        'I agree\r\n-- \r\nDeals mailing list',
      ),
    )
    expect(got.conversation_id).toBe(thread)
    expect(await comms.message(got.message_id)).toMatchObject({
      sender_name: `Bob <deals@list.example>, sent by ${writer}`,
      sender_type: 'contact',
    })
    expect((await comms.thread(thread)).address).toBe(of)
  })

  test('a program that names nothing: the open thread with the address, or a new one if it is closed', async () => {
    const { of, thread } = await asked()
    const got = await receiveRaw(plainMail({ from: of, subject: 'Something else' }))
    expect(got.conversation_id).toBe(thread)
    await comms.api('PATCH', `conversations/${thread}`, { status: 'closed' })
    const other = await receiveRaw(plainMail({ from: of, subject: 'Another matter' }))
    expect(other.conversation_id).not.toBe(thread)
    expect(await comms.thread(other.conversation_id)).toMatchObject({
      subject: 'Another matter',
      address: of,
    })
  })

  test('an answer to an inbound email, in any order, and to a closed thread, which reopens', async () => {
    const of = freshAddress()
    const [a, b] = [mailId(), mailId()]
    const first = await receiveRaw(plainMail({ from: of, id: a, subject: 'New' }))
    await comms.api('PATCH', `conversations/${first.conversation_id}`, { status: 'closed' })
    const second = await receiveRaw(plainMail({ from: freshAddress(), id: b, inReplyTo: a }))
    expect(second.conversation_id).toBe(first.conversation_id)
    expect((await comms.thread(first.conversation_id)).status).toBe('open')
    const third = await receiveRaw(
      plainMail({ from: freshAddress(), references: `<lost@x> ${a} ${b}` }),
    )
    expect(third.conversation_id).toBe(first.conversation_id)
    expect((await comms.message(third.message_id)).parent_message_id).toBe(second.message_id)
  })
})
