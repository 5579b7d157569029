import { NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Data, useChange } from '../../../api.ts'
import type { QueryName } from '../../../queries.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { LocalFields, SmtpFields, TwilioFields } from './channel-fields.tsx'
import {
  blankForm,
  bodyOf,
  type Channel,
  type ChannelForm,
  formOf,
  isText,
  type Provider,
  problemsOf,
} from './channel-form.rules.ts'

interface Props {
  /** The one that is changed; without one it is a new one. */
  channel: Channel | null
  onClose: () => void
  /** With what is shown once. */
  onMade: (made: Data<'channels.create'>) => void
}

const providers: { value: Provider; label: string }[] = [
  { value: 'smtp', label: 'Email: an SMTP server' },
  { value: 'twilio', label: 'Text: Twilio, or a service like it' },
  { value: 'local', label: 'Local outbox: kept here, sent to nobody' },
]
const outdates: QueryName[] = [['channels']]

/** Connects a channel, or changes one. */
export function ChannelDialog({ channel, onClose, onMade }: Props) {
  const hasCredentials = channel?.hasCredentials ?? false
  const form = useForm({
    initialValues: channel ? formOf(channel) : blankForm,
    validate: (values) => ({ ...problemsOf(values, hasCredentials) }),
  })
  const create = useChange('channels.create', {
    shown: true,
    outdates,
    onDone: ({ data }) => onMade(data),
  })
  const update = useChange('channels.update', {
    shown: true,
    outdates,
    onDone: () => {
      toastDone('Changed. Test it to see whether it answers.')
      onClose()
    },
  })
  const submit = (values: ChannelForm) => {
    const body = bodyOf(values)
    if (!channel) return create.mutate({ body })
    const { name, from, settings, credentials } = body
    update.mutate({
      params: { id: channel.id },
      body: { name, from, ...(settings && { settings }), ...(credentials && { credentials }) },
    })
  }
  const { provider } = form.values
  const fields = { form, hasCredentials }
  return (
    <FormDialog
      title={channel ? 'Change the channel' : 'Connect a channel'}
      verb={channel ? 'Save' : 'Connect'}
      size="lg"
      form={form}
      saving={channel ? update : create}
      names={{
        'settings.messagesPerMinute': 'perMinute',
        credentials: provider === 'twilio' ? 'authToken' : 'pass',
      }}
      onClose={onClose}
      onSubmit={submit}
    >
      {!channel && (
        <Select
          label="Kind"
          allowDeselect={false}
          data={providers}
          {...form.getInputProps('provider')}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label="Name"
          description="What your team calls it."
          required
          {...form.getInputProps('name')}
        />
        <TextInput
          label={isText(form.values) ? 'From number' : 'From address'}
          description="What recipients see."
          placeholder={isText(form.values) ? '+12015550123' : 'desk@example.com'}
          required
          {...form.getInputProps('from')}
        />
      </SimpleGrid>
      {provider === 'smtp' && <SmtpFields {...fields} />}
      {provider === 'twilio' && <TwilioFields {...fields} />}
      {provider === 'local' && !channel && <LocalFields form={form} />}
      {provider !== 'local' && (
        <NumberInput
          label="Messages a minute, at most"
          description="Leave empty for no limit."
          hideControls
          allowDecimal={false}
          min={1}
          {...form.getInputProps('perMinute')}
          onChange={(perMinute) => form.setFieldValue('perMinute', String(perMinute))}
        />
      )}
      {channel && provider !== 'local' && (
        <Text size="xs" c="dimmed">
          If you change the server, port or address of the API, enter the credentials again.
        </Text>
      )}
    </FormDialog>
  )
}
