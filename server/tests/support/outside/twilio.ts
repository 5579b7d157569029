import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { signatureOf } from '../../../domains/comms/twilio/twilio-signature.rules.ts'
import type { TestService } from '../service/service.ts'

export const ACCOUNT = 'AC0123456789abcdef'
export const TOKEN = 'a token of twilio'

/** A text as the provider has it. */
export interface HandedText {
  sid: string
  fields: URLSearchParams
  at: Date
}

/**
 * What the provider does with a text: accepts it; refuses it with a status and a code; takes it and disconnects before
 * the answer; disconnects without taking it; or takes it and never answers.
 */
export type Manner =
  | 'take'
  | { status: number; code?: number; message?: string }
  | 'take and drop'
  | 'drop'
  | 'take and hang'

interface Kept {
  type: string
  bytes: Buffer
  /** How long it takes to arrive. */
  after?: () => Promise<unknown>
}

/** @param sid the id of the text if it is accepted. */
type Judge = (fields: URLSearchParams, sid: string) => Manner | Promise<Manner>

export type Twilio = Awaited<ReturnType<typeof startTwilio>>

let made = 0
export const freshSid = (kind = 'SM'): string => `${kind}${String(++made).padStart(32, '0')}`

/** An HTTP server on loopback with the part of Twilio’s API that is used here. */
export async function startTwilio() {
  let manner: Judge = () => 'take'
  const asked: URLSearchParams[] = []
  const taken: HandedText[] = []
  const lists: URL[] = []
  const fetched: { path: string; signedIn: boolean }[] = []
  /** The answer for a path: a type and bytes, a status, or a redirect. */
  const media = new Map<string, Kept | number | string>()
  const base = `/2010-04-01/Accounts/${ACCOUNT}`

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request))
    asked.push(fields)
    const sid = freshSid()
    const answer = await manner(fields, sid)
    if (typeof answer === 'string' && answer.startsWith('take')) {
      taken.push({ sid, fields, at: new Date() })
    }
    if (answer === 'take') {
      return send(response, 201, { sid, status: 'queued', num_segments: '2', error_code: null })
    }
    if (typeof answer === 'object') {
      const { status, ...message } = answer
      return send(response, status, { message: 'it said', ...message, status })
    }
    if (answer !== 'take and hang') response.destroy()
  }

  const list = (url: URL): object => ({
    messages: taken
      .filter(({ fields }) =>
        (['To', 'From'] as const).every((name) => fields.get(name) === url.searchParams.get(name)),
      )
      .map(({ sid, fields, at }) => ({
        sid,
        body: fields.get('Body') ?? '',
        direction: 'outbound-api',
        date_created: at.toUTCString().replace('GMT', '+0000'),
      })),
  })

  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://provider.test')
    const signedIn =
      request.headers.authorization ===
      `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`
    const found = media.get(url.pathname)
    if (found !== undefined) {
      fetched.push({ path: url.pathname, signedIn })
      if (typeof found === 'number') return void response.writeHead(found).end()
      if (typeof found === 'string') {
        return void response.writeHead(307, { location: found }).end()
      }
      const { type, bytes, after } = found
      response.writeHead(200, { 'content-type': type })
      await after?.()
      return void response.end(bytes)
    }
    if (!signedIn) {
      const message = `Authenticate, not with ${request.headers.authorization}`
      return send(response, 401, { code: 20003, message, status: 401 })
    }
    if (url.pathname === `${base}.json`) return send(response, 200, { status: 'active' })
    if (url.pathname !== `${base}/Messages.json`) return send(response, 404, { code: 20404 })
    if (request.method === 'POST') return void take(request, response)
    lists.push(url)
    send(response, 200, list(url))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    /** As in OUTBOUND_ALLOW. */
    host,
    asked,
    taken,
    lists,
    fetched,
    media,
    answers: (next: Judge) => {
      manner = next
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const send = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** The body of a channel of texts. */
export const twilioChannel = (baseUrl: string, more: object = {}) => ({
  name: `Texts ${crypto.randomUUID()}`,
  medium: 'text',
  provider: 'twilio',
  from: '+12015550100',
  settings: { accountSid: ACCOUNT, baseUrl },
  credentials: { authToken: TOKEN },
  ...more,
})

export interface HookOptions {
  /** Added to the path of the hook. */
  query?: string
  /** The token that signs it. */
  token?: string
  /** Instead of the signature of the form. */
  signature?: string | null
}

/** Sends something to a channel's hook, signed like the provider. */
export function postToHook(
  service: Pick<TestService, 'api'>,
  channelId: string,
  kind: 'inbound' | 'status' | 'voice',
  fields: Record<string, string>,
  { query = '', token = TOKEN, signature }: HookOptions = {},
) {
  const path = `/v1/hooks/${channelId}/${kind}${query}`
  const form = new URLSearchParams(fields)
  const made = signature ?? signatureOf(token, `https://records.example.com${path}`, form)
  return service.api('POST', path, {
    body: form.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(signature === null ? {} : { 'x-twilio-signature': made }),
    },
  })
}
