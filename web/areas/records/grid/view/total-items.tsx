import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { natureOf } from '../../../../../shared/filter-operators.ts'
import { type TotalKind, totalsOf } from '../../../../../shared/totals.ts'
import type { Column } from '../types.ts'

interface Props {
  column: Column
  chosen: TotalKind | 'none'
  onChoose: (total: TotalKind | 'none') => void
}

/** The totals that a column can show, as items of a menu. */
export function TotalItems({ column, chosen, onChoose }: Props) {
  const isNumber = natureOf(column) === 'number'
  const names: Record<TotalKind | 'none', string> = {
    sum: 'Sum',
    average: 'Average',
    min: isNumber ? 'Lowest' : 'Earliest',
    max: isNumber ? 'Highest' : 'Latest',
    filled: 'Filled cells',
    none: 'None',
  }
  return [...totalsOf(column), 'none' as const].map((total) => (
    <Menu.Item
      key={total}
      role="menuitemradio"
      aria-checked={total === chosen}
      rightSection={total === chosen && <IconCheck size={16} aria-hidden />}
      onClick={() => onChoose(total)}
    >
      {names[total]}
    </Menu.Item>
  ))
}
