import { Box } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import type { Definition, GridHandle } from '../list/types.ts'
import { goBackInRecord } from './go-back-in-record.ts'
import classes from './panel.module.css'
import { RecordView } from './record-view.tsx'

interface Props {
  definition: Definition
  rowId: string
  /** The rows as the grid has them; absent until it is ready. */
  grid: GridHandle | null
  onOpenRow: (rowId: string) => void
  onClose: () => void
}

/** A record beside the grid, or in its place on a phone. */
export function RecordPanel({ definition, rowId, grid, onOpenRow, onClose }: Props) {
  useReturnFocus()
  const isPhone = useMediaQuery('(max-width: 48em)')
  const panel = useRef<HTMLDivElement>(null)
  // On a phone it covers the page, so the focus has to move there for people who use a screen reader or a keyboard.
  useEffect(() => {
    if (isPhone) panel.current?.focus()
  }, [isPhone])
  const keys = (event: KeyboardEvent) => {
    const target = event.target as Element
    // Anything open inside or above handles Escape itself first.
    const isInside = panel.current?.contains(target) && target.ariaExpanded !== 'true'
    if (event.key === 'Escape' && !event.defaultPrevented && isInside) onClose()
    goBackInRecord(event, definition, rowId)
  }
  return (
    <Box
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label="Record"
      onKeyDown={keys}
      {...(isPhone ? { role: 'dialog', 'aria-modal': true } : { role: 'complementary' })}
    >
      <RecordView
        definition={definition}
        rowId={rowId}
        grid={grid ?? undefined}
        onOpenRow={onOpenRow}
        onClose={onClose}
      />
    </Box>
  )
}
