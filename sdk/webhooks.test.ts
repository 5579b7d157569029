import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookError, type WebhookHeaders } from './webhooks.ts'

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`
const [SECRET, FORMER, OTHER] = [1, 2, 3].map(secretOf) as [string, string, string]
const NOW = new Date('2026-11-24T12:00:00Z')
const BODY = JSON.stringify({ type: 'webhook.test', timestamp: '', data: { webhookId: 'é' } })

/** The headers of a delivery, signed as the service does. */
function signed(body = BODY, { secrets = [SECRET], at = NOW } = {}) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign('msg_1', at, body))
      .join(' '),
  }
}

const codeOf = (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | string[] = SECRET,
) =>
  verifyWebhook(body, headers, secret, { now: NOW.getTime() }).then(
    () => 'trusted',
    (error) => (error instanceof WebhookError ? error.code : error),
  )

test('what the service signed is trusted, as text or bytes, with the headers of fetch or of Node', async () => {
  const bytes = new TextEncoder().encode(BODY)
  const headers = signed()
  const { buffer } = bytes.slice()
  for (const body of [BODY, bytes, Buffer.from(BODY), buffer]) {
    const payload = await verifyWebhook(body, headers, SECRET, { now: NOW.getTime() })
    expect(payload).toEqual(JSON.parse(BODY))
  }
  const capitals = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  for (const form of [new Headers(headers), capitals, { ...headers, host: undefined }]) {
    expect(await codeOf(BODY, form)).toBe('trusted')
  }
})

test('while a secret is rotated, either signature will do, and so do several secrets', async () => {
  const both = signed(BODY, { secrets: [SECRET, FORMER] })
  expect(await codeOf(BODY, both)).toBe('trusted')
  expect(await codeOf(BODY, both, FORMER)).toBe('trusted')
  expect(await codeOf(BODY, both, OTHER)).toBe('wrong_signature')
  expect(await codeOf(BODY, signed(), [OTHER, SECRET])).toBe('trusted')
  const later = signed()
  later['webhook-signature'] = `v1a,abc v1,!!! ${later['webhook-signature']}`
  expect(await codeOf(BODY, later)).toBe('trusted')
})

test('five minutes either way are tolerated, and not a second more', async () => {
  const at = (seconds: number) => signed(BODY, { at: new Date(NOW.getTime() + seconds * 1000) })
  expect(await codeOf(BODY, at(-300))).toBe('trusted')
  expect(await codeOf(BODY, at(300))).toBe('trusted')
  expect(await codeOf(BODY, at(-301))).toBe('too_old')
  expect(await codeOf(BODY, at(301))).toBe('too_new')
  const wide = { now: NOW.getTime(), toleranceSeconds: 3600 }
  expect(await verifyWebhook(BODY, at(-3600), SECRET, wide)).toBeTruthy()
  await expect(verifyWebhook(BODY, at(-400), SECRET, { now: NOW.getTime() })).rejects.toThrow(
    'sent 400 s ago',
  )
})

test('an error says what is wrong', async () => {
  const headers = signed()
  expect(await codeOf(`${BODY} `, headers)).toBe('wrong_signature')
  expect(await codeOf(JSON.parse(BODY), headers)).toBe('invalid_body')
  expect(await codeOf('no json', signed('no json'))).toBe('invalid_body')
  for (const name of Object.keys(headers)) {
    expect(await codeOf(BODY, { ...headers, [name]: undefined })).toBe('missing_header')
  }
  expect(await codeOf(BODY, { ...headers, 'webhook-timestamp': 'noon' })).toBe('invalid_header')
  expect(await codeOf(BODY, { ...headers, 'webhook-signature': 'v2,abc' })).toBe('invalid_header')
  expect(await codeOf(BODY, headers, 'whsec_?')).toBe('invalid_secret')
  expect(await codeOf(BODY, headers, 'whsec_')).toBe('invalid_secret')
  expect(await codeOf(BODY, headers, [])).toBe('invalid_secret')
})

test('it agrees with the library that signs, whatever was changed on the way', async () => {
  const id = fc.stringMatching(/^[\w.-]{1,20}$/)
  await fc.assert(
    fc.asyncProperty(fc.json(), id, fc.nat(255), fc.nat(), async (body, id, byte, place) => {
      const secret = secretOf(byte)
      const signature = new Webhook(secret).sign(id, NOW, body)
      const at = place % signature.length
      const changed =
        signature.slice(0, at) + (place % 2 ? 'A' : signature[at]) + signature.slice(at + 1)
      for (const sent of [signature, changed]) {
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(NOW.getTime() / 1000),
          'webhook-signature': sent,
        }
        // Base64 leaves bits of its last letter unused, and the library compares letters, ours compares bytes.
        const bytes = (text: string) => Buffer.from(text.slice(3), 'base64').toString('hex')
        const same = sent.startsWith('v1,') && bytes(sent) === bytes(signature)
        expect((await codeOf(body, headers, secret)) === 'trusted').toBe(same)
      }
    }),
    { numRuns: 50 },
  )
})
