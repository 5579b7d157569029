import { Card, List, Select, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { type Item, useAnswer } from '../../../service/api.ts'
import { usePeople } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { cellText } from '../../../ui/values/cell-words.rules.ts'
import { usePhoneText } from '../../../ui/values/use-phone-text.ts'
import { roles } from '../people/roles.rules.ts'

type Definition = Item<'definitions.list'>

interface Props {
  definition: Definition
  /** `role:member` or `account:<id>`. */
  as: string
  onChange: (as: string) => void
}

const ROWS = 20

/** A board or page as somebody else sees it, with what is hidden and why. */
export function ViewAs({ definition, as, onChange }: Props) {
  const params = { key: definition.key }
  const seen = useAnswer('definitions.get', { params, query: { as } }, { keepPrevious: true })
  const rows = useAnswer(
    'definitions.listRows',
    { params, query: { as, limit: ROWS } },
    { keepPrevious: true },
  )
  const { seats, nameOf } = usePeople()
  const phoneText = usePhoneText(definition.settings.region)
  const error = seen.error ?? rows.error
  const hidden = rows.data?.hiddenColumns ?? []
  const name = (columnId: string) => definition.columns.find(({ id }) => id === columnId)?.name
  return (
    <Stack>
      <Select
        label="View as"
        maw={360}
        data={[
          {
            group: 'A role, in no team',
            items: roles.map(({ value, label }) => ({ value: `role:${value}`, label })),
          },
          {
            group: 'A person',
            items: seats
              .filter(({ status }) => status === 'active')
              .map((seat) => ({ value: `account:${seat.accountId}`, label: seat.name })),
          },
        ]}
        value={as}
        onChange={(other) => other && onChange(other)}
        searchable
        allowDeselect={false}
      />
      {error && <FailureAlert error={error} />}
      {!error && !(seen.data && rows.data) && <Skeleton height={200} />}
      {!error && seen.data && rows.data && (
        <>
          <Card withBorder>
            <Title order={2} size="h3">
              {hidden.length === 0 ? 'Nothing is hidden' : `${hidden.length} hidden`}
            </Title>
            {hidden.length === 0 ? (
              <Text size="sm" c="dimmed">
                All columns are visible.
              </Text>
            ) : (
              <List size="sm" mt={4}>
                {hidden.map(({ columnId, column, why }) => (
                  <List.Item key={columnId}>
                    <b>{name(columnId) ?? column}</b>: {why}
                  </List.Item>
                ))}
              </List>
            )}
          </Card>
          <Text size="sm" c="dimmed">
            {rows.data.nextCursor ? `The first ${ROWS} rows:` : 'All rows:'}
          </Text>
          <WideTable label="Rows" minWidth={Math.max(300, seen.data.data.columns.length * 130)}>
            <Table.Thead>
              <Table.Tr>
                {seen.data.data.columns.map((column) => (
                  <Table.Th key={column.id}>{column.name}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.data.data.map((row) => (
                <Table.Tr key={row.id}>
                  {seen.data.data.columns.map((column) => (
                    <Table.Td key={column.id}>
                      {phoneText(cellText(row.cells[column.key], column, nameOf))}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        </>
      )}
    </Stack>
  )
}
