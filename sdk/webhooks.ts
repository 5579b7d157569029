import type { Event, EventData, EventType } from './types.ts'

/** What a webhook brings. Once you have compared `type`, `data` has the members of that type. */
export type WebhookPayload<T extends EventType = EventType> =
  | {
      [K in T]: {
        type: K
        /** When it happened. */
        timestamp: string
        data: EventData[K] & { event: Omit<Event<K>, 'type' | 'at' | 'data'> }
      }
    }[T]
  | WebhookTest

/** What `webhooks.test` sends. */
export interface WebhookTest {
  type: 'webhook.test'
  timestamp: string
  data: { webhookId: string }
}

/** The headers of a request, as `fetch` has them or as Node does. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>

export interface VerifyOptions {
  /** How far the time of sending may be from now. The default is 300. */
  toleranceSeconds?: number
  /** The time now in milliseconds. The default is the clock of this machine. */
  now?: number
}

/** Why a request cannot be trusted. */
export type WebhookErrorCode =
  | 'invalid_secret'
  | 'invalid_body'
  | 'missing_header'
  | 'invalid_header'
  | 'too_old'
  | 'too_new'
  | 'wrong_signature'

export class WebhookError extends Error {
  override name = 'WebhookError'
  readonly code: WebhookErrorCode
  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Checks that a request comes from the service, as Standard Webhooks describes, and returns its payload. While a secret
 * is rotated, requests have two signatures, and one of them has to be right.
 *
 * @param body the body exactly as it came, not parsed
 * @param secret the webhook's secret, `whsec_…`, or several
 * @throws WebhookError if the request is not the service's, or is older than five minutes
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookPayload> {
  const bytes = bytesOf(body)
  const [id, sent, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string]
  checkTime(sent, toleranceSeconds, now)
  const message = joined(new TextEncoder().encode(`${id}.${sent}.`), bytes)
  // A later version of the scheme may sign in another way beside this one.
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => base64(signature.slice(3)))
  if (given.length === 0) {
    throw new WebhookError('invalid_header', 'webhook-signature has no signature of version v1.')
  }
  for (const key of await keysOf(secret)) {
    for (const signature of given) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, message))) {
        return parsed(bytes)
      }
    }
  }
  throw new WebhookError(
    'wrong_signature',
    'No signature fits. Check that the secret is this webhook’s, and that the body is passed exactly as it came.',
  )
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new WebhookError(
    'invalid_body',
    'Pass the body as it came, as text or bytes. Parsed JSON has lost what was signed.',
  )
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = Array.isArray(value) ? value.join(' ') : value
  if (!text) throw new WebhookError('missing_header', `The request has no header ${name}.`)
  return text as string
}

function checkTime(sent: string, toleranceSeconds: number, now: number): void {
  if (!/^\d{1,12}$/.test(sent)) {
    throw new WebhookError('invalid_header', 'webhook-timestamp is not a number of seconds.')
  }
  const age = Math.floor(now / 1000) - Number(sent)
  if (age > toleranceSeconds) {
    throw new WebhookError('too_old', `The request was sent ${age} s ago; it may be a repetition.`)
  }
  if (-age > toleranceSeconds) {
    throw new WebhookError(
      'too_new',
      `The request was sent ${-age} s in the future; check the clock.`,
    )
  }
}

async function keysOf(secret: string | readonly string[]) {
  const keys = [secret].flat().map((one) => base64(one.replace(/^whsec_/, '')))
  if (keys.length === 0) throw new WebhookError('invalid_secret', 'There is no secret.')
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  return Promise.all(
    keys.map((key) => {
      if (key?.length) return crypto.subtle.importKey('raw', key, usage, false, ['verify'])
      throw new WebhookError(
        'invalid_secret',
        'A secret is whsec_ and Base64, as the webhook has it.',
      )
    }),
  )
}

/** The bytes of Base64; `null` if it is none. */
function base64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length)
  all.set(head)
  all.set(tail, head.length)
  return all
}

function parsed(bytes: Uint8Array): WebhookPayload {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new WebhookError('invalid_body', 'The body is signed, but is not JSON.')
  }
}
