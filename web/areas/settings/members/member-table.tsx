import { ActionIcon, Badge, Group, Menu, Stack, Table, Text } from '@mantine/core'
import { useChange } from '../../../service/api.ts'
import { useSession } from '../../../service/session.ts'
import {
  IconDots,
  IconMailForward,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconUserMinus,
} from '../../../ui/icons/icons.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import type { Seat, Team } from '../people/people.ts'
import { roleLabel } from '../people/roles.rules.ts'

/** The dialog that is open for a member. */
export type Intent = 'edit' | 'suspend' | 'remove' | 'invite again'

interface Props {
  seats: readonly Seat[]
  teams: readonly Team[]
  mayManage: boolean
  onIntent: (seat: Seat, intent: Intent) => void
}

export function MemberTable({ seats, teams, mayManage, onIntent }: Props) {
  const { seat: mine } = useSession()
  const teamName = new Map(teams.map(({ id, name }) => [id, name]))
  return (
    <WideTable label="Members" minWidth={300}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Person</Table.Th>
          <Table.Th visibleFrom="sm">Role</Table.Th>
          <Table.Th visibleFrom="sm">Teams</Table.Th>
          <Table.Th visibleFrom="sm">Status</Table.Th>
          {mayManage && (
            <Table.Th>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {seats.map((seat) => (
          <Table.Tr key={seat.crmUserId}>
            <Table.Td>
              <Group gap="sm" wrap="nowrap">
                <Avatar id={seat.crmUserId} name={seat.name} size={30} />
                <Stack gap={0} miw={0}>
                  <Text size="sm" fw={500}>
                    {seat.name}
                    {seat.crmUserId === mine.crmUserId && ' (you)'}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {seat.email}
                  </Text>
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {roleLabel(seat.role)}, {statuses[seat.status].label.toLowerCase()}
                  </Text>
                </Stack>
              </Group>
            </Table.Td>
            <Table.Td visibleFrom="sm">{roleLabel(seat.role)}</Table.Td>
            <Table.Td visibleFrom="sm">
              {seat.teamIds.map((id) => teamName.get(id) ?? '').join(', ') || (
                <Text span c="dimmed" inherit>
                  None
                </Text>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Status status={seat.status} />
            </Table.Td>
            {mayManage && (
              <Table.Td ta="right">
                <Actions seat={seat} onIntent={onIntent} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

const statuses = {
  active: { label: 'Active', color: 'green' },
  invited: { label: 'Invited', color: 'yellow' },
  suspended: { label: 'Suspended', color: 'gray' },
} as const

function Status({ status }: { status: Seat['status'] }) {
  const { label, color } = statuses[status]
  return (
    <Badge variant="dot" color={color}>
      {label}
    </Badge>
  )
}

function Actions({ seat, onIntent }: { seat: Seat; onIntent: Props['onIntent'] }) {
  const reactivate = useChange('workspace.updateSeat', { outdates: [['workspace']] })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${seat.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onIntent(seat, 'edit')}>
          Edit
        </Menu.Item>
        {seat.status === 'invited' && (
          <Menu.Item
            leftSection={<IconMailForward size={16} />}
            onClick={() => onIntent(seat, 'invite again')}
          >
            New invitation link
          </Menu.Item>
        )}
        {seat.status === 'active' && (
          <Menu.Item
            leftSection={<IconPlayerPause size={16} />}
            onClick={() => onIntent(seat, 'suspend')}
          >
            Suspend
          </Menu.Item>
        )}
        {seat.status === 'suspended' && (
          <Menu.Item
            leftSection={<IconPlayerPlay size={16} />}
            onClick={() =>
              reactivate.mutate({
                params: { crmUserId: seat.crmUserId },
                body: { status: 'active' },
              })
            }
          >
            Reactivate
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconUserMinus size={16} />}
          onClick={() => onIntent(seat, 'remove')}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
