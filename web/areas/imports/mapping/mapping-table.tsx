import { Box, Button, Group, Popover, Select, Skeleton, Table, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Data } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import type { ColumnDraft } from '../../../ui/columns/column-draft.rules.ts'
import { IconPlus } from '../../../ui/icons/icons.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import {
  columnsIn,
  columnTargets,
  draftFor,
  joinedWith,
  type Places,
  type PlannedColumn,
  type PlannedColumns,
  withLinkOf,
  withoutPlanned,
  withPlace,
} from '../questions/mapping.rules.ts'
import type { Preview } from '../questions/types.ts'
import classes from './mapping-table.module.css'

const PlanColumn = lazy(() => import('./plan-column.tsx').then((m) => ({ default: m.PlanColumn })))
const ColumnDialog = lazy(() =>
  import('../../../ui/columns/column-dialog.tsx').then((m) => ({ default: m.ColumnDialog })),
)

interface Props {
  definition: Data<'definitions.get'>
  preview: Preview
  places: Places
  /** With the keys of new columns. */
  shownPlaces: Places
  onPlaces: (places: Places) => void
  planned: PlannedColumns
  onPlanned: (planned: PlannedColumns) => void
}

const reasons: Record<Preview['columns'][number]['why'], string> = {
  mapping: '',
  remembered: 'as before',
  name: 'by name',
  content: 'by its values',
  none: '',
}

/** Each column of the file, with its target. */
export function MappingTable({
  definition,
  preview,
  places,
  shownPlaces,
  onPlaces,
  planned,
  onPlanned,
}: Props) {
  /** The place of the column that is being added. */
  const [adding, setAdding] = useState<number | null>(null)
  /** What of it is filled in when all settings are asked for. */
  const [draft, setDraft] = useState<ColumnDraft | null>(null)
  const mayAdd = useMay('admin')
  const done = () => {
    setAdding(null)
    setDraft(null)
  }
  const plan = (index: number, column: PlannedColumn) =>
    onPlanned({ ...planned, [index]: withLinkOf(preview.columns[index], column) })
  return (
    <>
      <WideTable label="Columns of the file" minWidth={300}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>In the file</Table.Th>
            <Table.Th>Goes to</Table.Th>
            <Table.Th visibleFrom="sm">Cells</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columnsIn(preview).map(({ index, header, samples, values, why }) => {
            const added = planned[index]
            const joined = joinedWith(preview, places, index)
            return (
              <Table.Tr key={index}>
                <Table.Td className={classes.source ?? ''}>
                  <Text size="sm" fw={600}>
                    {header || <i>no name</i>}
                  </Text>
                  <Text size="xs" c="dimmed" lineClamp={1}>
                    {samples
                      .filter((one) => one.trim() !== '')
                      .slice(0, 3)
                      .join(' · ')}
                  </Text>
                  {values !== undefined && (
                    <Text size="xs" c="dimmed">
                      {values.toLocaleString()} {values === 1 ? 'value' : 'values'} without a header
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Group gap="xs">
                    {added && (
                      <>
                        <Text size="sm">
                          New column {added.name} ({added.type.replace('_', ' ')})
                        </Text>
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          aria-label={`Remove the new column for ${header}`}
                          onClick={() => onPlanned(withoutPlanned(planned, index))}
                        >
                          Remove
                        </Button>
                      </>
                    )}
                    {!added && (
                      <Select
                        aria-label={`Where ${header || `column ${index + 1}`} goes`}
                        placeholder="Ignored"
                        clearable
                        clearButtonProps={{ 'aria-label': `Ignore ${header}` }}
                        searchable
                        w={{ base: '100%', sm: 230 }}
                        data={columnTargets(definition.columns, places, index)}
                        value={places[index] ?? null}
                        onChange={(next) =>
                          onPlaces(withPlace(definition.columns, places, index, next))
                        }
                      />
                    )}
                    {mayAdd && !added && places[index] === null && (
                      <Popover
                        opened={adding === index && draft === null}
                        onChange={(isOpen) => !isOpen && setAdding(null)}
                        position="bottom-start"
                        width="min(320px, calc(100vw - 16px))"
                        shadow="md"
                        trapFocus
                        closeOnEscape={false}
                        returnFocus
                      >
                        <Popover.Target>
                          <Button
                            variant="subtle"
                            size="compact-sm"
                            leftSection={<IconPlus size={14} aria-hidden />}
                            aria-label={`New column for ${header}`}
                            onClick={() => setAdding(adding === index ? null : index)}
                          >
                            New column
                          </Button>
                        </Popover.Target>
                        <Popover.Dropdown
                          aria-label={`New column for ${header}`}
                          onKeyDown={({ key, target }) => {
                            // Anything open inside handles Escape itself first.
                            const isInside = (target as Element).ariaExpanded === 'true'
                            if (key === 'Escape' && !isInside) setAdding(null)
                          }}
                        >
                          <Suspense fallback={<Skeleton height={150} aria-busy />}>
                            <PlanColumn
                              draft={draftFor(preview.columns[index])}
                              onPlanned={(column) => {
                                plan(index, column)
                                done()
                              }}
                              onMore={setDraft}
                            />
                          </Suspense>
                        </Popover.Dropdown>
                      </Popover>
                    )}
                    {places[index] !== null && (
                      <Text size="xs" c="dimmed">
                        {joined.length > 0 ? `joined with ${joined.join(', ')}` : reasons[why]}
                      </Text>
                    )}
                  </Group>
                  <Box mt={4} hiddenFrom="sm">
                    <CellCounts preview={preview} column={shownPlaces[index] ?? null} />
                  </Box>
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <CellCounts preview={preview} column={shownPlaces[index] ?? null} />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </WideTable>
      <Suspense>
        {adding !== null && draft !== null && (
          <ColumnDialog
            definition={definition}
            column={null}
            draft={draft}
            onPlanned={(column) => plan(adding, column)}
            onClose={done}
          />
        )}
      </Suspense>
    </>
  )
}

function CellCounts({ preview, column }: { preview: Preview; column: string | null }) {
  const counts = preview.counts.byColumn.find((one) => one.column === column)
  if (!counts) return null
  const parts = [
    `${counts.filled.toLocaleString()} filled`,
    ...(counts.coerced > 0 ? [`${counts.coerced.toLocaleString()} converted`] : []),
    ...(counts.leftEmpty > 0 ? [`${counts.leftEmpty.toLocaleString()} left empty`] : []),
    ...(counts.kept ? [`${counts.kept.toLocaleString()} of them kept as text`] : []),
    ...(counts.failed > 0 ? [`${counts.failed.toLocaleString()} refused`] : []),
  ]
  return <Text size="sm">{parts.join(', ')}</Text>
}
