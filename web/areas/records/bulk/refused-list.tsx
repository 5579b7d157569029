import { Alert, List, Text } from '@mantine/core'
import type { Data } from '../../../service/api.ts'
import { useTitleOf } from '../../../ui/records/use-title-of.ts'
import type { Definition, Row } from '../list/types.ts'

interface Props {
  title: string
  definition: Definition
  rows: readonly Row[]
  refused: Data<'conversations.sendMany'>['refused']
}

/** How many refusals are listed. */
const MOST_LISTED = 20

/** The records whose messages were refused, with why. */
export function RefusedList({ title, definition, rows, refused }: Props) {
  const titleOf = useTitleOf()
  return (
    <Alert color="yellow" title={title}>
      <List size="sm">
        {refused.slice(0, MOST_LISTED).map(({ row_id, message }) => (
          <List.Item key={row_id}>
            {titleOf(rows.find(({ id }) => id === row_id)!.cells, definition.columns)}: {message}
          </List.Item>
        ))}
      </List>
      {refused.length > MOST_LISTED && (
        <Text size="sm">And {refused.length - MOST_LISTED} more.</Text>
      )}
      <Text size="sm">The refused records stay selected.</Text>
    </Alert>
  )
}
