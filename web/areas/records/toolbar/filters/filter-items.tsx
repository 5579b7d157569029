import { Menu } from '@mantine/core'
import { natureOf } from '../../../../../shared/column-types.ts'
import { IconFilter, IconFilterOff } from '../../../../ui/icons/icons.ts'
import { dayOfCell } from '../../cells/cell-day.rules.ts'
import { shownText } from '../../cells/cell-shown.rules.ts'
import { isEmpty } from '../../cells/cell-text.rules.ts'
import { useTexts } from '../../cells/use-texts.ts'
import type { Column, Definition, GridState, Row } from '../../list/types.ts'
import { testOfValue, withTest } from './filter.rules.ts'

interface Props {
  definition: Definition
  column: Column
  row: Row
  filter: GridState['filter']
  onFilter: (filter: GridState['filter']) => void
}

/** How much of a value a menu shows. */
const MOST_SHOWN = 30

/** Items of a menu that show only the rows with a cell's value, or only those without it. */
export function FilterItems({ definition, column, row, filter, onFilter }: Props) {
  const context = useTexts(definition)
  const { timeZone } = definition.settings
  const value = row.cells[column.key]
  const isTime = natureOf(column) === 'datetime'
  const day = isTime ? dayOfCell(value, timeZone) : undefined
  const test = testOfValue(column, value, day)
  if (!test) return null
  const isAny = test.op === 'is_not_empty'
  const text = shownText(column, value, row, context)
  const short = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
  const what = isEmpty(value) ? 'empty cells' : isAny ? 'any file' : `“${day ?? short}”`
  return (
    <>
      <Menu.Item
        leftSection={<IconFilter size={16} />}
        onClick={() => onFilter(withTest(filter, test))}
      >
        Filter by {what}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFilterOff size={16} />}
        onClick={() => onFilter(withTest(filter, { not: test }))}
      >
        Exclude {what}
      </Menu.Item>
    </>
  )
}
