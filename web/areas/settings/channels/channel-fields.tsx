import {
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  TextInput,
} from '@mantine/core'
import type { ChannelForm } from './channel-form.rules.ts'

interface Props {
  form: ChannelForm
  onChange: (part: Partial<ChannelForm>) => void
  /** What is wrong with a field, by its path in the request. */
  faultAt: (path: string) => string | undefined
  /** Whether credentials are there already, to be kept where none are typed. */
  hasCredentials: boolean
}

const KEPT = 'Kept as they are while this is empty; never shown.'

/** What a mail server takes. */
export function SmtpFields({ form, onChange, faultAt, hasCredentials }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label="Server"
          placeholder="smtp.example.com"
          required
          value={form.host}
          error={faultAt('settings.host')}
          onChange={(event) => onChange({ host: event.currentTarget.value })}
        />
        <NumberInput
          label="Port"
          placeholder={{ none: '25', starttls: '587', tls: '465' }[form.security]}
          hideControls
          allowDecimal={false}
          value={form.port}
          error={faultAt('settings.port')}
          onChange={(port) => onChange({ port: String(port) })}
        />
      </SimpleGrid>
      <Select
        label="Encryption"
        allowDeselect={false}
        value={form.security}
        data={[
          { value: 'starttls', label: 'STARTTLS, insisted on' },
          { value: 'tls', label: 'TLS from the first byte' },
          { value: 'none', label: 'None (a relay in your own network)' },
        ]}
        onChange={(security) => onChange({ security: security as ChannelForm['security'] })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label="User"
          description={hasCredentials ? KEPT : 'Empty for a server without sign-in.'}
          autoComplete="off"
          value={form.user}
          error={faultAt('credentials.user')}
          onChange={(event) => onChange({ user: event.currentTarget.value })}
        />
        <PasswordInput
          label="Password"
          description={hasCredentials ? KEPT : 'Stored encrypted, and never shown again.'}
          autoComplete="new-password"
          value={form.pass}
          error={faultAt('credentials.pass') ?? faultAt('credentials')}
          onChange={(event) => onChange({ pass: event.currentTarget.value })}
        />
      </SimpleGrid>
    </>
  )
}

/** What Twilio, or a service with the same API, takes. */
export function TwilioFields({ form, onChange, faultAt, hasCredentials }: Props) {
  return (
    <>
      <TextInput
        label="Account SID"
        placeholder="AC…"
        required
        value={form.accountSid}
        error={faultAt('settings.accountSid')}
        onChange={(event) => onChange({ accountSid: event.currentTarget.value })}
      />
      <PasswordInput
        label="Auth token"
        description={hasCredentials ? KEPT : 'Stored encrypted, and never shown again.'}
        required={!hasCredentials}
        autoComplete="new-password"
        value={form.authToken}
        error={faultAt('credentials.authToken') ?? faultAt('credentials')}
        onChange={(event) => onChange({ authToken: event.currentTarget.value })}
      />
      <TextInput
        label="Address of the API"
        description="Of another service with the same API; empty for Twilio’s own."
        placeholder="https://api.twilio.com"
        value={form.baseUrl}
        error={faultAt('settings.baseUrl')}
        onChange={(event) => onChange({ baseUrl: event.currentTarget.value })}
      />
    </>
  )
}

/** The outbox of a trial is of either medium. */
export function LocalFields({ form, onChange }: Pick<Props, 'form' | 'onChange'>) {
  return (
    <SegmentedControl
      aria-label="Medium"
      value={form.medium}
      data={[
        { value: 'email', label: 'Emails' },
        { value: 'text', label: 'Texts' },
      ]}
      onChange={(medium) => onChange({ medium: medium as ChannelForm['medium'] })}
    />
  )
}
