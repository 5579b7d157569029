import { Menu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'

interface Props {
  button: ReactElement
  onClose: () => void
  children: ReactNode
}

/** The open menu of a column, beside the button that opened it. */
export function HeaderMenu({ button, onClose, children }: Props) {
  return (
    <Menu opened onChange={(open) => !open && onClose()} position="bottom-end" returnFocus={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
