import { Button, Checkbox, Table, Text } from '@mantine/core'
import { type Input, inputOf } from '../../../../shared/column-types.ts'
import { useTitleOf } from '../../../ui/records/use-title-of.ts'
import { Time } from '../../../ui/values/time.tsx'
import { useActorName } from '../activity/use-actor-name.ts'
import { shownText } from '../cells/cell-shown.rules.ts'
import { useTexts } from '../cells/use-texts.ts'
import type { Definition, Row } from '../list/types.ts'

interface Props {
  definition: Definition
  row: Row
  mayWrite: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onRestore: () => void
}

const KEPT_MS = 30 * 24 * 3_600_000

/** What a line of the trash leaves out. */
const unsaid: readonly Input[] = ['rows', 'files', 'person', 'lines']

/** A row in the trash: its title, who deleted it and when, and until when it can be restored. */
export function TrashRow(props: Props) {
  const { definition, row, mayWrite, isChosen, onChoose, onRestore } = props
  const { deletedAt, deletedBy } = row
  const { key, columns } = definition
  const titleOf = useTitleOf()
  const actorName = useActorName(key, [deletedBy ?? null])
  const gone = deletedAt ? new Date(Date.parse(deletedAt) + KEPT_MS).toISOString() : null
  const title = titleOf(row.cells, columns)
  const context = useTexts(definition)
  const more = columns
    .filter(({ type }) => !unsaid.includes(inputOf(type)))
    .map((column) => shownText(column, row.cells[column.key], row, context))
    .filter((text) => text !== '' && text !== title)
  const by = deletedBy && ` by ${actorName(deletedBy)}`
  return (
    <Table.Tr>
      <Table.Td>
        {mayWrite && (
          <Checkbox
            aria-label={`Select ${title}`}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{title}</Text>
        <Text size="xs" c="dimmed" lineClamp={1} style={{ wordBreak: 'break-all' }}>
          {more.slice(0, 4).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="xs">
          <Time at={deletedAt} size="xs" />
          {by}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Time at={deletedAt} size="sm" />
        {by && (
          <Text size="xs" c="dimmed">
            {by}
          </Text>
        )}
      </Table.Td>
      {/* On a phone there is no room for it; the page says how long. */}
      <Table.Td visibleFrom="xs">{gone && <Time at={gone} as="day" size="sm" />}</Table.Td>
      {mayWrite && (
        <Table.Td>
          <Button variant="default" size="compact-sm" onClick={onRestore}>
            Restore
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  )
}
