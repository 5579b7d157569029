import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { signatures } from '../../../../shared/hooks.ts'
import { signed } from '../../../tests/support/desks/hook-bodies.ts'
import { signatureFault } from './signatures.rules.ts'

const now = new Date('2026-11-20T10:00:00Z')
const text = '{"name": "Bäckerei"}'
const raw = Buffer.from(text)
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const standard = (secret: string, body: string, at: number) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', new Date(at), body)}`,
})
const sign = { ...signed, standard }
const kinds = signatures.filter((kind) => kind !== 'none')
const withTime = ['stripe', 'calendly', 'standard'] as const

describe.each(kinds)('a signature of %s', (kind) => {
  const of = (secret: string, body = text, at = now.getTime()) =>
    sign[kind](secret, body, at) as Record<string, string>

  test('is right for the body and the secret that it was made of', () => {
    expect(signatureFault(kind, SECRET, { headers: of(SECRET), raw, now })).toBeUndefined()
  })

  test('is wrong for another secret, another body, or none at all', () => {
    const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    for (const headers of [
      of(other),
      of(SECRET, `${text} `),
      {},
      { ...of(SECRET), ...cut(of(SECRET)) },
    ]) {
      expect(signatureFault(kind, SECRET, { headers, raw, now })).toMatchObject({
        fault: 'not signed',
      })
    }
    expect(signatureFault(kind, null, { headers: of(''.padEnd(8, 'A')), raw, now })).toBeDefined()
  })
})

/** The last header without its end. */
function cut(headers: Record<string, string>): Record<string, string> {
  const [name, value] = Object.entries(headers).at(-1)!
  return { [name]: value.slice(0, -1) }
}

test.each(withTime)('a signature of %s is late after five minutes, and early before', (kind) => {
  const at = (seconds: number) =>
    signatureFault(kind, SECRET, {
      headers: sign[kind](SECRET, text, now.getTime() + seconds * 1000),
      raw,
      now,
    })
  expect([at(-300), at(300)]).toEqual([undefined, undefined])
  expect(at(-301)).toMatchObject({ fault: 'late', minutes: 5 })
  expect(at(301)).toMatchObject({ fault: 'late' })
})

test('the example in GitHub’s documentation is right', () => {
  const headers = {
    'x-hub-signature-256':
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  }
  const hello = Buffer.from('Hello, World!')
  expect(
    signatureFault('github', "It's a Secret to Everybody", { headers, raw: hello, now }),
  ).toBeUndefined()
})

test('a hook without a signature takes everything', () => {
  expect(signatureFault('none', null, { headers: {}, raw, now })).toBeUndefined()
})
