import { Button, Group, Text } from '@mantine/core'
import { inputOf } from '../../../../shared/column-types.ts'
import { IconCopy, IconTrash, IconX } from '../../../ui/icons/icons.ts'
import type { Desk } from '../grid/model/handle.ts'
import { AssignMenu } from './assign-menu.tsx'
import { settable } from './bulk.rules.ts'
import {
  clearSelected,
  deleteSelected,
  duplicateRows,
  lockedIn,
  setColumn,
} from './bulk-actions.ts'
import { ExportMenu } from './export-menu.tsx'
import { MessageButtons } from './message-buttons.tsx'
import { SetField } from './set-field.tsx'

interface Props {
  desk: Desk
  count: number
  /** Whether it is on a phone, where the count stands above it. */
  isPhone?: boolean
}

/** What can be done with all selected rows at once. */
export function BulkBar({ desk, count, isPhone = false }: Props) {
  const columns = settable(desk.definition, lockedIn(desk))
  const people = columns.filter(({ type }) => inputOf(type) === 'person')
  return (
    <Group
      gap={6}
      maw="100%"
      {...(isPhone ? {} : { wrap: 'nowrap', style: { overflowX: 'auto' } })}
      role="toolbar"
      aria-label="Selected rows"
    >
      {!isPhone && (
        <>
          <Text size="sm" fw={500} role="status">
            {count.toLocaleString()} selected
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={() => clearSelected(desk)}
          >
            Clear
          </Button>
        </>
      )}
      {desk.mayEdit && columns.length > 0 && (
        <SetField columns={columns} onSet={(column, to) => setColumn(desk, column, to)} />
      )}
      {desk.mayEdit && people.length > 0 && (
        <AssignMenu columns={people} onAssign={(column, to) => setColumn(desk, column, to)} />
      )}
      {desk.mayEdit && <MessageButtons desk={desk} />}
      <ExportMenu desk={desk} count={count} />
      {desk.mayEdit && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCopy size={15} aria-hidden />}
            onClick={() => duplicateRows(desk)}
          >
            Duplicate
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => deleteSelected(desk)}
          >
            Delete
          </Button>
        </>
      )}
    </Group>
  )
}
