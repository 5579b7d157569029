import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { SignatureKind } from '../../../../shared/hooks.ts'

/** How far a signed time can be from now, so that nobody can send a request again later. */
export const TOLERANCE_MINUTES = 5

export interface Signed {
  headers: IncomingHttpHeaders
  /** The body as it came. */
  raw: Uint8Array
  secret: string
  /** The database's clock. */
  now: Date
}

export type SignatureFault =
  | { fault: 'not signed'; header: string }
  | { fault: 'late'; header: string; minutes: number }

interface Scheme {
  /** The header that has the signature, as the sender writes it. */
  header: string
  verify: (signed: Signed, signature: string) => 'right' | 'wrong' | 'late'
}

const hmac = (key: string | Buffer, ...parts: (string | Uint8Array)[]): Buffer => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

/** Compares in a time that does not depend on where they differ. */
const isSame = (text: string, made: string): boolean => {
  const [a, b] = [Buffer.from(text), Buffer.from(made)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const isNow = (seconds: string, now: Date): boolean =>
  /^\d{1,12}$/.test(seconds) &&
  Math.abs(now.getTime() / 1000 - Number(seconds)) <= TOLERANCE_MINUTES * 60

/** `t=…,v1=…`: the time and the body, in hexadecimal. There can be several signatures while a secret is replaced. */
const timed: Scheme['verify'] = ({ raw, secret, now }, signature) => {
  const parts = signature.split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const made = hmac(secret, `${time}.`, raw).toString('hex')
  if (!parts.some(([name, text = '']) => name === 'v1' && isSame(text, made))) return 'wrong'
  return isNow(time, now) ? 'right' : 'late'
}

const simple =
  (prefix: string, encoding: 'hex' | 'base64'): Scheme['verify'] =>
  ({ raw, secret }, signature) =>
    isSame(signature, prefix + hmac(secret, raw).toString(encoding)) ? 'right' : 'wrong'

/** The key of a secret of the Standard Webhooks scheme; undefined if it is none. */
export function standardKey(secret: string): Buffer | undefined {
  const text = secret.replace(/^whsec_/, '')
  return /^[A-Za-z0-9+/]{8,}={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

const standard: Scheme['verify'] = ({ headers, raw, secret, now }, signature) => {
  const [id, time] = [textOf(headers['webhook-id']), textOf(headers['webhook-timestamp'])]
  const key = standardKey(secret)
  if (id === '' || !key) return 'wrong'
  const made = `v1,${hmac(key, `${id}.${time}.`, raw).toString('base64')}`
  if (!signature.split(' ').some((one) => isSame(one, made))) return 'wrong'
  return isNow(time, now) ? 'right' : 'late'
}

const schemes: Record<Exclude<SignatureKind, 'none'>, Scheme> = {
  stripe: { header: 'Stripe-Signature', verify: timed },
  typeform: { header: 'Typeform-Signature', verify: simple('sha256=', 'base64') },
  calendly: { header: 'Calendly-Webhook-Signature', verify: timed },
  tally: { header: 'Tally-Signature', verify: simple('', 'base64') },
  github: { header: 'X-Hub-Signature-256', verify: simple('sha256=', 'hex') },
  standard: { header: 'webhook-signature', verify: standard },
}

/** The problem with the signature of a request; undefined if nothing is. */
export function signatureFault(
  kind: SignatureKind,
  secret: string | null,
  request: Omit<Signed, 'secret'>,
): SignatureFault | undefined {
  if (kind === 'none') return undefined
  const { header, verify } = schemes[kind]
  const verdict = verify(
    { ...request, secret: secret ?? '' },
    textOf(request.headers[header.toLowerCase()]),
  )
  if (secret === null || verdict === 'wrong') return { fault: 'not signed', header }
  return verdict === 'late' ? { fault: 'late', header, minutes: TOLERANCE_MINUTES } : undefined
}

const textOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' ? header : ''
