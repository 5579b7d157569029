import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outboundTargets } from '../../../platform/config.parsers.ts'
import { Outbound } from '../../../platform/outbound/outbound.ts'
import { PATIENCE_MS } from '../../../tests/support/machine/patience.ts'
import {
  ACCOUNT,
  freshSid,
  type Manner,
  startTwilio,
  TOKEN,
  type Twilio,
} from '../../../tests/support/outside/twilio.ts'
import type { OpenChannel, Outgoing } from '../channels/provider.ts'
import { twilioProvider } from './twilio-provider.ts'

let twilio: Twilio
let known: string[] = []
const providerWithin = (wholeMs: number, connectMs = wholeMs) =>
  twilioProvider({
    outbound: new Outbound({ allow: outboundTargets('127.0.0.1') }),
    mediaUrl: (_channel, { messageId }, fileId) => `https://desk.example/${messageId}/${fileId}`,
    findKnown: async (_outgoing, ids) => ids.filter((id) => known.includes(id)),
    limits: { connectMs, wholeMs },
  })
const provider = providerWithin(PATIENCE_MS)
/** For servers that nobody reaches. */
const hasty = providerWithin(3_000, 1_000)
beforeAll(async () => {
  twilio = await startTwilio()
})
beforeEach(() => {
  twilio.answers(() => 'take')
  known = []
})
afterAll(() => twilio.stop())

const channel = (settings: object = {}, authToken = TOKEN): OpenChannel => ({
  workspaceId: 'w',
  id: 'c1',
  medium: 'text',
  provider: 'twilio',
  from: '+12015550100',
  settings: { accountSid: ACCOUNT, baseUrl: twilio.url, ...settings },
  credentials: { authToken },
  fromName: null,
  hookBase: 'https://desk.example/v1/hooks/c1',
})
let nth = 0
const outgoing = (more: Partial<Outgoing> = {}): Outgoing => ({
  workspaceId: 'w1',
  messageId: ++nth,
  to: '+12015550123',
  toName: null,
  senderName: null,
  isAutomatic: false,
  content: `Hello ${nth} & ünïcode`,
  subject: null,
  contentHtml: null,
  messageIdHeader: null,
  inReplyTo: null,
  references: [],
  attachments: [],
  ...more,
})
async function send(to: OpenChannel, message = outgoing(), by = provider) {
  let begun = 0
  const outcome = await by.send(to, message, async () => {
    begun++
  })
  return { outcome, begun }
}
/** Hands over to a provider that never answers. A slow machine may need more time to get that far; then it tries with more. */
async function sendInSilence() {
  for (let wholeMs = 3_000; ; wholeMs *= 3) {
    const before = twilio.taken.length
    const sent = await send(channel(), outgoing(), providerWithin(wholeMs))
    if (twilio.taken.length === before) continue
    const error = expect.stringContaining(`${wholeMs / 1_000} seconds`)
    expect(sent.outcome).toMatchObject({ error })
    return sent
  }
}
const file = (id: string) => ({
  id,
  name: 'a.png',
  type: 'image/png',
  size: 1,
  open: () => Promise.reject(new Error('the provider fetches it')),
})

