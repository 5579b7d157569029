import { Alert, Badge, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { type Data, useChange } from '../../../service/api.ts'
import { loadReasons } from '../../../service/failures/reasons.ts'
import { failedWords } from '../../../service/failures/refused-value.rules.ts'
import type { QueryName } from '../../../service/queries.ts'
import { useMay } from '../../../service/session.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { IconCircleCheck, IconPlugX } from '../../../ui/icons/icons.ts'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import type { Channel } from './channel-form.rules.ts'
import { TextHooks } from './channel-secret.tsx'

// Failed work carries its reason although it is no refusal, so the words are loaded here.
void loadReasons()

interface Props {
  channel: Channel
  onEdit: () => void
  onSecret: (made: Data<'channels.rotateSecret'>) => void
}

/** A channel, and what can be done with it. */
export function ChannelCard({ channel, onEdit, onSecret }: Props) {
  const isAdmin = useMay('admin')
  const [asking, setAsking] = useState<'remove' | 'rotate' | null>(null)
  const outdates: QueryName[] = [['channels']]
  const shownAddress = useShownAddress()
  const test = useChange('channels.test')
  const remove = useChange('channels.remove', { shown: true, outdates })
  const rotate = useChange('channels.rotateSecret', {
    shown: true,
    outdates,
    onDone: ({ data }) => {
      setAsking(null)
      onSecret(data)
    },
  })
  const { id, name, medium, provider, from, hookUrl } = channel
  const input = { params: { id } }
  const tested = test.data?.data
  const signsIn = provider === 'twilio' || channel.hasCredentials
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Box flex="1 1 260px" miw={0}>
            <Group gap="xs">
              <Title order={2}>{name}</Title>
              <Badge variant="light">{medium === 'text' ? 'Text' : 'Email'}</Badge>
            </Group>
            <Text size="sm" c="dimmed">
              From {shownAddress(from)}
              {(isAdmin || provider === 'local') && ` · ${wayOf(channel)}`}
            </Text>
          </Box>
          {isAdmin && (
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                loading={test.isPending}
                onClick={() => test.mutate(input)}
              >
                Test
              </Button>
              <Button size="xs" variant="default" onClick={onEdit}>
                Edit
              </Button>
              {medium === 'email' && provider !== 'local' && (
                <Button size="xs" variant="default" onClick={() => setAsking('rotate')}>
                  New hook secret
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => setAsking('remove')}>
                Disconnect
              </Button>
            </Group>
          )}
        </Group>
        {tested && (
          <Alert
            variant="light"
            color={tested.ok ? 'green' : 'red'}
            icon={tested.ok ? <IconCircleCheck aria-hidden /> : <IconPlugX aria-hidden />}
            title={tested.ok ? `Connected (${tested.ms} ms)` : 'Test failed'}
            role="status"
          >
            {tested.ok
              ? `${signsIn ? 'Signed in' : 'The server answered'}. Nothing was sent.`
              : failedWords(tested)}
          </Alert>
        )}
        {isAdmin && provider === 'smtp' && (
          <Stack gap={4}>
            <Text size="xs" c="dimmed">
              Post incoming email here, with the hook secret
            </Text>
            <CopyField value={hookUrl} label="the hook address" />
          </Stack>
        )}
        {isAdmin && provider === 'twilio' && <TextHooks hookUrl={hookUrl} />}
      </Stack>
      {asking === 'remove' && (
        <ReasonDialog
          title={`Disconnect ${name}?`}
          verb="Disconnect"
          danger
          saving={remove}
          onClose={() => setAsking(null)}
          onConfirm={() => remove.mutate(input)}
        >
          Waiting messages are sent through the next channel for this medium. The channel’s
          credentials are deleted, and its hook address stops accepting messages.
        </ReasonDialog>
      )}
      {asking === 'rotate' && (
        <ReasonDialog
          title="Create a new hook secret?"
          verb="Create new secret"
          saving={rotate}
          onClose={() => setAsking(null)}
          onConfirm={() => rotate.mutate(input)}
        >
          The old one stops working at once. Incoming email is refused until your mail server has
          the new one.
        </ReasonDialog>
      )}
    </Paper>
  )
}

function wayOf({ provider, settings, hasCredentials }: Channel): string {
  const { host, port, security, accountSid, baseUrl, messagesPerMinute: pace } = settings
  if (provider === 'local') return 'kept here, not sent'
  const parts =
    provider === 'smtp'
      ? [
          `${host}${port ? `:${port}` : ''}`,
          { none: 'no encryption', starttls: 'STARTTLS', tls: 'TLS' }[security ?? 'starttls'],
          hasCredentials ? 'signs in' : 'no sign-in',
        ]
      : [`account ${accountSid}`, ...(baseUrl ? [baseUrl] : [])]
  return [...parts, ...(pace ? [`at most ${pace} per minute`] : [])].join(' · ')
}
