import { Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { isLink } from '../../../../shared/column-types.ts'
import { type Data, useAnswer } from '../../../service/api.ts'
import { type LinkChoice, linkWords, waysToFind } from '../questions/links.rules.ts'
import type { Places } from '../questions/mapping.rules.ts'
import { type Treatment, withLink } from '../questions/problems.rules.ts'
import type { Preview } from '../questions/types.ts'

interface Props {
  definition: Data<'definitions.get'>
  preview: Preview
  places: Places
  treatment: Treatment
  onTreatment: (next: Treatment) => void
}

/** How the values of each mapped link column find the rows that they name. */
export function LinkChoices({ definition, preview, places, treatment, onTreatment }: Props) {
  const columns = definition.columns.filter(({ key, type }) => isLink(type) && places.includes(key))
  if (columns.length === 0) return null
  return (
    <Stack gap="xs" role="group" aria-label="Linked rows">
      <Text size="sm" fw={500}>
        Linked rows
      </Text>
      {columns.map((column) => (
        <LinkColumn
          key={column.key}
          column={column}
          isOwn={keyOf(column) === definition.key}
          counts={preview.counts.byColumn.find((one) => one.column === column.key)?.links}
          choice={treatment.links[column.key]}
          onChoice={(next) => onTreatment(withLink(treatment, column.key, next))}
        />
      ))}
    </Stack>
  )
}

type Column = Data<'definitions.get'>['columns'][number]

const keyOf = ({ settings }: Column): string =>
  (settings as { definitionKey?: string }).definitionKey ?? ''

interface ColumnProps {
  column: Column
  /** Whether it links to its own board, whose rows come from the file. */
  isOwn: boolean
  counts: Preview['counts']['byColumn'][number]['links']
  choice: LinkChoice | undefined
  onChoice: (next: LinkChoice | undefined) => void
}

function LinkColumn({ column, isOwn, counts, choice, onChoice }: ColumnProps) {
  const { data } = useAnswer('definitions.get', { params: { key: keyOf(column) } })
  const ways = data ? waysToFind(data.data) : []
  const board = data?.data.name ?? 'the other board'
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={`${column.name}: find rows of ${board} by`}
        w={280}
        placeholder="Any id or unique column"
        clearable
        clearButtonProps={{ 'aria-label': `Find ${column.name} by any id or unique column` }}
        data={ways}
        value={choice?.by ?? null}
        onChange={(by) => onChoice(by === null ? undefined : { create: false, ...choice, by })}
      />
      {choice && !isOwn && (
        <Checkbox
          label="Add those that are missing"
          mb={6}
          checked={choice.create}
          onChange={(event) => onChoice({ ...choice, create: event.currentTarget.checked })}
        />
      )}
      {counts && (
        <Text size="sm" c="dimmed" mb={6}>
          {linkWords(counts)}
        </Text>
      )}
    </Group>
  )
}
