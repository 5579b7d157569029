import { Button, Skeleton } from '@mantine/core'
import { type DragEvent, type ReactNode, useState } from 'react'
import { MonthTable } from '../../../ui/layout/month-table.tsx'
import { dayText } from '../../../ui/values/day-words.ts'
import { type Day, dateOf } from '../../../ui/values/days.rules.ts'
import type { Row } from '../list/types.ts'
import { DRAGGED } from '../moves/moving.rules.ts'
import classes from './records-calendar.module.css'

/** How many rows a day shows; the others are in its list. */
const MOST_ITEMS = 4
/** On a phone, where the days stand below one another. */
const listed = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

interface Props {
  label: string
  month: string
  weeks: readonly (readonly Day[])[]
  today: Day
  /** How many rows each day has, as the service counts them. */
  counts: ReadonlyMap<Day, number>
  /** The rows of a day; undefined if they are only in its list. */
  rowsOf: (day: Day) => readonly Row[] | undefined
  /** Whether these are still being read. */
  isReading: boolean
  /** The day whose list is open. */
  openDay: Day | undefined
  mayMove: boolean
  renderRow: (row: Row, day: Day) => ReactNode
  onOpenDay: (day: Day) => void
  onDropped: (rowId: string, day: Day) => void
}

/** The days of a month with their rows, and how many more there are. */
export function RowsByDay(props: Props) {
  const { label, month, weeks, today, counts, rowsOf, isReading, openDay } = props
  const { mayMove, renderRow, onOpenDay, onDropped } = props
  const [over, setOver] = useState<Day | null>(null)
  const most = Math.max(...counts.values())
  const dragOver = (event: DragEvent, day: Day) => {
    if (!mayMove || !event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    setOver(day)
  }
  const drop = (event: DragEvent, day: Day) => {
    event.preventDefault()
    setOver(null)
    onDropped(event.dataTransfer.getData(DRAGGED), day)
  }
  return (
    <MonthTable
      label={label}
      className={classes.table}
      weeks={weeks}
      renderDay={(day) => {
        const count = counts.get(day) ?? 0
        const rows = rowsOf(day)
        const shown = rows?.slice(0, Math.min(MOST_ITEMS, count)) ?? []
        const left = count - shown.length
        return (
          <td
            key={day}
            className={classes.day}
            data-outside={!day.startsWith(month) || undefined}
            data-today={day === today || undefined}
            data-empty={count === 0 || undefined}
            data-over={day === over || undefined}
            data-chosen={day === openDay || undefined}
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
            {left > 0 && (
              <span
                aria-hidden
                className={classes.load}
                style={{ width: `${(100 * count) / most}%` }}
              />
            )}
            {shown.map((row) => renderRow(row, day))}
            {left > 0 &&
              (rows && isReading ? (
                <Skeleton height={18} mt={3} />
              ) : (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  mt={2}
                  aria-expanded={day === openDay}
                  onClick={() => onOpenDay(day)}
                >
                  {shown.length > 0
                    ? `${left.toLocaleString()} more`
                    : `${count.toLocaleString()} ${count === 1 ? 'row' : 'rows'}`}
                </Button>
              ))}
          </td>
        )
      }}
    />
  )
}
