import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useReturnFocus } from '../../../../ui/focus/use-return-focus.ts'
import { shownText } from '../../cells/cell-shown.rules.ts'
import classes from '../../list/grid.module.css'
import type { GridHandle } from '../model/handle.ts'
import type { BeyondQuestion } from '../model/model.ts'
import type { Question } from '../rows/edits.ts'

/** How many lines a dialog draws. */
const MOST_LINES = 200

/** Two people changed the same cells: asks which change to keep. */
export function ConflictDialog({ grid, question }: { grid: GridHandle; question: Question }) {
  useReturnFocus()
  const { conflicts, answer } = question
  const { layout, context, model, definition } = grid
  const one = conflicts.length === 1
  const text = (key: string, value: unknown) => {
    const column = definition.columns.find((one) => one.key === key)
    return (column && shownText(column, value, undefined, context)) || '(empty)'
  }
  const nameOf = (key: string) => layout.columns.find((one) => one.key === key)?.column.name ?? key
  const numberOf = (rowId: string) => {
    const place = model.source.placeOf(rowId)
    return place === undefined ? '' : place + 1
  }
  return (
    <Modal
      opened
      size="lg"
      onClose={() => answer('theirs')}
      title={one ? 'Someone else changed this cell' : 'Someone else changed these cells'}
    >
      <Stack>
        <Text size="sm">
          {one ? 'It was' : 'They were'} changed while you were editing. Choose which change to
          keep.
        </Text>
        <Table.ScrollContainer minWidth={280} mah={320}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Row</Table.Th>
                <Table.Th>Column</Table.Th>
                <Table.Th>Mine</Table.Th>
                <Table.Th>Theirs</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {conflicts.slice(0, MOST_LINES).map(({ change: { rowId, key, to }, theirs }) => (
                <Table.Tr key={`${rowId} ${key}`}>
                  <Table.Td>{numberOf(rowId)}</Table.Td>
                  <Table.Td>{nameOf(key)}</Table.Td>
                  <Table.Td className={classes.whole}>{text(key, to)}</Table.Td>
                  <Table.Td className={classes.whole}>{text(key, theirs)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer('theirs')}>
            Take theirs
          </Button>
          <Button onClick={() => answer('mine')}>Keep mine</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Asks what to do with a paste that is wider than the grid. */
export function BeyondDialog({ question: { count, answer } }: { question: BeyondQuestion }) {
  useReturnFocus()
  const what = count === 1 ? 'One column' : `${count} columns`
  const them = count === 1 ? 'it' : 'them'
  return (
    <Modal opened onClose={() => answer('cancel')} title="Not enough columns">
      <Stack>
        <Text size="sm">
          {what} of what you paste {count === 1 ? 'goes' : 'go'} beyond the last column.{' '}
          {count === 1 ? 'A text column' : 'Text columns'} can be added for {them}, and will stay if
          you undo the paste.
        </Text>
        <Group justify="flex-end">
          <Button variant="subtle" onClick={() => answer('cancel')}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => answer('leave')}>
            Leave {them} out
          </Button>
          <Button data-autofocus onClick={() => answer('add')}>
            Add {count === 1 ? 'a text column' : `${count} text columns`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
