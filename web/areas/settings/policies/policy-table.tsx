import { Button, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { type Item, useAnswer } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { useDoerNames } from '../../../ui/values/use-token-names.ts'
import { useDeskPeople } from '../people/people.ts'
import {
  EVERYONE,
  isOpen,
  type Names,
  type Part,
  type Policy,
  policyWords,
} from './policy.rules.ts'
import { PolicyEditor } from './policy-editor.tsx'

type Definition = Item<'definitions.list'>

/** The columns of a board or page, with who can see and edit each. */
export function PolicyTable({
  definition,
  mayChange,
}: {
  definition: Definition
  mayChange: boolean
}) {
  const { data, error, refetch } = useAnswer('policies.list', {
    params: { key: definition.key },
    query: { limit: 1000 },
  })
  const { seats, teams } = useDeskPeople()
  const nameOf = useDoerNames((data?.data ?? []).map(({ updatedBy }) => updatedBy))
  const isAdmin = useMay('admin')
  const [editing, setEditing] = useState<string>()
  if (error) return <FailureAlert error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={240} />
  const names: Names = {
    account: (id) => seats?.find(({ accountId }) => accountId === id)?.name ?? 'someone who left',
    team: (id) => teams?.find((team) => team.id === id)?.name ?? 'that was deleted',
  }
  const policyOf = (columnId: string): Policy =>
    data.data.find((policy) => policy.columnId === columnId) ?? {
      columnId,
      visibleTo: EVERYONE,
      editableBy: EVERYONE,
      updatedAt: null,
      updatedBy: null,
    }
  const edited = definition.columns.find(({ id }) => id === editing)
  return (
    <>
      <WideTable label={`Policies of ${definition.name}`} minWidth={300}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th visibleFrom="sm">Who sees it</Table.Th>
            <Table.Th visibleFrom="sm">Who edits it</Table.Th>
            <Table.Th visibleFrom="sm">Changed</Table.Th>
            {mayChange && (
              <Table.Th>
                <span className="visually-hidden">Actions</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {definition.columns.map((column) => {
            const { visibleTo, editableBy, updatedAt, updatedBy } = policyOf(column.id)
            return (
              <Table.Tr key={column.id}>
                <Table.Td>
                  <Stack gap={0}>
                    <Text size="sm" fw={500}>
                      {column.name}
                    </Text>
                    {isAdmin && (
                      <Text size="xs" c="dimmed">
                        {column.key}
                      </Text>
                    )}
                    <Text size="xs" c="dimmed" hiddenFrom="sm">
                      See it: {policyWords(visibleTo, 'see', names)}
                      {!column.readOnly && ` · Edit it: ${policyWords(editableBy, 'edit', names)}`}
                    </Text>
                  </Stack>
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Who part={visibleTo} words={policyWords(visibleTo, 'see', names)} />
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  {column.readOnly ? (
                    <Text size="sm" c="dimmed">
                      Filled by the service
                    </Text>
                  ) : (
                    <Who part={editableBy} words={policyWords(editableBy, 'edit', names)} />
                  )}
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Text size="xs" c="dimmed">
                    <Time at={updatedAt} />
                    {updatedBy && ` by ${nameOf(updatedBy)}`}
                  </Text>
                </Table.Td>
                {mayChange && (
                  <Table.Td ta="right">
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Edit policy for ${column.name}`}
                      onClick={() => setEditing(column.id)}
                    >
                      Edit
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </WideTable>
      {edited && (
        <PolicyEditor
          definitionKey={definition.key}
          column={edited}
          policy={policyOf(edited.id)}
          seats={seats ?? []}
          teams={teams ?? []}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

/** Restricted columns stand out; open ones are the norm. */
function Who({ part, words }: { part: Part; words: string }) {
  return (
    <Text size="sm" {...(isOpen(part) ? { c: 'dimmed' } : { fw: 500 })}>
      {words}
    </Text>
  )
}
