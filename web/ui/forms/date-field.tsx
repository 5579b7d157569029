import { DateInput, type DateInputProps, type DayOfWeek } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { regionOf } from '../../../shared/regions.ts'
import { useSession } from '../../service/session.ts'
import { dayOf } from '../values/days.rules.ts'
import { firstDayOf } from '../values/weeks.rules.ts'
import { picked, shownIn, typedIn } from './date-field.rules.ts'

/** The calendar counts the days of the week from Sunday, 0. */
const { locale } = new Intl.DateTimeFormat().resolvedOptions()
const firstDay = (firstDayOf(locale) % 7) as DayOfWeek

interface Props extends Omit<DateInputProps, 'value' | 'defaultValue' | 'onChange' | 'withTime'> {
  /** `2026-11-30`, or `2026-11-30T17:00` with a time, in the reader's time zone. Empty if there is none. */
  value?: string | undefined
  onChange: (value: string) => void
  withTime?: boolean
  /** The time of a day that is given without one. The default is the end of business. */
  usualTime?: string
}

/**
 * A day, or a day and a time: typed, or picked from a calendar. The calendar opens on a click or with the arrow down, and not on
 * Tab: it would lie over what comes next, such as the buttons of a dialog.
 */
export function DateField(props: Props) {
  const { value = '', onChange, withTime = false, usualTime = '17:00', onBlur, ...rest } = props
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const { dateOrder: order } = regionOf(useSession().workspace.region)
  return (
    <DateInput
      placeholder={withTime ? 'Nov 30, 5 pm' : 'Nov 30'}
      clearable
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': 'Clear the date' }}
      firstDayOfWeek={firstDay}
      weekendDays={[]}
      // Below the last field it would lie over the buttons of a phone’s form.
      popoverProps={{ opened: isOpen, position: isPhone ? 'top-start' : 'bottom-start' }}
      // Escape closes the calendar first, and only then the dialog.
      data-mantine-stop-propagation={isOpen || undefined}
      onClick={() => setOpen(true)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown') setOpen(true)
        if (key === 'Escape') setOpen(false)
      }}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
      {...rest}
      onBlur={(event) => {
        setOpen(false)
        onBlur?.(event)
      }}
      value={value === '' ? null : value.replace('T', ' ')}
      withTime={withTime}
      valueFormat={(shown) =>
        shownIn(withTime ? shown.replace(' ', 'T').slice(0, 16) : shown, order, withTime)
      }
      dateParser={(typed) =>
        typedIn(typed, { today: dayOf(new Date()), order }, withTime && usualTime)?.replace(
          /T(.*)$/,
          ' $1:00',
        ) ?? null
      }
      onChange={(changed) => {
        setOpen(false)
        if (changed === null) return onChange('')
        // A typed value comes with its time, a picked one as a day.
        const isPicked = changed.length === 10
        onChange(
          isPicked
            ? picked(changed, value, withTime && usualTime)
            : changed.replace(' ', 'T').slice(0, 16),
        )
      }}
    />
  )
}
