import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { outboundTargets } from '../../../platform/config.parsers.ts'
import { Outbound } from '../../../platform/outbound/outbound.ts'
import { NEVER_MS, PATIENCE_MS } from '../../../tests/support/machine/patience.ts'
import { certificate } from '../../../tests/support/outside/certificate.ts'
import {
  type Manner,
  type SinkOptions,
  startSink,
} from '../../../tests/support/outside/smtp-sink.ts'
import type { OpenChannel, Outgoing, Provider } from '../channels/provider.ts'
import { smtpProvider } from './smtp-provider.ts'

type Sink = Awaited<ReturnType<typeof startSink>>
let sink: Sink
let provider: Provider
const outbound = new Outbound({ allow: outboundTargets('127.0.0.1') })
const PASS = 'a pass word of smtp'
const PATIENT = { connectMs: PATIENCE_MS, socketMs: PATIENCE_MS, sendMs: PATIENCE_MS }

async function restart(options: SinkOptions = {}) {
  await sink?.stop()
  sink = await startSink(options)
}
beforeEach(async () => {
  await restart()
  provider = smtpProvider(outbound, { ...PATIENT, ca: certificate })
})
afterEach(async () => {
  await provider.close()
  await sink.stop()
})

const channel = (more: object = {}, credentials: OpenChannel['credentials'] = {}): OpenChannel => ({
  workspaceId: 'w',
  id: 'c1',
  medium: 'email',
  provider: 'smtp',
  from: 'desk@funding.example',
  settings: { host: '127.0.0.1', port: sink.port, security: 'none', ...more },
  credentials,
  fromName: null,
  hookBase: '',
})
let nth = 0
const outgoing = (more: Partial<Outgoing> = {}): Outgoing => ({
  workspaceId: 'w',
  messageId: ++nth,
  to: 'ann@client.example',
  toName: null,
  senderName: null,
  isAutomatic: false,
  subject: 'Your deal',
  content: 'Hello Ann,\n.\nbye',
  contentHtml: null,
  inReplyTo: null,
  references: [],
  messageIdHeader: `<m${nth}@funding.example>`,
  attachments: [],
  ...more,
})
const send = (of = channel(), message = outgoing()) => provider.send(of, message, async () => {})

/** Sends to a server that falls silent. A slow machine may need more time to get that far; then it tries with more. */
async function sendInSilence() {
  for (let socketMs = 1_000; ; socketMs *= 3) {
    const hasty = smtpProvider(outbound, { ...PATIENT, socketMs })
    const outcome = await hasty.send(channel(), outgoing(), async () => {})
    await hasty.close()
    if (sink.silences() > 0) return outcome
  }
}

test('an email arrives as it was written, with its headers, alternatives and files', async () => {
  const opened: string[] = []
  const file = (id: string, bytes: string) => ({
    id,
    name: `Vertrag “${id}”.pdf`,
    type: 'application/pdf',
    size: bytes.length,
    open: async () => {
      opened.push(id)
      return Readable.from([Buffer.from(bytes)])
    },
  })
  const outcome = await send(
    channel(),
    outgoing({
      subject: 'Angebot: 5 % – jetzt',
      contentHtml: '<p>Hello <b>Ann</b></p>',
      messageIdHeader: '<one@funding.example>',
      inReplyTo: '<her@client.example>',
      references: ['<first@client.example>', '<her@client.example>', 'no id'],
      attachments: [file('a', 'paper'), file('b', 'second')],
    }),
  )
  expect(outcome).toEqual({ kind: 'accepted', externalId: null })
  const [{ from, to, raw }] = sink.mailed as [Sink['mailed'][number]]
  expect([from, to]).toEqual(['desk@funding.example', ['ann@client.example']])
  expect(opened).toEqual(['a', 'b'])
  const { simpleParser } = await import('mailparser')
  const mail = await simpleParser(raw)
  expect(mail).toMatchObject({
    subject: 'Angebot: 5 % – jetzt',
    text: 'Hello Ann,\n.\nbye',
    html: '<p>Hello <b>Ann</b></p>',
    messageId: '<one@funding.example>',
    inReplyTo: '<her@client.example>',
    references: ['<first@client.example>', '<her@client.example>'],
    attachments: [
      {
        filename: 'Vertrag “a”.pdf',
        contentType: 'application/pdf',
        content: Buffer.from('paper'),
      },
      { filename: 'Vertrag “b”.pdf', content: Buffer.from('second') },
    ],
  })
  expect(raw).not.toMatch(/^(X-Mailer|Bcc):/im)
})

