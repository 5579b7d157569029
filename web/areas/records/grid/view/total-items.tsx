import { Menu } from '@mantine/core'
import { natureOf } from '../../../../../shared/column-types.ts'
import { type TotalKind, totalsOf } from '../../../../../shared/totals.ts'
import type { Column } from '../../list/types.ts'

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
  return (
    <Menu.RadioGroup value={chosen} onChange={(total) => onChoose(total as TotalKind | 'none')}>
      {[...totalsOf(column), 'none' as const].map((total) => (
        <Menu.RadioItem key={total} value={total} closeMenuOnClick>
          {names[total]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
