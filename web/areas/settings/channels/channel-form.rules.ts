import type { Body, Item } from '../../../service/api.ts'

export type Channel = Item<'channels.list'>
export type Provider = Channel['provider']
type Settings = NonNullable<Body<'channels.create'>['settings']>
type Credentials = NonNullable<Body<'channels.create'>['credentials']>

/** The form's fields, as typed. */
export interface ChannelForm {
  provider: Provider
  medium: Channel['medium']
  name: string
  from: string
  host: string
  port: string
  security: 'none' | 'starttls' | 'tls'
  user: string
  pass: string
  accountSid: string
  authToken: string
  baseUrl: string
  perMinute: string
}

export const blankChannel: ChannelForm = {
  provider: 'smtp',
  medium: 'email',
  name: '',
  from: '',
  host: '',
  port: '',
  security: 'starttls',
  user: '',
  pass: '',
  accountSid: '',
  authToken: '',
  baseUrl: '',
  perMinute: '',
}

/** A channel as the form shows it, without credentials, which cannot be read back. */
export const filledChannel = ({
  provider,
  medium,
  name,
  from,
  settings,
}: Channel): ChannelForm => ({
  ...blankChannel,
  provider,
  medium,
  name,
  from,
  host: settings.host ?? '',
  port: settings.port === undefined ? '' : String(settings.port),
  security: settings.security ?? 'starttls',
  accountSid: settings.accountSid ?? '',
  baseUrl: settings.baseUrl ?? '',
  perMinute: settings.messagesPerMinute === undefined ? '' : String(settings.messagesPerMinute),
})

/** The fields that are missing. */
export function problemsOf(
  form: ChannelForm,
  hasCredentials: boolean,
): Partial<Record<keyof ChannelForm, string>> {
  const { provider, name, from, host, accountSid, authToken } = form
  return {
    ...(name.trim() ? {} : { name: 'Enter a name.' }),
    ...(from.trim() ? {} : { from: isText(form) ? 'Enter a number.' : 'Enter an email address.' }),
    ...(provider === 'smtp' && !host.trim() ? { host: 'Enter a server.' } : {}),
    ...(provider === 'twilio' && !accountSid.trim() ? { accountSid: 'Enter an account SID.' } : {}),
    ...(provider === 'twilio' && !authToken && !hasCredentials
      ? { authToken: 'Enter an auth token.' }
      : {}),
  }
}

/** Whether it sends texts rather than emails. */
export const isText = ({ provider, medium }: ChannelForm): boolean =>
  provider === 'twilio' || (provider === 'local' && medium === 'text')

/** The request for a form: only the fields that its provider takes and that are filled in. */
export function channelBody(form: ChannelForm): Body<'channels.create'> {
  const { provider, name, from } = form
  const medium = provider === 'smtp' ? 'email' : provider === 'twilio' ? 'text' : form.medium
  const settings = settingsOf(form)
  const credentials = credentialsOf(form)
  return {
    name: name.trim(),
    medium,
    provider,
    from: from.trim(),
    settings,
    ...(Object.keys(credentials).length > 0 ? { credentials } : {}),
  }
}

function settingsOf(form: ChannelForm): Settings {
  const { provider, host, port, security, accountSid, baseUrl, perMinute } = form
  const pace = perMinute === '' ? {} : { messagesPerMinute: Number(perMinute) }
  if (provider === 'smtp') {
    return { host: host.trim(), security, ...(port === '' ? {} : { port: Number(port) }), ...pace }
  }
  if (provider === 'twilio') {
    const url = baseUrl.trim()
    return { accountSid: accountSid.trim(), ...(url === '' ? {} : { baseUrl: url }), ...pace }
  }
  return {}
}

function credentialsOf({ provider, user, pass, authToken }: ChannelForm): Credentials {
  const typed = provider === 'smtp' ? { user, pass } : provider === 'twilio' ? { authToken } : {}
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
}

/** The address for calls, next to the one for messages. */
export const voiceUrlOf = (hookUrl: string): string => hookUrl.replace(/inbound$/, 'voice')
