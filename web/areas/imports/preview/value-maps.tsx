import { Group, Select, Stack, Text } from '@mantine/core'
import type { Data } from '../../../api.ts'
import {
  type Problem,
  type Treatment,
  unknownValues,
  withLabel,
} from '../questions/problems.rules.ts'

interface Props {
  column: Data<'definitions.get'>['columns'][number]
  problems: readonly Problem[]
  treatment: Treatment
  onTreatment: (next: Treatment) => void
}

/** Longer lists are mostly free text that went to the wrong column. */
const MOST_VALUES = 50
/** No option has it, since labels are trimmed. */
const EMPTY = ' '

/** Which option each value of the file means that is no option of the column. */
export function ValueMaps({ column, problems, treatment, onTreatment }: Props) {
  const values = unknownValues(column, problems, treatment).slice(0, MOST_VALUES)
  if (values.length === 0) return null
  const { options = [] } = column.settings as { options?: { label: string }[] }
  const chosen = treatment.valueMaps[column.key] ?? {}
  return (
    <Stack gap="xs" role="group" aria-label={`Options for ${column.name}`}>
      <Text size="sm" fw={600}>
        What these values of {column.name} mean
      </Text>
      {values.map(({ sent, count }) => (
        <Group key={sent} gap="xs">
          <Text size="sm" w={170} style={{ overflowWrap: 'anywhere' }}>
            {sent}
            {count !== undefined && ` (${count.toLocaleString()})`}
          </Text>
          <Select
            aria-label={`The option for ${sent}`}
            placeholder="Choose an option"
            w={200}
            clearable
            searchable
            clearButtonProps={{ 'aria-label': `No option for ${sent}` }}
            data={[
              ...options.map(({ label }) => label),
              { value: EMPTY, label: 'Leave the cell empty' },
            ]}
            value={sent in chosen ? (chosen[sent] ?? EMPTY) : null}
            onChange={(next) =>
              onTreatment(
                withLabel(
                  treatment,
                  column.key,
                  sent,
                  next === null ? undefined : next === EMPTY ? null : next,
                ),
              )
            }
          />
        </Group>
      ))}
    </Stack>
  )
}
