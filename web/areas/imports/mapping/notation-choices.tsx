import { Group, Select, Stack, Text } from '@mantine/core'
import { isDated } from '../../../../shared/column-types.ts'
import type { Data } from '../../../service/api.ts'
import { usePeople } from '../../../service/session.ts'
import { cellText } from '../../../ui/values/cell-words.rules.ts'
import { type How, type Treatment, withNotation } from '../questions/problems.rules.ts'
import type { Preview } from '../questions/types.ts'

interface Props {
  definition: Data<'definitions.get'>
  preview: Preview
  treatment: Treatment
  onTreatment: (next: Treatment) => void
}

const words: Record<How, string> = {
  decimal_point: 'decimal point',
  decimal_comma: 'decimal comma',
  day_first: 'day first',
  month_first: 'month first',
  year_first: 'year first',
}
const reasons = {
  chosen: '',
  values: 'as all values of the column show',
  export: 'as an export of this board writes it',
  region: 'Its values can be read in several ways. Please check.',
}

/** How the numbers and dates of each column of the file are written: as they show it, or as somebody chooses. */
export function NotationChoices({ definition, preview, treatment, onTreatment }: Props) {
  const { nameOf } = usePeople()
  const read = preview.columns.flatMap(({ proposed, readAs }) => {
    const column = definition.columns.find(({ key }) => key === proposed)
    return column && readAs ? [{ column, readAs }] : []
  })
  if (read.length === 0) return null
  return (
    <Stack gap="xs" role="group" aria-label="Numbers and dates">
      <Text size="sm" fw={500}>
        Numbers and dates
      </Text>
      {read.map(({ column, readAs: { how, why, example, ways = [] } }) => {
        const isDate = isDated(column.type)
        const hows: How[] = isDate
          ? ['day_first', 'month_first', 'year_first']
          : ['decimal_point', 'decimal_comma']
        const meaning = (one: How) => {
          const way = ways.find((other) => other.how === one)
          const value = way && (isDate ? way.value : Number(way.value))
          return way ? `: ${example} is ${cellText(value, column, nameOf)}` : ''
        }
        // The example says which ways there are. A year of four digits, for one, stands first without a doubt.
        const offered = hows.filter(
          (one) => one === how || ways.length === 0 || meaning(one) !== '',
        )
        return (
          <Group key={column.key} gap="sm" align="flex-end">
            <Select
              label={`${column.name} is read with`}
              w={{ base: '100%', sm: 340 }}
              allowDeselect={false}
              placeholder="Choose one"
              data={offered.map((one) => ({ value: one, label: `${words[one]}${meaning(one)}` }))}
              value={how}
              onChange={(next) => onTreatment(withNotation(treatment, column.key, next as How))}
            />
            <Text size="sm" c="dimmed" mb={6}>
              {reasons[why]}
            </Text>
          </Group>
        )
      })}
    </Stack>
  )
}
