import { ActionIcon, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { IconPencil, IconPlus, IconTrash, IconUsersGroup } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Team, useDeskPeople } from '../people/people.ts'
import { TeamDialog } from './team-dialog.tsx'

export function TeamsSettings() {
  const { seats, teams, error, retry } = useDeskPeople()
  const mayManage = useMay('admin')
  const [edited, setEdited] = useState<Team | 'new'>()
  const [doomed, setDoomed] = useState<Team>()
  const remove = useChange('workspace.deleteTeam', {
    outdates: [['workspace'], ['policies']],
    shown: true,
    onDone: () => setDoomed(undefined),
  })
  const nameOf = (crmUserId: number) =>
    seats?.find((seat) => seat.crmUserId === crmUserId)?.name ?? `#${crmUserId}`
  const make = mayManage && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      New team
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Teams"
        description="Groups of people, for use in column policies."
        actions={teams && teams.length > 0 && make}
      />
      {error && <FailureAlert error={error} onRetry={retry} />}
      {!teams && !error && <Skeleton height={160} />}
      {teams?.length === 0 && (
        <EmptyState icon={IconUsersGroup} title="No teams yet" action={make}>
          {mayManage
            ? 'A team can see columns that others can’t. For example, only underwriters see bank statements.'
            : 'Admins and owners can create teams.'}
        </EmptyState>
      )}
      {teams?.map((team) => (
        <Card key={team.id} withBorder padding="md">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Stack gap={2} miw={0}>
              <Title order={2} size="h3">
                {team.name}
              </Title>
              <Text size="sm" c="dimmed">
                {team.crmUserIds.map(nameOf).join(', ') || 'No members yet.'}
              </Text>
            </Stack>
            {mayManage && (
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Edit ${team.name}`}
                  onClick={() => setEdited(team)}
                >
                  <IconPencil size={18} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Delete ${team.name}`}
                  onClick={() => setDoomed(team)}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Group>
            )}
          </Group>
        </Card>
      ))}
      {edited && (
        <TeamDialog
          team={edited === 'new' ? undefined : edited}
          seats={seats ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
      {doomed !== undefined && (
        <ReasonDialog
          title={`Delete ${doomed?.name ?? ''}?`}
          verb="Delete"
          danger
          saving={remove}
          onClose={() => setDoomed(undefined)}
          onConfirm={() => doomed && remove.mutate({ params: { id: doomed.id } })}
        >
          Its people stay in the workspace. If a column policy names only this team, only owners and
          admins keep access to that column.
        </ReasonDialog>
      )}
    </>
  )
}
