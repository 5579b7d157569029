import { ActionIcon, Button, Checkbox, Group, ScrollArea, Stack, Text } from '@mantine/core'
import type { MouseEvent } from 'react'
import { moveKey, orderedColumns } from '../../../../ui/columns/column-order.rules.ts'
import { IconArrowDown, IconArrowUp } from '../../../../ui/icons/icons.ts'
import { areChosen, MOST_FIELDS } from '../../list/card-fields.rules.ts'
import type { Column, GridState } from '../../list/types.ts'
import { keepFocus } from '../tools/keep-focus.ts'

interface Props {
  columns: readonly Column[]
  state: GridState
  onState: (change: Partial<GridState>) => void
}

/** Which columns are shown, and in which order: in a grid, or on the cards of a kanban. */
export function FieldsPanel({ columns, state, onState }: Props) {
  const ordered = orderedColumns(columns, state.order)
  const keys = ordered.map(({ key }) => key)
  const show = (key: string, shown: boolean) =>
    onState({
      order: keys,
      hidden: shown ? state.hidden.filter((one) => one !== key) : [...state.hidden, key],
    })
  const move = (event: MouseEvent<HTMLElement>, key: string, by: -1 | 1) => {
    const to = keys.indexOf(key) + by
    if (to === 0 || to === keys.length - 1) keepFocus(event)
    onState({ order: moveKey(keys, key, by) })
  }
  return (
    <Stack gap="xs">
      {state.kind === 'kanban' && (
        <Text size="sm" c="dimmed">
          {areChosen(state)
            ? `Cards show the first ${MOST_FIELDS} of these, below their title.`
            : 'Cards show an amount and a date if there are any. Hide or move columns to choose.'}
        </Text>
      )}
      <ScrollArea.Autosize mah={340}>
        <Stack gap={2}>
          {ordered.map(({ key, name }, at) => (
            <Group key={key} gap={2} wrap="nowrap">
              <Checkbox
                flex={1}
                size="xs"
                label={name}
                checked={!state.hidden.includes(key)}
                onChange={(event) => show(key, event.currentTarget.checked)}
              />
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Move ${name} toward the front`}
                disabled={at === 0}
                onClick={(event) => move(event, key, -1)}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Move ${name} toward the end`}
                disabled={at === ordered.length - 1}
                onClick={(event) => move(event, key, 1)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={state.hidden.length === 0}
          onClick={(event) => {
            keepFocus(event)
            onState({ hidden: [] })
          }}
        >
          Show all
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={
            state.order.length === 0 &&
            state.hidden.length === 0 &&
            state.frozen === 1 &&
            Object.keys(state.widths).length === 0
          }
          onClick={(event) => {
            keepFocus(event)
            onState({ hidden: [], order: [], widths: {}, frozen: 1 })
          }}
        >
          Reset columns
        </Button>
      </Group>
    </Stack>
  )
}
