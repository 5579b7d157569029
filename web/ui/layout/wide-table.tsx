import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** What it lists, for people who cannot see it. */
  label: string
  /** The width in pixels from which nothing needs to scroll. */
  minWidth: number
  className?: string | undefined
  children: ReactNode
}

/** A table that may be wider than its place. It then scrolls inside it, with the keyboard too. */
export function WideTable({ label, minWidth, className = '', children }: Props) {
  return (
    <Table.ScrollContainer
      type="native"
      minWidth={minWidth}
      className={className}
      pos="relative"
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <Table>{children}</Table>
    </Table.ScrollContainer>
  )
}
