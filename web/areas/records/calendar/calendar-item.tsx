import { UnstyledButton } from '@mantine/core'
import type { DragEvent, KeyboardEvent } from 'react'
import { dayAfterKey } from '../../../ui/values/calendar.rules.ts'
import type { Day } from '../../../ui/values/days.rules.ts'
import { tintOf } from '../cells/cell.tsx'
import type { Column, Row } from '../list/types.ts'
import { DRAGGED } from '../moves/moving.rules.ts'
import classes from './records-calendar.module.css'

interface Props {
  row: Row
  day: Day
  name: string
  /** The column that colors the row, if there is one. */
  stage: Column | undefined
  isOpen: boolean
  /** Whether its move waits for the service. */
  isWaiting: boolean
  mayMove: boolean
  onOpen: (rowId: string) => void
  onMove: (day: Day) => void
}

/** A row on its day. It is dragged to another day, or moved there by keys. */
export function CalendarItem(props: Props) {
  const { row, day, name, stage, isOpen, isWaiting, mayMove, onOpen, onMove } = props
  const label = stage ? row.cells[stage.key] : undefined
  const option = stage?.settings.options?.find((one) => one.label === label)
  const keys = (event: KeyboardEvent) => {
    const to = event.altKey ? dayAfterKey(event.key, day) : undefined
    if (to === undefined || !mayMove) return
    event.preventDefault()
    onMove(to)
  }
  return (
    <UnstyledButton
      className={classes.item}
      data-card={row.id}
      data-open={isOpen || undefined}
      data-waiting={isWaiting || undefined}
      draggable={mayMove}
      title={option ? `${name}, ${option.label}` : name}
      style={tintOf(option?.color)}
      aria-keyshortcuts={mayMove ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
      onClick={() => onOpen(row.id)}
      onKeyDown={keys}
      onDragStart={(event: DragEvent) => event.dataTransfer.setData(DRAGGED, row.id)}
    >
      {name}
    </UnstyledButton>
  )
}
