import { Radio, Select, Stack } from '@mantine/core'
import type { Data } from '../../../service/api.ts'
import type { Places } from '../questions/mapping.rules.ts'

interface Props {
  definition: Data<'definitions.get'>
  places: Places
  value: string | undefined
  onChange: (column: string | undefined) => void
}

/** Whether the file's rows are all new, or update existing ones. */
export function MatchOn({ definition, places, value, onChange }: Props) {
  const mapped = definition.columns.filter(({ key }) => places.includes(key))
  // A column with unique values matches at most one row.
  const likely = mapped.find(({ unique }) => unique) ?? mapped[0]
  return (
    <Radio.Group
      label="Existing rows"
      value={value === undefined ? 'add' : 'update'}
      onChange={(next) => onChange(next === 'update' ? likely?.key : undefined)}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="add" label="Add every row of the file as a new row" />
        <Radio
          value="update"
          label="Update rows with the same value in a column, and add the others"
          description="Empty cells in the file change nothing."
          disabled={!likely}
        />
        {value !== undefined && (
          <Select
            label="Which column"
            ml={28}
            maw={300}
            allowDeselect={false}
            data={mapped.map(({ key, name, unique }) => ({
              value: key,
              label: unique ? `${name} (unique)` : name,
            }))}
            value={value}
            onChange={(next) => next && onChange(next)}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}
