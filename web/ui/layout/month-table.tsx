import type { ReactNode, Ref } from 'react'
import { weekdayText } from '../values/day-words.ts'
import type { Day } from '../values/days.rules.ts'
import classes from './month-table.module.css'

interface Props {
  ref?: Ref<HTMLTableElement>
  label: string
  className?: string | undefined
  weeks: readonly (readonly Day[])[]
  /** The cell of a day. */
  renderDay: (day: Day) => ReactNode
}

/** A month as a table: its weeks, and in them the days. */
export function MonthTable({ ref, label, className = '', weeks, renderDay }: Props) {
  return (
    <table ref={ref} className={`${classes.table} ${className}`} aria-label={label}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekdayText(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>{week.map(renderDay)}</tr>
        ))}
      </tbody>
    </table>
  )
}
