import { DatePicker, type DayOfWeek } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { locale } from '../../../ui/values/day-words.ts'
import { firstDayOf } from '../../../ui/values/weeks.rules.ts'

/** The date picker counts the days of the week from Sunday, 0. */
const firstDay = (firstDayOf(locale) % 7) as DayOfWeek

interface Props {
  /** `2026-11-20`; `null` if none is chosen. */
  day: string | null
  onChoose: (day: string | null) => void
}

/** A month to choose a day from. It shows the month of the day that is typed beside it. */
export function Calendar({ day, onChoose }: Props) {
  return (
    <DatePicker
      key={day?.slice(0, 7)}
      value={day}
      {...(day ? { defaultDate: day } : {})}
      onChange={onChoose}
      size="xs"
      firstDayOfWeek={firstDay}
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
    />
  )
}
