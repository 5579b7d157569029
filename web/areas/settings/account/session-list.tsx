import { Badge, Button, Fieldset, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useChange, usePages } from '../../../service/api.ts'
import { useSession } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { deviceName } from './devices.rules.ts'

/** Where the account is signed in, newest first; any session can be ended. */
export function SessionList() {
  const { workspaces } = useSession()
  const sessions = usePages('auth.listSessions', { query: { limit: 20 } })
  const end = useChange('auth.endSession', { outdates: [['auth', 'listSessions']] })
  const workspaceName = (id: string) => workspaces.find((one) => one.id === id)?.name
  return (
    <Fieldset legend="Where you are signed in">
      <Stack gap="md">
        {sessions.error && <FailureAlert error={sessions.error} onRetry={sessions.refetch} />}
        {sessions.isPending && <Skeleton height={80} />}
        {sessions.items.map((session) => {
          const device = deviceName(session.userAgent)
          return (
            <Group key={session.id} justify="space-between" wrap="nowrap" gap="sm">
              <Stack gap={0} miw={0}>
                <Group gap="xs">
                  <Text size="sm" fw={500}>
                    {device}
                  </Text>
                  {session.current && <Badge variant="default">This device</Badge>}
                </Group>
                <Text size="xs" c="dimmed">
                  {[workspaceName(session.workspaceId), session.address]
                    .filter(Boolean)
                    .join(' · ')}
                  {' · used '}
                  <Time at={session.lastUsedAt} />
                  {' · since '}
                  <Time at={session.createdAt} as="moment" />
                </Text>
              </Stack>
              {!session.current && (
                <Button
                  size="compact-sm"
                  variant="default"
                  flex="none"
                  loading={end.isPending && end.variables.params.id === session.id}
                  aria-label={`Sign out ${device}`}
                  onClick={() => end.mutate({ params: { id: session.id } })}
                >
                  Sign out
                </Button>
              )}
            </Group>
          )
        })}
        <More of={sessions} />
      </Stack>
    </Fieldset>
  )
}
