import { Radio, Select, Stack } from '@mantine/core'
import type { Data } from '../../api.ts'
import type { Places } from './mapping.rules.ts'

interface Props {
  definition: Data<'definitions.get'>
  places: Places
  value: string | undefined
  onChange: (column: string | undefined) => void
}

/** Whether rows of the file are all new, or update those that are there. */
export function MatchOn({ definition, places, value, onChange }: Props) {
  const mapped = definition.columns.filter(({ key }) => places.includes(key))
  // A column whose values are unique finds one row at most.
  const likely = mapped.find(({ unique }) => unique) ?? mapped[0]
  return (
    <Radio.Group
      label="Rows that are here already"
      value={value === undefined ? 'add' : 'update'}
      onChange={(next) => onChange(next === 'update' ? likely?.key : undefined)}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="add" label="Add every row of the file as a new one" />
        <Radio
          value="update"
          label="Update the row that has the same value in a column, and add the others"
          description="What is empty in the file stays as it is here."
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
