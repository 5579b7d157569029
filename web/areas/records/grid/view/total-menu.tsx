import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { TotalKind } from '../../../../../shared/totals.ts'
import type { Column } from '../../list/types.ts'
import { TotalItems } from './total-items.tsx'

interface Props {
  button: ReactElement
  column: Column
  chosen: TotalKind | 'none'
  onChoose: (total: TotalKind | 'none') => void
  onClose: () => void
}

/** The open menu of a column's total, at the button that opened it. */
export function TotalMenu({ button, column, chosen, onChoose, onClose }: Props) {
  return (
    <Menu opened onChange={(open) => !open && onClose()} position="top-end" returnFocus={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <TotalItems column={column} chosen={chosen} onChoose={onChoose} />
      </Menu.Dropdown>
    </Menu>
  )
}
