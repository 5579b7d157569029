import { Button, Menu } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { Fragment } from 'react'
import { usePeople, useSession } from '../../../session.ts'
import { Avatar } from '../../../ui/values/avatar.tsx'
import type { Column } from '../grid/types.ts'

interface Props {
  /** The columns of people. */
  columns: readonly Column[]
  onAssign: (column: Column, crmUserId: number | null) => void
}

/** Puts a person into a column of all selected rows. */
export function AssignMenu({ columns, onAssign }: Props) {
  const { seats } = usePeople()
  const { seat } = useSession()
  const me = seats.filter(({ crmUserId }) => crmUserId === seat.crmUserId)
  const others = seats.filter(
    ({ crmUserId, status }) => crmUserId !== seat.crmUserId && status === 'active',
  )
  return (
    <Menu position="top-start" shadow="md">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconUser size={15} aria-hidden />}
        >
          Assign
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {columns.map((column) => (
          <Fragment key={column.id}>
            <Menu.Label>{column.name}</Menu.Label>
            {[...me, ...others].map(({ crmUserId, name }) => (
              <Menu.Item
                key={crmUserId}
                leftSection={<Avatar id={crmUserId} name={name} size={18} />}
                onClick={() => onAssign(column, crmUserId)}
              >
                {name}
                {crmUserId === seat.crmUserId ? ' (me)' : ''}
              </Menu.Item>
            ))}
            {!column.required && (
              <Menu.Item c="dimmed" onClick={() => onAssign(column, null)}>
                Nobody
              </Menu.Item>
            )}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
