import { Button, Group, Popover, Select, Stack } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { inputOf } from '../../../../shared/column-types.ts'
import { IconPencil } from '../../../ui/icons/icons.ts'
import { nested } from '../../../ui/layout/nested-popup.ts'
import type { Column } from '../list/types.ts'
import { BulkValue } from './bulk-value.tsx'

interface Props {
  columns: readonly Column[]
  onSet: (column: Column, value: unknown) => void
}

/** Chooses a column and the value that all selected rows get. */
export function SetField({ columns, onSet }: Props) {
  const [opened, setOpened] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const [value, setValue] = useState<unknown>(undefined)
  const column = columns.find((one) => one.key === key)
  const choose = (next: string | null) => {
    setKey(next)
    setValue(undefined)
  }
  const put = (to: unknown) => {
    if (!column) return
    setOpened(false)
    choose(null)
    onSet(column, to)
  }
  const keys = ({ key: pressed, target }: KeyboardEvent) => {
    // A list of choices that is open takes both keys itself.
    if ((target as Element).ariaExpanded === 'true') return
    if (pressed === 'Escape') setOpened(false)
    if (pressed === 'Enter' && target instanceof HTMLInputElement && value !== undefined) put(value)
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-start"
      width="min(300px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      closeOnEscape={false}
      returnFocus
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconPencil size={15} aria-hidden />}
          onClick={() => setOpened((before) => !before)}
        >
          Set field
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Set field" onKeyDown={keys}>
        <Stack gap="xs">
          <Select
            label="Column"
            size="xs"
            searchable
            data-autofocus
            {...nested}
            data={columns.map((one) => ({ value: one.key, label: one.name }))}
            value={key}
            onChange={choose}
          />
          {column && (
            <BulkValue key={column.id} column={column} value={value} onChange={setValue} />
          )}
          {column && (
            <Group justify="space-between" gap="xs">
              {column.required ? (
                <span />
              ) : (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  onClick={() => put(inputOf(column.type) === 'tick' ? false : null)}
                >
                  Clear the field
                </Button>
              )}
              <Button size="compact-sm" disabled={value === undefined} onClick={() => put(value)}>
                Set
              </Button>
            </Group>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
