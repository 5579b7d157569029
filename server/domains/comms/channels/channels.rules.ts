import type { ProviderName } from '../../../../contract/channels.ts'
import type { Medium } from '../../../../contract/messages.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Issue } from '../../../platform/refusal.ts'
import type { OpenChannel } from './provider.ts'

export type ChannelSettings = OpenChannel['settings']
export type ChannelCredentials = OpenChannel['credentials']

/** The settings and credentials of a provider. */
interface Kind {
  mediums: readonly Medium[]
  settings: readonly (keyof ChannelSettings)[]
  credentials: readonly (keyof ChannelCredentials)[]
  /** The required settings and credentials, each with what to send. */
  needs: Readonly<Record<string, string>>
}

const kinds: Record<ProviderName, Kind> = {
  smtp: {
    mediums: ['email'],
    settings: ['host', 'port', 'security', 'messagesPerMinute'],
    credentials: ['user', 'pass'],
    needs: { 'settings.host': 'send the name or the address of the SMTP server' },
  },
  twilio: {
    mediums: ['text'],
    settings: ['accountSid', 'baseUrl', 'messagesPerMinute'],
    credentials: ['authToken'],
    needs: {
      'settings.accountSid': 'send the account’s SID, which begins with AC',
      'credentials.authToken': 'send the account’s auth token',
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
    const message = `is ${medium}, which ${provider} does not carry; send ${kind.mediums[0]}`
    issues.push({ path: 'body.medium', message })
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
    const takes = known.length > 0 ? `it takes ${known.join(', ')}` : 'it takes none'
    return [
      {
        path: `body.${part}.${name}`,
        message: `is not something that ${provider} takes: ${takes}`,
      },
    ]
  })

const gaps = ({ needs }: Kind, part: string, sent: object): Issue[] =>
  Object.entries(needs).flatMap(([path, remedy]) => {
    const [of, name = ''] = path.split('.')
    return of === part && !(name in sent)
      ? [{ path: `body.${path}`, message: `is missing; ${remedy}` }]
      : []
  })

/** A name, an IPv4 or an IPv6 address. */
const HOST = /^(?:[\p{L}\p{N}._-]+|[0-9a-f]*(?::[0-9a-f.]*){2,})$/iu

function hostFaults(settings: ChannelSettings, guard: Guard): Issue[] {
  const { host } = settings
  if (host === undefined) return []
  const path = 'body.settings.host'
  const fault = HOST.test(host) ? guard.hostFault(host, portOf(settings)) : NO_HOST
  return fault === undefined ? [] : [{ path, message: fault }]
}

const NO_HOST =
  'is not a host name; send one such as smtp.example.com, and its port in settings.port'

function twilioFaults({ accountSid, baseUrl }: ChannelSettings, guard: Guard): Issue[] {
  const issues: Issue[] = []
  // It is part of the path of every request to the provider.
  if (accountSid !== undefined && !/^[A-Za-z0-9]+$/.test(accountSid)) {
    const message = 'can have only letters and digits; send it as the provider shows it'
    issues.push({ path: 'body.settings.accountSid', message })
  }
  const fault = baseUrl === undefined ? undefined : baseUrlFault(baseUrl, guard)
  if (fault !== undefined) issues.push({ path: 'body.settings.baseUrl', message: fault })
  return issues
}

function baseUrlFault(baseUrl: string, guard: Guard): string | undefined {
  const url = URL.parse(baseUrl)
  return url && url.username + url.password + url.search + url.hash === ''
    ? guard.urlFault(baseUrl)
    : 'is not a plain address; send one such as https://api.example.com, without a user, ? or #'
}

function loginFaults({ user, pass }: ChannelCredentials): Issue[] {
  if ((user === undefined) === (pass === undefined)) return []
  const missing = user === undefined ? 'user' : 'pass'
  const message = 'is missing; give the user and the password, or neither'
  return [{ path: `body.credentials.${missing}`, message }]
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
  const message = 'must be sent again, because the new settings lead to another server'
  return [{ path: 'body.credentials', message }]
}
