import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { Data } from '../../../api.ts'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { voiceUrlOf } from './channel-form.rules.ts'

interface Props {
  made: Data<'channels.create'>
  onClose: () => void
}

/** What somebody takes to the provider: where messages come in, and the secret that is shown once. */
export function ChannelSecret({ made, onClose }: Props) {
  const { medium, hookUrl, hookSecret } = made
  return (
    <Modal
      opened
      onClose={onClose}
      title="How messages come in"
      size="lg"
      closeOnClickOutside={false}
    >
      <Stack>
        {medium === 'email' ? (
          <>
            <Text size="sm">
              Have your mail server, or your provider’s inbound route, post each incoming message as
              it came (<code>Content-Type: message/rfc822</code>) to this address:
            </Text>
            <CopyField value={hookUrl} label="the hook address" />
            <Text size="sm">with this header:</Text>
            <CopyField
              value={`Authorization: Bearer ${hookSecret}`}
              label="the header with the secret"
            />
            <Alert icon={<IconKey aria-hidden />} title="The secret is shown this once">
              Copy it now. Lost, it is replaced by a new one; the old one then ends at once.
            </Alert>
          </>
        ) : (
          <TextHooks hookUrl={hookUrl} />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{medium === 'email' ? 'I have copied it' : 'Done'}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Where Twilio tells what came in, and what happened to calls. */
export function TextHooks({ hookUrl }: { hookUrl: string }) {
  return (
    <Stack gap={6}>
      <Text size="sm">In Twilio’s console, at the number, as webhooks by HTTP POST:</Text>
      <Text size="xs" c="dimmed">
        “A message comes in”
      </Text>
      <CopyField value={hookUrl} label="the address for messages" />
      <Text size="xs" c="dimmed">
        “Call status changes”
      </Text>
      <CopyField value={voiceUrlOf(hookUrl)} label="the address for calls" />
      <Text size="xs" c="dimmed">
        Twilio signs what it sends with the auth token; nothing else is taken.
      </Text>
    </Stack>
  )
}
