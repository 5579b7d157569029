import { Radio, ScrollArea, Stack, Text } from '@mantine/core'
import type { Column } from '../../list/types.ts'

interface Props {
  /** The columns that rows can be grouped by. */
  columns: readonly Column[]
  /** Whether there can be no groups. */
  isOptional: boolean
  group: string | null
  onGroup: (group: string | null) => void
}

/** The column to group by, with a heading for each of its values. */
export function GroupPanel({ columns, isOptional, group, onGroup }: Props) {
  return (
    <Stack gap="xs">
      {isOptional && (
        <Text size="sm" c="dimmed">
          Rows with the same value appear together, with their count.
        </Text>
      )}
      <ScrollArea.Autosize mah={320}>
        <Radio.Group
          aria-label="Group by"
          value={group ?? ''}
          onChange={(value) => onGroup(value || null)}
        >
          <Stack gap={6} py={4}>
            {isOptional && <Radio size="xs" value="" label="No groups" />}
            {columns.map(({ key, name }) => (
              <Radio key={key} size="xs" value={key} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      </ScrollArea.Autosize>
    </Stack>
  )
}
