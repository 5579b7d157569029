import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** What it lists, for whoever does not see it. */
  label: string
  /** From how many pixels on nothing needs to scroll. */
  minWidth: number
  children: ReactNode
}

/** A table that may be wider than its place: it scrolls inside itself, by keyboard too. */
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