describe('a text', () => {
  test('is handed over with the addresses for reports and for its files', async () => {
    const message = outgoing({ attachments: [file('f1'), file('f2')] })
    const { outcome, begun } = await send(channel(), message)
    const [text] = twilio.taken.slice(-1)
    expect(outcome).toEqual({ kind: 'accepted', externalId: text!.sid, segmentCount: 2 })
    expect(begun).toBe(1)
    const id = message.messageId
    expect([...text!.fields]).toEqual([
      ['To', '+12015550123'],
      ['From', '+12015550100'],
      ['Body', message.content],
      ['StatusCallback', `https://desk.example/v1/hooks/c1/status?message=${id}`],
      ['MediaUrl', `https://desk.example/${id}/f1`],
      ['MediaUrl', `https://desk.example/${id}/f2`],
    ])
  })

  test('with files only has no body, and a base address can have a path', async () => {
    await send(channel(), outgoing({ content: ' ', attachments: [file('f1')] }))
    expect(twilio.taken.at(-1)!.fields.has('Body')).toBe(false)
    const { outcome } = await send(channel({ baseUrl: `${twilio.url}/elsewhere/` }))
    expect(outcome).toMatchObject({ kind: 'permanent', code: '20404' })
  })

  test.each<[string, Manner, object]>([
    [
      'that is turned down for good',
      { status: 400, code: 21211 },
      { kind: 'permanent', code: '21211' },
    ],
    ['to whoever said STOP', { status: 400, code: 21610 }, { kind: 'permanent', code: '21610' }],
    ['under a code for good', { status: 500, code: 30003 }, { kind: 'permanent', code: '30003' }],
    [
      'that is not allowed',
      { status: 403 },
      { kind: 'permanent', error: /^The provider answered 403\.$/ },
    ],
    ['too many', { status: 429, code: 20429 }, { kind: 'transient', code: '20429' }],
    ['to a provider that is down', { status: 503 }, { kind: 'transient' }],
    ['that breaks off', 'drop', { kind: 'unknown' }],
    ['that is taken and breaks off', 'take and drop', { kind: 'unknown' }],
    ['that is never answered', 'take and hang', { kind: 'unknown' }],
    ['that is answered without its SID', { status: 200 }, { kind: 'unknown' }],
  ])('%s is known as such', async (_, manner, expected) => {
    twilio.answers(() => manner)
    const isSilent = manner === 'take and hang'
    const { outcome, begun } = await (isSilent ? sendInSilence() : send(channel(), outgoing()))
    const error =
      'error' in expected ? { error: expect.stringMatching(expected.error as RegExp) } : {}
    expect(outcome).toMatchObject({ ...expected, ...error })
    expect(begun).toBe(1)
  })

  test('that reached nobody has not begun, and can go out later', async () => {
    const gone = await startTwilio()
    await gone.stop()
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    // Not a TLS server: it accepts the connection and does not answer.
    for (const baseUrl of [gone.url, `https://127.0.0.1:${port}`, 'http://nobody.test']) {
      const { outcome, begun } = await send(channel({ baseUrl }), outgoing(), hasty)
      expect([outcome.kind, begun], baseUrl).toEqual(['transient', 0])
    }
    silent.close()
  })

  test('whose claim is lost while it connects is not handed over', async () => {
    const before = twilio.asked.length
    const lost = new Error('lost')
    await expect(provider.send(channel(), outgoing(), () => Promise.reject(lost))).rejects.toBe(
      lost,
    )
    expect(twilio.asked.length).toBe(before)
  })

  test('that fails says why in our own words', async () => {
    const { outcome } = await send(channel({}, 'another token'))
    expect(outcome).toEqual({
      kind: 'permanent',
      code: '20003',
      error:
        'The provider answered 401: it refused the sign-in, so check the account SID and the auth token (20003).',
      reason: 'provider_refused',
      values: {
        status: 401,
        detail: ': it refused the sign-in, so check the account SID and the auth token (20003)',
      },
    })
  })
})

describe('a text that got no answer', () => {
  const find = (message: Outgoing, beganAt = new Date()) =>
    provider.find!(channel(), message, beganAt)

  test('is found by its number, words and time', async () => {
    twilio.answers(() => 'take and drop')
    const message = outgoing()
    const beganAt = new Date()
    await send(channel(), message)
    const { sid } = twilio.taken.at(-1)!
    expect(await find(message, beganAt)).toEqual({ kind: 'accepted', externalId: sid })
    const asked = twilio.lists.at(-1)!.searchParams
    expect(asked.get('To')).toBe('+12015550123')
    expect(asked.get('From')).toBe('+12015550100')
    expect(Date.parse(asked.get('DateSent>')!)).toBeLessThanOrEqual(beganAt.getTime())
    expect(await find(outgoing({ to: '+12015550199', content: message.content }))).toBe(undefined)
    expect(await find(outgoing())).toBe(undefined)
    expect(await find(message, new Date(Date.now() + 120_000))).toBe(undefined)
  })

  test('is not another message with the same words', async () => {
    const message = outgoing({ content: 'The same' })
    await send(channel(), message)
    known = [twilio.taken.at(-1)!.sid]
    expect(await find(message)).toBe(undefined)
    await send(channel(), message)
    expect(await find(message)).toEqual({
      kind: 'accepted',
      externalId: twilio.taken.at(-1)!.sid,
    })
    expect(freshSid()).not.toBe(known[0])
  })

  test('stays unknown if the provider cannot be asked', async () => {
    const message = outgoing()
    const unasked = provider.find!(channel({}, 'another token'), message, new Date())
    expect(await unasked).toBe(undefined)
    expect(
      await provider.find!(channel({ baseUrl: 'http://127.0.0.1:1' }), message, new Date()),
    ).toBe(undefined)
  })
})

test('a channel is tested by its account, and says what is wrong', async () => {
  expect(await provider.test(channel())).toBe(null)
  const wrong = await provider.test(channel({}, 'another token'))
  expect(wrong?.error).toMatch(/^The provider answered 401: .*\(20003\)\.$/)
  expect(JSON.stringify(wrong)).not.toContain('another token')
  expect((await provider.test(channel({ accountSid: 'ACother' })))?.error).toMatch(/401/)
  const unreached = await provider.test(channel({ baseUrl: 'http://127.0.0.1:1' }))
  expect(unreached?.error).toMatch(/^No connection/)
})
