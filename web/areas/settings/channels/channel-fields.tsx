import {
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ChannelForm } from './channel-form.rules.ts'

interface Props {
  form: UseFormReturnType<ChannelForm>
  /** Whether credentials are already stored. They are kept if none are typed. */
  hasCredentials: boolean
}

const KEPT = 'Leave empty to keep it. It is never shown.'

/** The fields for a mail server. */
export function SmtpFields({ form, hasCredentials }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label="Server"
          placeholder="smtp.example.com"
          required
          {...form.getInputProps('host')}
        />
        <NumberInput
          label="Port"
          placeholder={{ none: '25', starttls: '587', tls: '465' }[form.values.security]}
          hideControls
          allowDecimal={false}
          {...form.getInputProps('port')}
          onChange={(port) => form.setFieldValue('port', String(port))}
        />
      </SimpleGrid>
      <Select
        label="Encryption"
        allowDeselect={false}
        {...form.getInputProps('security')}
        data={[
          { value: 'starttls', label: 'STARTTLS (required)' },
          { value: 'tls', label: 'TLS (implicit)' },
          { value: 'none', label: 'None (a relay in your own network)' },
        ]}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label="User"
          description={hasCredentials ? KEPT : 'Leave empty if the server needs no sign-in.'}
          autoComplete="off"
          {...form.getInputProps('user')}
        />
        <PasswordInput
          label="Password"
          description={hasCredentials ? KEPT : 'Stored encrypted, and never shown again.'}
          autoComplete="new-password"
          {...form.getInputProps('pass')}
        />
      </SimpleGrid>
    </>
  )
}

/** The fields for Twilio, or a service with the same API. */
export function TwilioFields({ form, hasCredentials }: Props) {
  return (
    <>
      <TextInput
        label="Account SID"
        placeholder="AC…"
        required
        {...form.getInputProps('accountSid')}
      />
      <PasswordInput
        label="Auth token"
        description={hasCredentials ? KEPT : 'Stored encrypted, and never shown again.'}
        required={!hasCredentials}
        autoComplete="new-password"
        {...form.getInputProps('authToken')}
      />
      <TextInput
        label="API address"
        description="Leave empty for Twilio. Enter an address for another service with the same API."
        placeholder="https://api.twilio.com"
        {...form.getInputProps('baseUrl')}
      />
    </>
  )
}

/** The local outbox can be for either medium. */
export function LocalFields({ form }: Pick<Props, 'form'>) {
  return (
    <SegmentedControl
      aria-label="Medium"
      {...form.getInputProps('medium')}
      data={[
        { value: 'email', label: 'Emails' },
        { value: 'text', label: 'Texts' },
      ]}
    />
  )
}
