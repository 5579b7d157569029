import { Button, Menu } from '@mantine/core'
import { Fragment } from 'react'
import { useSession } from '../../../service/session.ts'
import { IconUser } from '../../../ui/icons/icons.ts'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { usePersonChoices } from '../choosing/use-person-choices.ts'
import type { Column } from '../list/types.ts'

interface Props {
  /** The columns of people. */
  columns: readonly Column[]
  onAssign: (column: Column, crmUserId: number | null) => void
}

/** Puts a person into a column of all selected rows. */
export function AssignMenu({ columns, onAssign }: Props) {
  const me = String(useSession().seat.crmUserId)
  const people = usePersonChoices().toSorted(
    (one, other) => Number(other.value === me) - Number(one.value === me),
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
            {people.map(({ value, label }) => (
              <Menu.Item
                key={value}
                leftSection={<Avatar id={Number(value)} name={label} size={18} />}
                onClick={() => onAssign(column, Number(value))}
              >
                {label}
                {value === me ? ' (me)' : ''}
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
