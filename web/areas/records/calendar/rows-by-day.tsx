import { Button, UnstyledButton } from '@mantine/core'
import { type DragEvent, type KeyboardEvent, type Ref, useState } from 'react'
import { MonthTable } from '../../../ui/layout/month-table.tsx'
import { dayAfterKey } from '../../../ui/values/calendar.rules.ts'
import { dayText } from '../../../ui/values/day-words.ts'
import { type Day, dateOf, dayOf } from '../../../ui/values/days.rules.ts'
import { tintOf } from '../cells/cell.tsx'
import type { Column, Row } from '../list/types.ts'
import { DRAGGED } from '../moves/moving.rules.ts'
import classes from './records-calendar.module.css'

/** How many rows a day shows before it is asked for all of them. */
const MOST_ITEMS = 4
/** On a phone, where the days stand below one another. */
const listed = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

interface Props {
  ref: Ref<HTMLTableElement>
  label: string
  month: string
  weeks: readonly (readonly Day[])[]
  rowsByDay: ReadonlyMap<Day | undefined, readonly Row[]>
  nameOf: (row: Row) => string
  /** The column that colors the rows, if there is one. */
  stage: Column | undefined
  openRowId: string | null
  isWaiting: (row: Row) => boolean
  mayMove: boolean
  onOpenRow: (rowId: string) => void
  onMove: (row: Row, day: Day) => void
}

/** The days of a month with their rows, which are dragged to another day, or moved there by keys. */
export function RowsByDay(props: Props) {
  const { ref, label, month, weeks, rowsByDay, mayMove, onMove } = props
  const [wide, setWide] = useState<Day | null>(null)
  const [over, setOver] = useState<Day | null>(null)
  const today = dayOf(new Date())
  const dragOver = (event: DragEvent, day: Day) => {
    if (!mayMove || !event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    setOver(day)
  }
  const drop = (event: DragEvent, day: Day) => {
    event.preventDefault()
    setOver(null)
    const rowId = event.dataTransfer.getData(DRAGGED)
    const row = [...rowsByDay.values()].flat().find(({ id }) => id === rowId)
    if (row) onMove(row, day)
  }
  return (
    <MonthTable
      ref={ref}
      label={label}
      className={classes.table}
      weeks={weeks}
      renderDay={(day) => {
        const rows = rowsByDay.get(day) ?? []
        const shown = wide === day ? rows : rows.slice(0, MOST_ITEMS)
        return (
          <td
            key={day}
            className={classes.day}
            data-outside={!day.startsWith(month) || undefined}
            data-today={day === today || undefined}
            data-empty={rows.length === 0 || undefined}
            data-over={day === over || undefined}
            onDragOver={(event) => dragOver(event, day)}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => drop(event, day)}
          >
            <span className={classes.number}>
              <span aria-hidden className={classes.ofMonth}>
                {Number(day.slice(8))}
              </span>
              <span aria-hidden className={classes.inWords}>
                {listed.format(dateOf(day))}
              </span>
              <span className="visually-hidden">{dayText(day)}</span>
            </span>
            {shown.map((row) => (
              <Item key={row.id} {...props} row={row} day={day} />
            ))}
            {rows.length > shown.length && (
              <Button size="compact-xs" variant="subtle" onClick={() => setWide(day)}>
                {rows.length - shown.length} more
              </Button>
            )}
          </td>
        )
      }}
    />
  )
}

type ItemProps = Pick<
  Props,
  'nameOf' | 'stage' | 'openRowId' | 'isWaiting' | 'mayMove' | 'onOpenRow' | 'onMove'
> & { row: Row; day: Day }

function Item(props: ItemProps) {
  const { row, day, nameOf, stage, openRowId, isWaiting, mayMove, onOpenRow, onMove } = props
  const name = nameOf(row)
  const label = stage ? row.cells[stage.key] : undefined
  const option = stage?.settings.options?.find((one) => one.label === label)
  const keys = (event: KeyboardEvent) => {
    const to = event.altKey ? dayAfterKey(event.key, day) : undefined
    if (to === undefined || !mayMove) return
    event.preventDefault()
    onMove(row, to)
  }
  return (
    <UnstyledButton
      className={classes.item}
      data-card={row.id}
      data-open={row.id === openRowId || undefined}
      data-waiting={isWaiting(row) || undefined}
      draggable={mayMove}
      title={option ? `${name}, ${option.label}` : name}
      style={tintOf(option?.color)}
      aria-keyshortcuts={mayMove ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
      onClick={() => onOpenRow(row.id)}
      onKeyDown={keys}
      onDragStart={(event: DragEvent) => event.dataTransfer.setData(DRAGGED, row.id)}
    >
      {name}
    </UnstyledButton>
  )
}
