import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { OpenChannel, Outcome, Outgoing, Provider } from '../channels/provider.ts'
import { likeliest, outcomeOf, refusedBy, standingFault } from './twilio-answers.rules.ts'
import { ask, type Got, type Limits } from './twilio-http.ts'

export interface TwilioTools {
  outbound: Outbound
  /** Where the provider fetches a file of a message. */
  mediaUrl: (channel: OpenChannel, outgoing: Outgoing, fileId: string) => string
  /** Which of these ids from the provider belong to other messages. */
  findKnown: (outgoing: Outgoing, externalIds: readonly string[]) => Promise<string[]>
  limits?: Limits
}

/** Texts through Twilio’s Messages resource, or a service with the same API. */
export const twilioProvider = ({
  outbound,
  mediaUrl,
  findKnown,
  limits = usual,
}: TwilioTools): Provider => ({
  async send(channel, outgoing, begin) {
    const form = new URLSearchParams({ To: outgoing.to, From: channel.from })
    if (outgoing.content.trim() !== '') form.set('Body', outgoing.content)
    form.set('StatusCallback', `${channel.hookBase}/status?message=${outgoing.messageId}`)
    for (const { id } of outgoing.attachments) {
      form.append('MediaUrl', mediaUrl(channel, outgoing, id))
    }
    const wanted = { ...signedIn(channel, '/Messages.json'), method: 'POST' as const, form }
    return outcomeOfRequest(await ask(outbound, wanted, limits, begin))
  },

  async find(channel, outgoing, beganAt) {
    const wanted = signedIn(channel, '/Messages.json')
    const { searchParams } = wanted.url
    searchParams.set('To', outgoing.to)
    searchParams.set('From', channel.from)
    // Twilio searches by day. It includes the day before, in case submission began right after midnight.
    const since = new Date(beganAt.getTime() - DAY_MS).toISOString().slice(0, 10)
    searchParams.set('DateSent>', since)
    searchParams.set('PageSize', '100')
    const got = await ask(outbound, wanted, limits)
    if (got.kind !== 'answered' || got.status !== 200) return undefined
    const found = likeliest(got.body, outgoing.content, beganAt)
    const known = found.length > 0 ? await findKnown(outgoing, found) : []
    const externalId = found.find((sid) => !known.includes(sid))
    return externalId === undefined ? undefined : { kind: 'accepted', externalId }
  },

  async test(channel) {
    const got = await ask(outbound, signedIn(channel, '.json'), limits)
    if (got.kind !== 'answered') return got.why
    return got.status === 200 ? standingFault(got.body) : refusedBy(got.status, got.body)
  },

  async close() {},
})

const usual: Limits = { connectMs: 10_000, wholeMs: 30_000 }
const TWILIO = 'https://api.twilio.com'
const DAY_MS = 86_400_000

/** The address of a service with the same API, without a slash at its end. */
export const baseUrlOf = ({ settings }: OpenChannel): string =>
  (settings.baseUrl ?? TWILIO).replace(/\/+$/, '')

function signedIn(channel: OpenChannel, path: string) {
  const { accountSid = '' } = channel.settings
  const account = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}${path}`
  return {
    holder: channel.workspaceId,
    method: 'GET' as const,
    url: new URL(baseUrlOf(channel) + account),
    user: accountSid,
    password: channel.credentials.authToken ?? '',
  }
}

function outcomeOfRequest(got: Got): Outcome {
  if (got.kind === 'answered') return outcomeOf(got.status, got.body)
  return { kind: got.kind === 'unreached' ? 'transient' : 'unknown', ...got.why }
}