describe('what happens to a message', () => {
  test.each<[string, Manner, object, number]>([
    [
      '4yz at the recipient may pass',
      { at: 'rcpt', code: 451 },
      { kind: 'transient', code: '451' },
      0,
    ],
    [
      '5yz at the recipient will not',
      { at: 'rcpt', code: 550 },
      { kind: 'permanent', code: '550' },
      0,
    ],
    [
      '4yz for the message may pass',
      { at: 'data', code: 452 },
      { kind: 'transient', code: '452' },
      0,
    ],
    [
      '5yz for the message will not',
      { at: 'data', code: 554 },
      { kind: 'permanent', code: '554' },
      0,
    ],
    ['a busy server may pass', { at: 'connect', code: 421 }, { kind: 'transient' }, 0],
    [
      'a connection that ends before the message may pass',
      'drop at data',
      { kind: 'transient' },
      0,
    ],
    ['one that ends after it leaves the outcome open', 'take and drop', { kind: 'unknown' }, 1],
    [
      'no answer to the message leaves it open too',
      { at: 'data', waitMs: NEVER_MS },
      { kind: 'unknown' },
      1,
    ],
    [
      'no answer to the recipient may pass',
      { at: 'rcpt', waitMs: NEVER_MS },
      { kind: 'transient' },
      0,
    ],
  ])('%s', async (_, manner, verdict, taken) => {
    sink.behaves(manner)
    const isSilent = typeof manner === 'object' && 'waitMs' in manner
    expect(isSilent ? await sendInSilence() : await send()).toMatchObject(verdict)
    expect(sink.mailed).toHaveLength(taken)
    sink.behaves('take')
    expect(await send()).toMatchObject({ kind: 'accepted' })
  })

  test('an unreachable server or an unknown name may work later', async () => {
    const gone = channel()
    await sink.stop()
    expect(await send(gone)).toMatchObject({
      kind: 'transient',
      error: 'No connection to the mail server: nobody answers there.',
    })
    expect(await send(channel({ host: 'no.such.host.invalid' }))).toMatchObject({
      kind: 'transient',
    })
  })

  test('a file missing from the store may come back, and no half of a message is sent', async () => {
    const open = async () => {
      throw new Error('no such file')
    }
    const attachments = [{ id: 'a', name: 'a.pdf', type: 'application/pdf', size: 1, open }]
    expect(await send(channel(), outgoing({ attachments }))).toMatchObject({ kind: 'transient' })
    expect(sink.mailed).toEqual([])
    expect(await send()).toMatchObject({ kind: 'accepted' })
  })

  test('text that would begin another header is never sent', async () => {
    for (const more of [
      { to: 'ann@client.example\r\nBcc: all@evil.example' },
      { to: 'ann@client.example, bob@client.example' },
      { subject: 'Hi\r\nBcc: all@evil.example' },
      { subject: 'Hi\u2028there' },
      { messageIdHeader: '<a@b>\r\nX: y' },
    ]) {
      expect(await send(channel(), outgoing(more))).toMatchObject({ kind: 'permanent' })
    }
    const odd = outgoing({ inReplyTo: '<a@b>\r\nX: y', references: ['<c@d>\nX: y'] })
    expect(await send(channel(), odd)).toMatchObject({ kind: 'accepted' })
    expect(sink.mailed[0]!.raw).not.toMatch(/X: y|References|In-Reply-To/)
    expect(sink.mailed).toHaveLength(1)
  })
})

describe('a connection', () => {
  test('is reused, and replaced at once if the server has ended it', async () => {
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(sink.connections()).toBe(1)
    sink.dropAll()
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(sink.mailed).toHaveLength(3)
  })

  test('is one of few to a server', async () => {
    sink.behaves({ at: 'rcpt', waitMs: 50 })
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => send()))
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true)
    expect(sink.connections()).toBeLessThanOrEqual(3)
  })

  test('is replaced when the channel’s settings change, after messages in progress end', async () => {
    sink.behaves({ at: 'data', waitMs: 150 })
    const before = send()
    await expect.poll(() => sink.connections()).toBe(1)
    const other = await startSink()
    const after = await send({
      ...channel(),
      settings: { ...channel().settings, port: other.port },
    })
    expect([(await before).kind, after.kind]).toEqual(['accepted', 'accepted'])
    expect([sink.mailed.length, other.mailed.length]).toEqual([1, 1])
    await other.stop()
  })

  test('is encrypted if the channel says so, or nothing is sent', async () => {
    expect(await send(channel({ security: 'starttls' }))).toMatchObject({ kind: 'accepted' })
    expect(sink.mailed[0]!.secure).toBe(true)
    await restart({ disabledCommands: ['STARTTLS'] })
    expect(await send(channel({ security: 'starttls' }))).toMatchObject({ kind: 'permanent' })
    await restart({ secure: true })
    expect(await send(channel({ security: 'tls' }))).toMatchObject({ kind: 'accepted' })
    const wary = smtpProvider(outbound, PATIENT)
    expect(await wary.send(channel({ security: 'tls' }), outgoing(), async () => {})).toMatchObject(
      {
        kind: 'transient',
        error: expect.stringContaining('its certificate is from an unknown authority'),
      },
    )
    await wary.close()
    expect(sink.mailed).toHaveLength(1)
  })

  test('signs in, and a refusal is reported without the credentials', async () => {
    await restart({ login: { user: 'desk-user', pass: PASS } })
    const good = { user: 'desk-user', pass: PASS }
    expect(await send(channel({}, good))).toMatchObject({ kind: 'accepted' })
    expect(sink.mailed[0]!.user).toBe('desk-user')
    const refused = await send(channel({}, { user: 'desk-user', pass: 'another word' }))
    expect(refused).toMatchObject({ kind: 'permanent', code: '535' })
    expect(JSON.stringify(refused)).not.toMatch(/desk-user|another word/)
    expect(await provider.test(channel({}, good))).toBe(null)
    const fault = await provider.test(channel({}, { user: 'desk-user', pass: 'another word' }))
    expect(fault?.error).toMatch(/sign-in.*535/)
    expect(JSON.stringify(fault)).not.toMatch(/desk-user|another word/)
    expect(sink.mailed).toHaveLength(1)
  })
})

test('a test of a channel says what is in the way, and sends nothing', async () => {
  expect(await provider.test(channel())).toBe(null)
  const gone = channel()
  await sink.stop()
  expect((await provider.test(gone))?.error).toBe(
    'No connection to the mail server: nobody answers there.',
  )
  expect(sink.mailed).toEqual([])
})
