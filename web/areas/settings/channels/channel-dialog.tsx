import { NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Data, useChange } from '../../../service/api.ts'
import type { QueryName } from '../../../service/queries.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { LocalFields, SmtpFields, TwilioFields } from './channel-fields.tsx'
import {
  blankChannel,
  type Channel,
  type ChannelForm,
  channelBody,
  filledChannel,
  isText,
  type Provider,
  problemsOf,
} from './channel-form.rules.ts'

interface Props {
  /** The one to change; without it a new one is created. */
  channel: Channel | null
  onClose: () => void
  /** Called with the secret that is shown once. */
  onMade: (made: Data<'channels.create'>) => void
}

const providers: { value: Provider; label: string }[] = [
  { value: 'smtp', label: 'Email: an SMTP server' },
  { value: 'twilio', label: 'Text: Twilio, or a compatible service' },
  { value: 'local', label: 'Local outbox: kept here, not sent' },
]
const outdates: QueryName[] = [['channels']]

/** Connects a channel, or edits one. */
export function ChannelDialog({ channel, onClose, onMade }: Props) {
  const hasCredentials = channel?.hasCredentials ?? false
  const form = useForm({
    initialValues: channel ? filledChannel(channel) : blankChannel,
    validate: (values) => ({ ...problemsOf(values, hasCredentials) }),
  })
  const create = useChange('channels.create', {
    shown: true,
    outdates,
    onDoneHere: ({ data }) => onMade(data),
  })
  const update = useChange('channels.update', {
    shown: true,
    outdates,
    onDone: () => toastDone('Channel saved. Test it to check that it works.'),
    onDoneHere: onClose,
  })
  const submit = (values: ChannelForm) => {
    const body = channelBody(values)
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
      title={channel ? 'Edit channel' : 'Connect channel'}
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
          description="What your desk calls the channel."
          required
          {...form.getInputProps('name')}
        />
        <TextInput
          label={isText(form.values) ? 'From number' : 'From address'}
          description={
            isText(form.values)
              ? 'What recipients see.'
              : 'What recipients see. You can add a name.'
          }
          placeholder={isText(form.values) ? '+12015550123' : 'Harborline <desk@example.com>'}
          required
          {...form.getInputProps('from')}
        />
      </SimpleGrid>
      {provider === 'smtp' && <SmtpFields {...fields} />}
      {provider === 'twilio' && <TwilioFields {...fields} />}
      {provider === 'local' && !channel && <LocalFields form={form} />}
      {provider !== 'local' && (
        <NumberInput
          label="Maximum messages per minute"
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
          If you change the server, port or API address, enter the credentials again.
        </Text>
      )}
    </FormDialog>
  )
}
