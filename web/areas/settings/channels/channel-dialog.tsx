import {
  Button,
  Group,
  Modal,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Data, Refused, useChange } from '../../../api.ts'
import type { QueryName } from '../../../queries.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { LocalFields, SmtpFields, TwilioFields } from './channel-fields.tsx'
import { blankForm, bodyOf, type Channel, formOf, type Provider } from './channel-form.rules.ts'

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
  const [form, setForm] = useState(() => (channel ? formOf(channel) : blankForm))
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
  const error = create.error ?? update.error
  const faultAt = (path: string) =>
    error instanceof Refused
      ? error.failure.issues.find((issue) => issue.path === `body.${path}`)?.message
      : undefined
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = bodyOf(form)
    if (!channel) return create.mutate({ body })
    const { name, from, settings, credentials } = body
    update.mutate({
      params: { id: channel.id },
      body: { name, from, ...(settings && { settings }), ...(credentials && { credentials }) },
    })
  }
  const fields = {
    form,
    onChange: change,
    faultAt,
    hasCredentials: channel?.hasCredentials ?? false,
  }
  const isText = form.provider === 'twilio' || (form.provider === 'local' && form.medium === 'text')
  return (
    <Modal
      opened
      onClose={onClose}
      title={channel ? 'Change the channel' : 'Connect a channel'}
      size="lg"
    >
      <form onSubmit={submit}>
        <Stack>
          {!channel && (
            <Select
              label="Kind"
              allowDeselect={false}
              value={form.provider}
              data={providers}
              onChange={(provider) => change({ provider: provider as Provider })}
            />
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput
              label="Name"
              description="As your team calls it."
              required
              value={form.name}
              error={faultAt('name')}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <TextInput
              label={isText ? 'From number' : 'From address'}
              description="What recipients see."
              placeholder={isText ? '+12015550123' : 'desk@example.com'}
              required
              value={form.from}
              error={faultAt('from')}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
          </SimpleGrid>
          {form.provider === 'smtp' && <SmtpFields {...fields} />}
          {form.provider === 'twilio' && <TwilioFields {...fields} />}
          {form.provider === 'local' && !channel && <LocalFields {...fields} />}
          {form.provider !== 'local' && (
            <NumberInput
              label="Messages a minute, at most"
              description="Empty for no limit of ours."
              hideControls
              allowDecimal={false}
              min={1}
              value={form.perMinute}
              error={faultAt('settings.messagesPerMinute')}
              onChange={(perMinute) => change({ perMinute: String(perMinute) })}
            />
          )}
          {error && <FailureAlert title="It was not saved" error={error} />}
          {channel && form.provider !== 'local' && (
            <Text size="xs" c="dimmed">
              For another server, port or address of the API, type the credentials again.
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending}>
              {channel ? 'Save' : 'Connect'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
