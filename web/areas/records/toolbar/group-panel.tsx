import { Radio, ScrollArea, Stack, Text } from '@mantine/core'
import type { Column } from '../grid/types.ts'
import { sortable } from './sort-panel.tsx'

interface Props {
  columns: readonly Column[]
  group: string | null
  onGroup: (group: string | null) => void
}

/** The column to group by, with a heading for each of its values. */
export function GroupPanel({ columns, group, onGroup }: Props) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Rows with the same value appear together, with their count.
      </Text>
      <ScrollArea.Autosize mah={320}>
        <Radio.Group
          aria-label="Group by"
          value={group ?? ''}
          onChange={(value) => onGroup(value || null)}
        >
          <Stack gap={6} py={4}>
            <Radio size="xs" value="" label="No groups" />
            {sortable(columns).map(({ key, name }) => (
              <Radio key={key} size="xs" value={key} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      </ScrollArea.Autosize>
    </Stack>
  )
}
