import { createHmac } from 'node:crypto'
import type { TestService } from '../service/service.ts'
import { type Desk, makeBoard, makePage, type NewColumn } from './fixtures.ts'

// What services send, shortened from their documentation.

export const typeform = (eventId: string = crypto.randomUUID(), email = 'rosa@acme.example') => ({
  event_id: eventId,
  event_type: 'form_response',
  form_response: {
    form_id: 'lT4Z3j',
    token: 'a3a12ec67a1365927098a606107fac15',
    submitted_at: '2026-11-20T10:02:28Z',
    definition: {
      id: 'lT4Z3j',
      title: 'Apply',
      fields: [
        { id: 'DlXFaesGBpoF', title: 'Business name', type: 'short_text', ref: 'ref_business' },
        { id: 'SMEUb7VJz92Q', title: 'Where can we write to?', type: 'email', ref: 'ref_email' },
        { id: 'k6TP9oLGgHjl', title: 'Industry', type: 'multiple_choice', ref: 'ref_industry' },
      ],
    },
    answers: [
      {
        type: 'text',
        text: 'Acme Bakery',
        field: { id: 'DlXFaesGBpoF', type: 'short_text', ref: 'ref_business' },
      },
      { type: 'email', email, field: { id: 'SMEUb7VJz92Q', type: 'email', ref: 'ref_email' } },
      {
        type: 'choice',
        choice: { label: 'Food' },
        field: { id: 'k6TP9oLGgHjl', type: 'multiple_choice', ref: 'ref_industry' },
      },
    ],
  },
})

export const calendly = (uri = `https://calendly.example/invitees/${crypto.randomUUID()}`) => ({
  event: 'invitee.created',
  created_at: '2026-11-20T10:02:28.000000Z',
  payload: {
    uri,
    email: 'rosa@acme.example',
    name: 'Rosa Ng',
    questions_and_answers: [
      { answer: '+14155550199', position: 0, question: 'Phone number' },
      { answer: 'Acme Bakery', position: 1, question: 'What is your business called?' },
    ],
    scheduled_event: { name: 'Intro call', start_time: '2026-11-24T17:00:00.000000Z' },
  },
})

export const stripe = (id = `evt_${crypto.randomUUID()}`) => ({
  id,
  object: 'event',
  created: 1763632948,
  type: 'checkout.session.completed',
  data: {
    object: {
      id: 'cs_test_a1',
      object: 'checkout.session',
      amount_total: 4010,
      currency: 'usd',
      customer_details: { email: 'rosa@acme.example', name: 'Rosa Ng' },
    },
  },
})

const hmac = (secret: string, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(text).digest(encoding)

/** The headers with which services sign a body, by the kind of signature. */
export const signed = {
  stripe: (secret: string, body: string, at = Date.now()) => ({
    'stripe-signature': timed(secret, body, at),
  }),
  calendly: (secret: string, body: string, at = Date.now()) => ({
    'calendly-webhook-signature': timed(secret, body, at),
  }),
  typeform: (secret: string, body: string) => ({
    'typeform-signature': `sha256=${hmac(secret, body, 'base64')}`,
  }),
  tally: (secret: string, body: string) => ({ 'tally-signature': hmac(secret, body, 'base64') }),
  github: (secret: string, body: string) => ({
    'x-hub-signature-256': `sha256=${hmac(secret, body, 'hex')}`,
  }),
}

function timed(secret: string, body: string, at: number): string {
  const time = Math.floor(at / 1000)
  return `t=${time},v1=${hmac(secret, `${time}.${body}`, 'hex')}`
}

const COLUMNS: NewColumn[] = [
  { name: 'Business', type: 'text' },
  { name: 'Email', type: 'email' },
  {
    name: 'Industry',
    type: 'select',
    settings: { options: [{ label: 'Food' }, { label: 'Retail' }] },
  },
  { name: 'Phone', type: 'phone' },
  { name: 'Amount', type: 'currency', settings: { currency: 'USD' } },
  { name: 'Received', type: 'datetime' },
  { name: 'Papers', type: 'file' },
]

export interface HookWorld {
  service: TestService
  desk: Desk
}

/** A new board or page with a hook, and what its desk and its sender do. */
export async function openHook(
  { service, desk }: HookWorld,
  body: object = {},
  columns: NewColumn[] = COLUMNS,
  kind: 'board' | 'page' = 'board',
) {
  const made =
    kind === 'board'
      ? await makeBoard(service, desk.tokens.owner, columns)
      : await makePage(service, desk.tokens.owner, columns)
  const path = `/v1/definitions/${made.key}`
  const api = (method: string, rest: string, sent?: object, role: keyof Desk['tokens'] = 'owner') =>
    service.api(method, path + rest, { token: desk.tokens[role], body: sent })
  const created = await api('POST', '/hooks', { name: 'Typeform', ...body }, 'admin')
  if (created.status !== 201) throw new Error(`the hook answered ${created.text}`)
  const hook = created.body.data
  const url = new URL(hook.url).pathname
  return {
    ...made,
    api,
    hook,
    url,
    change: (sent: object, role?: keyof Desk['tokens']) =>
      api('PATCH', `/hooks/${hook.id}`, sent, role),
    send: (sent: object | string, headers: Record<string, string> = {}) =>
      service.api('POST', url, {
        body: typeof sent === 'string' ? sent : JSON.stringify(sent),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    rows: async () => (await api('GET', '/rows')).body.data,
    receipts: async (role?: keyof Desk['tokens']) =>
      (await api('GET', `/receipts?hookId=${hook.id}`, undefined, role)).body.data,
    samples: async (role?: keyof Desk['tokens']) =>
      (await api('GET', `/hooks/${hook.id}/samples`, undefined, role ?? 'admin')).body.data,
    now: async () => (await api('GET', '/hooks')).body.data[0],
  }
}
