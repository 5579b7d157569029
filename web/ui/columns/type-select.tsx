import { Group, type MantineSize, Select, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ColumnType } from '../../../shared/column-types.ts'
import { nested } from '../layout/nested-popup.ts'
import { columnTypes } from '../records/column-types.ts'

interface Props {
  label: string
  types: readonly ColumnType[]
  value: ColumnType | null
  error?: ReactNode
  size?: MantineSize
  /** Whether it is in a panel, which a click on its list would otherwise close. */
  isNested?: boolean
  onChange: (type: ColumnType) => void
}

/** Chooses a column's type by what its cells hold. */
export function TypeSelect({ label, types, value, error, size, isNested, onChange }: Props) {
  const Shown = value ? columnTypes[value].icon : null
  return (
    <Select
      label={label}
      size={size}
      required
      searchable
      data-autofocus
      allowDeselect={false}
      {...(isNested ? nested : {})}
      maxDropdownHeight={320}
      leftSection={Shown && <Shown size={16} aria-hidden />}
      data={types.map((type) => ({ value: type, label: columnTypes[type].label }))}
      value={value}
      error={error}
      onChange={(type) => type && onChange(type as ColumnType)}
      renderOption={({ option }) => {
        const type = option.value as ColumnType
        const { label: name, icon: Icon, says } = columnTypes[type]
        return (
          <Group gap="sm" wrap="nowrap">
            <Icon size={18} stroke={1.6} aria-hidden />
            <div>
              <Text size="sm">{name}</Text>
              <Text size="xs" c="dimmed">
                {says}
              </Text>
            </div>
          </Group>
        )
      }}
    />
  )
}
