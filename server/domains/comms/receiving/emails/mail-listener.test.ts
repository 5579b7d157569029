import { createTransport } from 'nodemailer'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeal } from '../../../../platform/secrets/seal.ts'
import { makeOwner } from '../../../../tests/support/desks/fixtures.ts'
import { mail, multipart, plainMail } from '../../../../tests/support/inputs/mails.ts'
import { messageProperties, packedFile, tnef } from '../../../../tests/support/inputs/tnef.ts'
import { freshAddress, openComms } from '../../../../tests/support/messages/comms.ts'
import {
  SECRET_KEY,
  startService,
  type TestService,
} from '../../../../tests/support/service/service.ts'
import { findHook } from '../../channels/open-channels.ts'
import { listenForMail } from './mail-listener.ts'

let service: TestService
let desks: { owner: string; comms: ReturnType<typeof openComms> }[]
const listeners: Awaited<ReturnType<typeof listenForMail>>[] = []
beforeAll(async () => {
  service = await startService()
  desks = []
  for (let nth = 0; nth < 2; nth++) {
    const { workspaceId, owner } = await makeOwner(service)
    desks.push({ owner, comms: openComms(service, { workspaceId, tokens: { owner } }) })
  }
  for (const protocol of ['smtp', 'lmtp'] as const) {
    listeners.push(
      await listenForMail({
        db: service.db,
        files: service.files,
        log: pino({ level: 'silent' }),
        findHook: (id) => findHook(service.db, createSeal(SECRET_KEY), 'https://x.example', id),
        host: '127.0.0.1',
        port: 0,
        protocol,
        inboundDomain: null,
      }),
    )
  }
})
afterAll(async () => {
  for (const listener of listeners) await listener.close()
  await service.stop()
})

let nth = 0
const connect = async (desk: number, from = `inbox${++nth}@funding.example`) => {
  const { status, body, text } = await desks[desk]!.comms.api('POST', 'channels', {
    name: `Channel ${crypto.randomUUID()}`,
    medium: 'email',
    provider: 'local',
    from,
  })
  expect(status, text).toBe(201)
  return body.data
}
/** Sends a message. Returns the answer for each recipient, or the refusal for all. */
async function hand(to: string[], raw: string | Buffer, protocol: 'smtp' | 'lmtp' = 'smtp') {
  const { port } = listeners[protocol === 'smtp' ? 0 : 1]!
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    lmtp: protocol === 'lmtp',
  })
  try {
    const sent = await transport.sendMail({ envelope: { from: 'ann@client.example', to }, raw })
    return { accepted: sent.accepted, rejected: sent.rejected }
  } catch (error) {
    return { code: (error as { responseCode?: number }).responseCode }
  } finally {
    transport.close()
  }
}
const about = (subject: string) => plainMail({ subject, from: freshAddress() })
const subjects = async (desk: number) =>
  (await desks[desk]!.comms.api('GET', 'conversations')).body.data.map(
    ({ subject }: { subject: string }) => subject,
  )

test.each(['smtp', 'lmtp'] as const)(
  'by %s email comes to the channel of its recipient, in whose workspace it is',
  async (protocol) => {
    const [mine, theirs] = [await connect(0), await connect(1)]
    expect(
      await hand([mine.from.toUpperCase()], about(`Mine ${protocol}`), protocol),
    ).toMatchObject({
      rejected: [],
    })
    expect(await subjects(0)).toContain(`Mine ${protocol}`)
    expect(await subjects(1)).not.toContain(`Mine ${protocol}`)
    await hand([mine.from, theirs.from], about(`Both ${protocol}`), protocol)
    expect(await subjects(0)).toContain(`Both ${protocol}`)
    expect(await subjects(1)).toContain(`Both ${protocol}`)
  },
)

test('an unknown address is refused, and so is one whose channel is gone or sends from another', async () => {
  const gone = await connect(0)
  const moved = await connect(0)
  await desks[0]!.comms.api('DELETE', `channels/${gone.id}`)
  await desks[0]!.comms.api('PATCH', `channels/${moved.id}`, { from: 'new-inbox@funding.example' })
  for (const address of ['nobody@funding.example', gone.from, moved.from]) {
    expect(await hand([address], plainMail())).toEqual({ code: 550 })
  }
  expect(await hand(['new-inbox@funding.example'], plainMail())).toMatchObject({ rejected: [] })
})

