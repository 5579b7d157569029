import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useAnswer, useChange } from '../../service/api.ts'
import { typeLabel } from '../records/column-types.ts'
import { Time } from '../values/time.tsx'
import { columnQueries } from './column-queries.ts'

interface Props {
  definitionKey: string
  mayRestore: boolean
}

/** The columns in the trash, which can be restored with their cells for 30 days. */
export function ColumnTrash({ definitionKey, mayRestore }: Props) {
  const params = { key: definitionKey }
  const { data } = useAnswer('definitions.listColumns', {
    params,
    query: { trashed: true, limit: 1000 },
  })
  const restore = useChange('definitions.restoreColumn', { outdates: columnQueries })
  const columns = data?.data ?? []
  if (columns.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={3}>Deleted columns</Title>
      {columns.map((column) => (
        <Group key={column.id} gap="sm" justify="space-between">
          <div>
            <Text size="sm">
              {column.name} <code>{column.key}</code>
            </Text>
            <Text size="xs" c="dimmed">
              {typeLabel(column.type)}, deleted <Time at={column.deletedAt} />; gone for good 30
              days later
            </Text>
          </div>
          {mayRestore && (
            <Button
              variant="default"
              size="compact-sm"
              loading={restore.isPending && restore.variables.params.column === column.id}
              onClick={() => restore.mutate({ params: { ...params, column: column.id } })}
            >
              Restore
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
