import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** What it lists, for people who cannot see it. */
  label: string
  /** The width in pixels from which nothing needs to scroll. */
  minWidth: number
  children: ReactNode
}

/** A table that may be wider than its place. It then scrolls inside it, with the keyboard too. */
export function WideTable({ label, minWidth, children }: Props) {
  return (
    <Table.ScrollContainer
      type="native"
      minWidth={minWidth}
      pos="relative"
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <Table>{children}</Table>
    </Table.ScrollContainer>
  )
}
