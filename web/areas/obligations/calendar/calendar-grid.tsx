import { Text, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { paths } from '../../../paths.ts'
import { IconAlertTriangle } from '../../../ui/icons/icons.ts'
import { MonthTable } from '../../../ui/layout/month-table.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { isOverdue } from '../../../ui/obligations/time-left.rules.ts'
import { useNow } from '../../../ui/obligations/use-now.ts'
import { dayAfterKey } from '../../../ui/values/calendar.rules.ts'
import { dayText } from '../../../ui/values/day-words.ts'
import type { Day } from '../../../ui/values/days.rules.ts'
import classes from './obligation-calendar.module.css'

/** How many titles a day shows; choosing the day lists all of them below. */
const TITLES = 3

interface Props {
  weeks: Day[][]
  month: string
  today: Day
  chosen: Day
  due: Map<Day, Obligation[]>
  onChoose: (day: Day) => void
}

/** The days of a month. Arrow keys move by days and weeks, Page Up and Page Down by months. */
export function CalendarGrid({ weeks, month, today, chosen, due, onChoose }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const now = useNow()
  const isLate = (item: Obligation) => isOverdue(item, now)
  const byKey = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day chosen by a key
  useEffect(() => {
    if (byKey.current) button.current?.focus()
    byKey.current = false
  }, [chosen])

  const move = (event: KeyboardEvent, day: Day) => {
    const next = dayAfterKey(event.key, day)
    if (next === undefined) return
    event.preventDefault()
    byKey.current = true
    onChoose(next)
  }

  return (
    <MonthTable
      label="Due obligations by day"
      weeks={weeks}
      renderDay={(day) => {
        const items = due.get(day) ?? []
        const isChosen = day === chosen
        const looks = [
          classes.cell,
          day.startsWith(month) ? '' : classes.outside,
          isChosen ? classes.chosen : '',
        ]
        return (
          <td key={day} className={looks.join(' ')}>
            <UnstyledButton
              ref={isChosen ? button : null}
              className={classes.day}
              tabIndex={isChosen ? 0 : -1}
              aria-pressed={isChosen}
              aria-current={day === today ? 'date' : undefined}
              onClick={() => onChoose(day)}
              onKeyDown={(event) => move(event, day)}
            >
              <span className={day === today ? classes.today : undefined}>
                {Number(day.slice(8))}
              </span>{' '}
              {items.length > 0 && (
                <Text span size="xs" fw={600} className={classes.count}>
                  {items.some(isLate) && <IconAlertTriangle size={12} aria-hidden />}
                  {items.length}
                  <span className="visually-hidden"> due</span>
                </Text>
              )}
              <span className="visually-hidden">
                {dayText(day)}
                {overdueText(items.filter(isLate).length)}
              </span>
            </UnstyledButton>
            {items.slice(0, TITLES).map((item) => (
              <div key={item.id} className={classes.due}>
                {isLate(item) && <IconAlertTriangle size={13} aria-label="Overdue:" />}
                <AppLink to={paths.obligation(item.id)} inherit>
                  {item.title}
                </AppLink>
              </div>
            ))}
            {items.length > TITLES && (
              <Text size="xs" className={classes.due}>
                and {items.length - TITLES} more
              </Text>
            )}
          </td>
        )
      }}
    />
  )
}

const overdueText = (count: number): string => (count > 0 ? `: ${count} overdue` : '')
