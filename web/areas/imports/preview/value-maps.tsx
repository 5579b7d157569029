import { Button, Group, Pill, Select, Stack, Text } from '@mantine/core'
import type { Data } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { IconPlus } from '../../../ui/icons/icons.ts'
import {
  labelsOf,
  optionsToAdd,
  type Problem,
  type Treatment,
  unknownValues,
  withLabel,
  withOptions,
  withoutOption,
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
const ADD = '  '

/** Which option each value of the file means that is no option of the column, or which ones become options. */
export function ValueMaps({ column, problems, treatment, onTreatment }: Props) {
  const mayAdd = useMay('admin')
  const all = unknownValues(column, problems, treatment)
  const values = all.slice(0, MOST_VALUES)
  const added = optionsToAdd(column, treatment)
  if (values.length === 0 && added.length === 0) return null
  const { options = [] } = column.settings as { options?: { label: string }[] }
  const chosen = treatment.valueMaps[column.key] ?? {}
  const addable = mayAdd ? all.filter(({ sent }) => !(sent in chosen)) : []
  const news = [...new Set(addable.flatMap(({ sent }) => labelsOf(column, sent)))]
  const give = (sent: string, next: string | null) => {
    const label = next === null || next === ADD ? undefined : next === EMPTY ? null : next
    const given = withLabel(treatment, column.key, sent, label)
    onTreatment(next === ADD ? withOptions(given, column.key, labelsOf(column, sent)) : given)
  }
  return (
    <Stack gap="xs" role="group" aria-label={`Options for ${column.name}`}>
      {values.length > 0 && (
        <Text size="sm" fw={600}>
          What these values of {column.name} mean
        </Text>
      )}
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
              ...added,
              { value: EMPTY, label: 'Leave the cell empty' },
              ...(mayAdd && labelsOf(column, sent).length > 0
                ? [{ value: ADD, label: `Add “${labelsOf(column, sent).join('”, “')}”` }]
                : []),
            ]}
            value={sent in chosen ? (chosen[sent] ?? EMPTY) : null}
            onChange={(next) => give(sent, next)}
          />
        </Group>
      ))}
      {news.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onTreatment(withOptions(treatment, column.key, news))}
        >
          {news.length === 1
            ? `Add “${news[0]}” as an option`
            : `Add all ${news.length.toLocaleString()} as options`}
        </Button>
      )}
      {added.length > 0 && (
        <Group gap={6}>
          <Text size="sm">New options of {column.name}, added when the import starts:</Text>
          {added.map((label) => (
            <Pill
              key={label}
              withRemoveButton
              removeButtonProps={{
                'aria-label': `Don’t add ${label}`,
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => onTreatment(withoutOption(treatment, column.key, label))}
            >
              {label}
            </Pill>
          ))}
        </Group>
      )}
    </Stack>
  )
}
