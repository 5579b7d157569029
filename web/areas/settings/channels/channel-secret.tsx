import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Data } from '../../../service/api.ts'
import { IconKey } from '../../../ui/icons/icons.ts'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { voiceUrlOf } from './channel-form.rules.ts'

interface Props {
  made: Data<'channels.create'>
  onClose: () => void
}

/** What to enter at the provider: the address for messages, and the secret that is shown once. */
export function ChannelSecret({ made, onClose }: Props) {
  const { medium, hookUrl, hookSecret } = made
  return (
    <Modal opened onClose={onClose} title="Receive messages" size="lg" closeOnClickOutside={false}>
      <Stack>
        {medium === 'email' ? (
          <>
            <Text size="sm">
              Set your mail server, or your provider’s inbound route, to POST each incoming message
              unchanged (<code>Content-Type: message/rfc822</code>) to this address:
            </Text>
            <CopyField value={hookUrl} label="the hook address" />
            <Text size="sm">with this header:</Text>
            <CopyField
              value={`Authorization: Bearer ${hookSecret}`}
              label="the header with the secret"
            />
            <Alert icon={<IconKey aria-hidden />} title="The secret is shown only once">
              Copy it now. If you lose it, create a new one, which replaces the old one at once.
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

/** Where Twilio reports incoming messages and calls. */
export function TextHooks({ hookUrl }: { hookUrl: string }) {
  return (
    <Stack gap={6}>
      <Text size="sm">
        In Twilio’s console, open the number and set these webhooks (HTTP POST):
      </Text>
      <Text size="xs" c="dimmed">
        “A message comes in”
      </Text>
      <CopyField value={hookUrl} label="the address for messages" />
      <Text size="xs" c="dimmed">
        “Call status changes”
      </Text>
      <CopyField value={voiceUrlOf(hookUrl)} label="the address for calls" />
      <Text size="xs" c="dimmed">
        Twilio signs its requests with the auth token. Unsigned requests are refused.
      </Text>
    </Stack>
  )
}
