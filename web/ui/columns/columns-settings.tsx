import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useChange } from '../../service/api.ts'
import { useMay } from '../../service/session.ts'
import { IconColumns3, IconPlus } from '../icons/icons.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { columnTypes } from '../records/column-types.ts'
import { useDefinitionNames } from '../records/definition-names.ts'
import { ColumnActions } from './column-actions.tsx'
import { moveKey } from './column-order.rules.ts'
import { columnQueries } from './column-queries.ts'
import { ColumnTrash } from './column-trash.tsx'
import type { Column, Definition } from './definition.ts'
import { useColumnRemoval } from './use-column-removal.ts'

const ColumnDialog = lazy(() =>
  import('./column-dialog.tsx').then((m) => ({ default: m.ColumnDialog })),
)
const TypeDialog = lazy(() => import('./type-dialog.tsx').then((m) => ({ default: m.TypeDialog })))

type Opened = { what: 'add' } | { what: 'edit' | 'retype'; column: Column }

/** All columns of a board or page, in the order that everybody starts with. */
export function ColumnsSettings({ definition }: { definition: Definition }) {
  const { key, columns } = definition
  const isAdmin = useMay('admin')
  const [opened, setOpened] = useState<Opened | null>(null)
  const remove = useColumnRemoval(key)
  const reorder = useChange('definitions.reorderColumns', { outdates: columnQueries })
  const keys = columns.map((column) => column.key)
  const move = (column: Column, by: -1 | 1) =>
    reorder.mutate({ params: { key }, body: { columns: moveKey(keys, column.key, by) } })
  const add = isAdmin && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setOpened({ what: 'add' })}
      w="fit-content"
    >
      Add a column
    </Button>
  )
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {isAdmin
            ? 'Everyone starts with this order. A view can have its own.'
            : 'Only admins and owners can change these.'}
        </Text>
        {columns.length > 0 && add}
      </Group>
      {columns.length === 0 ? (
        <EmptyState icon={IconColumns3} title="No columns yet" action={add}>
          Columns define what a row holds. Start with a text column for the name.
        </EmptyState>
      ) : (
        <Table.ScrollContainer minWidth={300}>
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Column</Table.Th>
                {isAdmin && <Table.Th visibleFrom="sm">Key</Table.Th>}
                <Table.Th visibleFrom="sm">Type</Table.Th>
                <Table.Th visibleFrom="sm">Rules</Table.Th>
                {isAdmin && <Table.Th w={150}>Actions</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {columns.map((column, at) => (
                <Table.Tr key={column.id}>
                  <Table.Td>
                    <Text size="sm" fw={500}>
                      {column.name}
                    </Text>
                    {column.description && (
                      <Text size="xs" c="dimmed" lineClamp={2}>
                        {column.description}
                      </Text>
                    )}
                    <Group gap="4px 12px" mt={4} hiddenFrom="sm">
                      <TypeCell column={column} />
                      <Rules column={column} />
                    </Group>
                  </Table.Td>
                  {isAdmin && (
                    <Table.Td visibleFrom="sm">
                      <code>{column.key}</code>
                    </Table.Td>
                  )}
                  <Table.Td visibleFrom="sm">
                    <TypeCell column={column} />
                  </Table.Td>
                  <Table.Td visibleFrom="sm">
                    <Rules column={column} />
                  </Table.Td>
                  {isAdmin && (
                    <Table.Td>
                      <ColumnActions
                        column={column}
                        isFirst={at === 0}
                        isLast={at === columns.length - 1}
                        onMove={(by) => move(column, by)}
                        onEdit={() => setOpened({ what: 'edit', column })}
                        onRetype={() => setOpened({ what: 'retype', column })}
                        onRemove={() => remove(column)}
                      />
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <ColumnTrash definitionKey={key} mayRestore={isAdmin} />
      <Suspense>
        {opened?.what === 'add' && (
          <ColumnDialog definition={definition} column={null} onClose={() => setOpened(null)} />
        )}
        {opened?.what === 'edit' && (
          <ColumnDialog
            definition={definition}
            column={opened.column}
            onClose={() => setOpened(null)}
          />
        )}
        {opened?.what === 'retype' && (
          <TypeDialog
            definition={definition}
            column={opened.column}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </Stack>
  )
}

function TypeCell({ column }: { column: Column }) {
  const { label, icon: Shown } = columnTypes[column.type]
  const { settings } = column
  const { definition } = useDefinitionNames()
  const { currency, definitionKey, expression } = settings
  const more = currency ?? (definitionKey ? definition(definitionKey) : expression)
  return (
    <Group gap={6} wrap="nowrap">
      <Shown size={16} stroke={1.6} aria-hidden />
      <div>
        <Text size="sm">{label}</Text>
        {more && (
          <Text size="xs" c="dimmed" lineClamp={1}>
            {more}
          </Text>
        )}
      </div>
    </Group>
  )
}

function Rules({ column: { required, unique, readOnly } }: { column: Column }) {
  return (
    <Group gap={4}>
      {required && <Badge variant="default">required</Badge>}
      {unique && <Badge variant="default">unique</Badge>}
      {readOnly && <Badge variant="default">filled by the service</Badge>}
    </Group>
  )
}
