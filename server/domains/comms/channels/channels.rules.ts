import type { ProviderName } from '../../../../contract/comms/channels.ts'
import type { Medium } from '../../../../contract/comms/messages.ts'
import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { type Issue, issueAt } from '../../../platform/refusal.ts'
import type { OpenChannel } from './provider.ts'

export type ChannelSettings = OpenChannel['settings']
export type ChannelCredentials = OpenChannel['credentials']

/** The settings and credentials of a provider. */
interface Kind {
  mediums: readonly Medium[]
  settings: readonly (keyof ChannelSettings)[]
  credentials: readonly (keyof ChannelCredentials)[]
  /** The required settings and credentials, each with what to send. */
  needs: Readonly<Record<string, Why>>
}

const kinds: Record<ProviderName, Kind> = {
  smtp: {
    mediums: ['email'],
    settings: ['host', 'port', 'security', 'messagesPerMinute'],
    credentials: ['user', 'pass'],
    needs: { 'settings.host': why('host_missing', {}) },
  },
  twilio: {
    mediums: ['text'],
    settings: ['accountSid', 'baseUrl', 'messagesPerMinute'],
    credentials: ['authToken'],
    needs: {
      'settings.accountSid': why('sid_missing', {}),
      'credentials.authToken': why('token_missing', {}),
    },
  },
  local: { mediums: ['email', 'text'], settings: [], credentials: [], needs: {} },
}

/** The parts of a channel in a request; a part that is absent stays as it is. */
export interface ChannelParts {
  medium: Medium
  provider: ProviderName
  settings?: ChannelSettings | undefined
  credentials?: ChannelCredentials | undefined
}

const PORTS = { none: 25, starttls: 587, tls: 465 }

/** The port of a mail server: the one in its settings, or else the default. */
export const portOf = ({ security = 'starttls', port = PORTS[security] }: ChannelSettings) => port

/** Says why an address, or a host and port, may not be reached. */
export type Guard = Pick<Outbound, 'urlFault' | 'hostFault'>

/** Everything that is wrong with a channel in a request, by its provider. */
export function faultsOf(parts: ChannelParts, guard: Guard): Issue[] {
  const { medium, provider, settings, credentials } = parts
  const kind = kinds[provider]
  const issues: Issue[] = []
  if (!kind.mediums.includes(medium)) {
    const other = why('other_medium', { medium, provider, carried: kind.mediums[0]! })
    issues.push(issueAt('body.medium', other))
  }
  for (const part of ['settings', 'credentials'] as const) {
    const sent = parts[part]
    if (sent === undefined) continue
    issues.push(...strays(provider, part, sent), ...gaps(kind, part, sent))
  }
  if (settings) issues.push(...hostFaults(settings, guard), ...twilioFaults(settings, guard))
  if (credentials) issues.push(...loginFaults(credentials))
  return issues
}

const strays = (provider: ProviderName, part: 'settings' | 'credentials', sent: object): Issue[] =>
  Object.keys(sent).flatMap((name) => {
    const known: readonly string[] = kinds[provider][part]
    if (known.includes(name)) return []
    const stray =
      known.length > 0
        ? why('provider_takes', { provider, fields: known.join(', ') })
        : why('provider_takes_none', { provider })
    return [issueAt(`body.${part}.${name}`, stray)]
  })

const gaps = ({ needs }: Kind, part: string, sent: object): Issue[] =>
  Object.entries(needs).flatMap(([path, missing]) => {
    const [of, name = ''] = path.split('.')
    return of === part && !(name in sent) ? [issueAt(`body.${path}`, missing)] : []
  })

/** A name, an IPv4 or an IPv6 address. */
const HOST = /^(?:[\p{L}\p{N}._-]+|[0-9a-f]*(?::[0-9a-f.]*){2,})$/iu

function hostFaults(settings: ChannelSettings, guard: Guard): Issue[] {
  const { host } = settings
  if (host === undefined) return []
  const fault = HOST.test(host) ? guard.hostFault(host, portOf(settings)) : why('not_a_host', {})
  return fault === undefined ? [] : [issueAt('body.settings.host', fault)]
}

function twilioFaults({ accountSid, baseUrl }: ChannelSettings, guard: Guard): Issue[] {
  const issues: Issue[] = []
  // It is part of the path of every request to the provider.
  if (accountSid !== undefined && !/^[A-Za-z0-9]+$/.test(accountSid)) {
    issues.push(issueAt('body.settings.accountSid', why('sid_characters', {})))
  }
  const fault = baseUrl === undefined ? undefined : baseUrlFault(baseUrl, guard)
  if (fault !== undefined) issues.push(issueAt('body.settings.baseUrl', fault))
  return issues
}

function baseUrlFault(baseUrl: string, guard: Guard): Why | undefined {
  const url = URL.parse(baseUrl)
  return url && url.username + url.password + url.search + url.hash === ''
    ? guard.urlFault(baseUrl)
    : why('not_a_plain_address', {})
}

function loginFaults({ user, pass }: ChannelCredentials): Issue[] {
  if ((user === undefined) === (pass === undefined)) return []
  const missing = user === undefined ? 'user' : 'pass'
  return [issueAt(`body.credentials.${missing}`, why('half_a_login', {}))]
}

/**
 * The problems of keeping the old credentials. If the host changes, they must be sent again: otherwise somebody who
 * does not know them could have them sent to a host of their own.
 */
export function keptFaults(
  before: { settings: ChannelSettings; hasCredentials: boolean },
  sent: { settings?: ChannelSettings | undefined; credentials?: object | undefined },
): Issue[] {
  const { settings, credentials } = sent
  if (!settings || credentials || !before.hasCredentials) return []
  const isSame = (['host', 'port', 'security', 'baseUrl'] as const).every(
    (name) => settings[name] === before.settings[name],
  )
  if (isSame) return []
  return [issueAt('body.credentials', why('credentials_again', {}))]
}
