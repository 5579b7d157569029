import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '../../../ui/icons/icons.ts'
import { tintOf } from '../cells/cell.tsx'
import type { Column } from '../list/types.ts'
import classes from './panel.module.css'

interface Props {
  column: Column
  value: unknown
  /** Why the person may not change it; `null` if they may. */
  lock: string | null
  onChoose: (label: string | null) => void
}

/** How far the record has got, in the option’s colour; a click chooses another one. */
export function StagePill({ column, value, lock, onChoose }: Props) {
  const options = column.settings.options ?? []
  const label = typeof value === 'string' ? value : null
  const colorOf = (one: string | null) => options.find((each) => each.label === one)?.color
  const shown = label ?? `No ${column.name.toLowerCase()}`
  if (lock !== null) {
    if (label === null) return null
    return (
      <span className={classes.pill} style={tintOf(colorOf(label))} title={lock}>
        {shown}
      </span>
    )
  }
  return (
    <Menu position="bottom-start" shadow="md" width={220}>
      <Menu.Target>
        <UnstyledButton
          className={classes.pill}
          style={tintOf(colorOf(label))}
          aria-label={`${column.name}: ${shown}`}
          title={column.description ?? undefined}
        >
          {shown}
          <IconChevronDown size={13} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflow: 'auto' }}>
        {options.map((option) => (
          <Menu.Item
            key={option.label}
            onClick={() => option.label !== label && onChoose(option.label)}
            rightSection={option.label === label ? <IconCheck size={14} aria-hidden /> : undefined}
          >
            <span className={classes.pill} style={tintOf(option.color)}>
              {option.label}
            </span>
          </Menu.Item>
        ))}
        {label !== null && !column.required && (
          <Menu.Item c="dimmed" onClick={() => onChoose(null)}>
            No {column.name.toLowerCase()}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
