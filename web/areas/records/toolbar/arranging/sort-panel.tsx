import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core'
import { hasOrder } from '../../../../../shared/filter-operators.ts'
import { MOST_SORTS } from '../../../../../shared/limits.ts'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '../../../../ui/icons/icons.ts'
import { nested } from '../../../../ui/layout/nested-popup.ts'
import type { Column } from '../../list/types.ts'
import { keepFocus } from '../tools/keep-focus.ts'

interface Props {
  columns: readonly Column[]
  sort: readonly string[]
  onSort: (sort: string[]) => void
}

const keyOf = (sort: string) => sort.replace(/^-/, '')

export function SortPanel({ columns, sort, onSort }: Props) {
  const choices = [
    ...columns.filter(hasOrder).map(({ key, name }) => ({ value: key, label: name })),
    { value: 'row.createdAt', label: 'Row added at' },
    { value: 'row.updatedAt', label: 'Row changed at' },
    { value: 'row.position', label: 'Order added' },
  ]
  const used = sort.map(keyOf)
  const free = choices.filter(({ value }) => !used.includes(value))
  const put = (at: number, to: string | null) =>
    onSort(sort.flatMap((one, i) => (i === at ? (to ?? []) : one)))
  return (
    <Stack gap="xs">
      {sort.length === 0 && (
        <Text size="sm" c="dimmed">
          Rows are in the order they were added.
        </Text>
      )}
      {sort.map((one, at) => {
        const down = one.startsWith('-')
        const key = keyOf(one)
        return (
          // Keyed by position, so that it stays, with the focus in it, when another column is chosen.
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart
          <Group key={at} gap={4} wrap="nowrap">
            <Select
              flex={1}
              size="xs"
              aria-label={at === 0 ? 'Sort by' : 'Then by'}
              data={choices.filter(({ value }) => value === key || !used.includes(value))}
              value={key}
              allowDeselect={false}
              searchable
              {...nested}
              {...(sort.length > 1 ? { leftSection: at + 1 } : {})}
              onChange={(value) => value && put(at, down ? `-${value}` : value)}
            />
            <Button
              size="xs"
              variant="default"
              w={138}
              leftSection={
                down ? (
                  <IconArrowDown size={14} aria-hidden />
                ) : (
                  <IconArrowUp size={14} aria-hidden />
                )
              }
              onClick={() => put(at, down ? key : `-${key}`)}
            >
              {down ? 'Descending' : 'Ascending'}
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Don’t sort by ${choices.find(({ value }) => value === key)?.label ?? key}`}
              onClick={(event) => {
                keepFocus(event)
                put(at, null)
              }}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        )
      })}
      {sort.length < MOST_SORTS && free.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onSort([...sort, free[0]!.value])}
        >
          {sort.length === 0 ? 'Add sort' : 'Add another sort'}
        </Button>
      )}
    </Stack>
  )
}
