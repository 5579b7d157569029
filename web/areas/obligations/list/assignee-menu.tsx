import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '../../../ui/icons/icons.ts'
import { Avatar } from '../../../ui/values/avatar.tsx'

interface Props {
  people: { value: string; label: string }[]
  disabled: boolean
  onChoose: (crmUserId: number | null, name: string) => void
}

/** Chooses who takes care of something, or nobody. */
export function AssigneeMenu({ people, disabled, onChoose }: Props) {
  return (
    <Menu shadow="md">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          disabled={disabled}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Assign to
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {people.map(({ value, label }) => (
          <Menu.Item
            key={value}
            leftSection={<Avatar id={Number(value)} name={label} size={18} />}
            onClick={() => onChoose(Number(value), label)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose(null, 'nobody')}>Unassigned</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
