import { Select } from '@mantine/core'
import { capital } from '../../../../shared/wording.ts'
import type { RecurrenceForm } from './recurrence.rules.ts'
import { monthDayOf, monthNames, nthOf, weekdayNames } from './recurrence-words.rules.ts'

const numbered = (names: readonly string[], from: number) =>
  names.map((label, at) => ({ value: String(at + from), label }))
const monthDays = [...Array.from({ length: 31 }, (_, at) => at + 1), -1].map((day) => ({
  value: String(day),
  label: capital(monthDayOf(day)),
}))
const nths = [1, 2, 3, 4, -1].map((nth) => ({ value: String(nth), label: `The ${nthOf(nth)}` }))

interface Props {
  form: RecurrenceForm
  onChange: (part: Partial<RecurrenceForm>) => void
}

/** Which day of a month or year. */
export function RecurrenceDayFields({ form, onChange }: Props) {
  const { freq, on, month, monthDay, nth, weekday } = form
  return (
    <>
      <Select
        label="On"
        w={235}
        allowDeselect={false}
        data={[
          { value: 'same', label: 'Same day as first due date' },
          { value: 'day', label: 'A day of the month' },
          { value: 'weekday', label: 'A weekday of the month' },
        ]}
        value={on}
        onChange={(chosen) => onChange({ on: chosen ?? on })}
      />
      {on === 'day' && (
        <Select
          aria-label="Day of the month"
          w={130}
          allowDeselect={false}
          data={monthDays}
          value={String(monthDay)}
          onChange={(chosen) => onChange({ monthDay: Number(chosen) })}
        />
      )}
      {on === 'weekday' && (
        <>
          <Select
            aria-label="Which weekday of the month"
            w={120}
            allowDeselect={false}
            data={nths}
            value={String(nth)}
            onChange={(chosen) => onChange({ nth: Number(chosen) })}
          />
          <Select
            aria-label="Weekday"
            w={130}
            allowDeselect={false}
            data={numbered(weekdayNames, 0)}
            value={String(weekday)}
            onChange={(chosen) => onChange({ weekday: Number(chosen) })}
          />
        </>
      )}
      {freq === 'YEARLY' && on !== 'same' && (
        <Select
          label="Of"
          w={130}
          allowDeselect={false}
          data={numbered(monthNames, 1)}
          value={String(month)}
          onChange={(chosen) => onChange({ month: Number(chosen) })}
        />
      )}
    </>
  )
}