test('a channel of another workspace gets no email for an address that somebody else had first', async () => {
  const first = await connect(0)
  const later = await connect(1, first.from)
  await hand([first.from], about('Whose'))
  expect([await subjects(0), await subjects(1)].map((of) => of.includes('Whose'))).toEqual([
    true,
    false,
  ])
  await desks[0]!.comms.api('DELETE', `channels/${first.id}`)
  await hand([later.from], about('Now'))
  expect(await subjects(1)).toContain('Now')
})

test('an invalid message is refused for good, and each recipient of LMTP gets an answer', async () => {
  const { from } = await connect(0)
  expect(await hand([from], 'Subject: no writer\r\n\r\nx')).toEqual({ code: 554 })
  expect(await hand([from], 'Subject: no writer\r\n\r\nx', 'lmtp')).toMatchObject({
    rejected: [from],
  })
  const large = plainMail({}, 'x'.repeat(75).concat('\r\n').repeat(410_000))
  expect(await hand([from], large)).toEqual({ code: 552 })
})

/** The last message of the first desk from an address, with its files. */
async function lastFrom(address: string) {
  const { comms } = desks[0]!
  const [thread] = (await comms.api('GET', `conversations?address=${address}`)).body.data
  const { body } = await comms.api('GET', `conversations/${thread.id}/messages?sort=-id`)
  const [message] = body.data
  const files = (await comms.api('GET', `messages/${message.id}/attachments`)).body.data
  return { message, files }
}
const encoded = (type: string, bytes: Buffer) =>
  mail(
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    '',
    bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
  )

test('by SMTP, an email of 29 MiB comes whole', async () => {
  const { from: to } = await connect(0)
  const bytes = Buffer.alloc(21 * 1024 * 1024, 'a paper ')
  const mixed = multipart('mixed', [
    mail('Content-Type: text/plain', '', 'See the paper'),
    encoded('application/pdf', bytes),
  ])
  const from = freshAddress()
  const raw = plainMail({ from, more: [mixed.header] }, mixed.body)
  expect(raw.length).toBeGreaterThan(28.5 * 1024 * 1024)
  expect(await hand([to], raw)).toMatchObject({ rejected: [] })
  const { message, files } = await lastFrom(from)
  expect(message.content).toBe('See the paper')
  expect(files).toMatchObject([{ name: 'attachment-1.pdf', size: bytes.length }])
})

test('by SMTP, what Outlook packed is opened, and bytes of Windows-1252 are read as such', async () => {
  const { from: to } = await connect(0)
  const packed = tnef(
    messageProperties({ id: 0x1013, binary: Buffer.from('<p>Rich</p>') }),
    packedFile('OFFER~1.PDF', Buffer.from('%PDF'), { id: 0x3707, text: 'Ängebot.pdf' }),
  )
  const mixed = multipart('mixed', [
    mail('Content-Type: text/plain; charset=us-ascii', '', '\x93Gr\xfc\xdfe\x94'),
    encoded('application/ms-tnef; name="winmail.dat"', packed),
    encoded('message/rfc822', Buffer.from(plainMail({ subject: 'An older one' }))),
  ])
  const from = freshAddress()
  const raw = plainMail({ from, more: [mixed.header] }, mixed.body)
  expect(await hand([to], Buffer.from(raw, 'latin1'))).toMatchObject({ rejected: [] })
  const { message, files } = await lastFrom(from)
  expect(message.content).toBe('“Grüße”')
  expect(files.map(({ name }: { name: string }) => name)).toEqual([
    'Ängebot.pdf',
    'An older one.eml',
  ])
})

test('an email in a loop is refused, and so is one that is too large, by LMTP for each recipient', async () => {
  const { from: to } = await connect(0)
  const hops = Array.from({ length: 101 }, () => 'Received: from a.example by b.example')
  expect(await hand([to], plainMail({ more: hops }))).toEqual({ code: 554 })
  const large = plainMail({}, 'x'.repeat(75).concat('\r\n').repeat(410_000))
  expect(await hand([to], large, 'lmtp')).toMatchObject({ rejected: [to] })
  expect(await hand([to], plainMail())).toMatchObject({ rejected: [] })
})
