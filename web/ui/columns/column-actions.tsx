import { ActionIcon, Group, Menu } from '@mantine/core'
import { isChangeable } from '../../../shared/column-types.ts'
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconPencil,
  IconSwitch3,
  IconTrash,
} from '../icons/icons.ts'
import type { Column } from './definition.ts'

interface Props {
  column: Column
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onRetype: () => void
  onRemove: () => void
}

export function ColumnActions(props: Props) {
  const { column, isFirst, isLast, onMove, onEdit, onRetype, onRemove } = props
  const button = { variant: 'subtle', color: 'gray' } as const
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        {...button}
        aria-label={`Move ${column.name} up`}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={`Move ${column.name} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon {...button} aria-label={`Actions for ${column.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
            Edit…
          </Menu.Item>
          {isChangeable(column.type) && (
            <Menu.Item leftSection={<IconSwitch3 size={16} />} onClick={onRetype}>
              Change type…
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            c="var(--mantine-color-red-light-color)"
            onClick={onRemove}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
