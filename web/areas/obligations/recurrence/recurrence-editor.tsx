import { Checkbox, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MOST_TIMES, readRecurrence } from '../../../../shared/recurrence-rule.ts'
import { DateField } from '../../../ui/forms/date-field.tsx'
import { optionsOf } from '../../../ui/obligations/obligation-words.rules.ts'
import {
  blankRecurrence,
  firstTimes,
  type RecurrenceForm,
  recurrenceForm,
  ruleOf,
} from './recurrence.rules.ts'
import { RecurrenceDayFields } from './recurrence-day-fields.tsx'
import { recurrenceWords, units, weekdayNames } from './recurrence-words.rules.ts'

const PREVIEWED = 5

interface Props {
  /** Empty if it does not repeat. */
  rule: string
  /** The first time, if there is one already. */
  first: Date | undefined
  /** The workspace's time zone, in which the rule runs. */
  timeZone: string
  onChange: (rule: string) => void
}

/** Asks in plain words how often something repeats. */
export function RecurrenceEditor({ rule, first, timeZone, onChange }: Props) {
  const parsed = readRecurrence(rule)
  const read = typeof parsed === 'string' ? undefined : parsed
  const known = read && recurrenceForm(read)
  // Fields that the frequency does not use are kept in case it is changed back.
  const [form, setForm] = useState<RecurrenceForm>(known ?? blankRecurrence)
  const change = (part: Partial<RecurrenceForm>) => {
    const next = { ...form, ...part }
    setForm(next)
    onChange(ruleOf(next))
  }
  return (
    <Stack gap="sm">
      <Switch
        label="Repeats"
        checked={rule !== ''}
        onChange={(event) => onChange(event.currentTarget.checked ? ruleOf(form) : '')}
      />
      {rule !== '' && !known && (
        <TextInput
          label="Rule"
          description="This rule is too complex for the editor. Edit it as an RFC 5545 rule, or turn Repeats off and on to start over."
          value={rule}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
      )}
      {rule !== '' && known && <Asked form={form} onChange={change} />}
      {read && (
        <Text size="sm" aria-live="polite">
          Due {recurrenceWords(read)}.{' '}
          {first
            ? `First dates: ${daysText(firstTimes(read, first, timeZone, PREVIEWED), timeZone)}, in time zone ${timeZone}.`
            : 'Enter the first due date above.'}
        </Text>
      )}
    </Stack>
  )
}

function daysText(times: Date[], timeZone: string): string {
  const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone })
  return times.map((time) => days.format(time)).join('; ')
}

interface AskedProps {
  form: RecurrenceForm
  onChange: (part: Partial<RecurrenceForm>) => void
}

function Asked({ form, onChange }: AskedProps) {
  const { freq, interval, ends } = form
  const unitWords = Object.fromEntries(
    Object.entries(units).map(([unit, [one, many]]) => [unit, interval === 1 ? one : many]),
  ) as Record<RecurrenceForm['freq'], string>
  return (
    <>
      <Group gap="sm" align="flex-end">
        <NumberInput
          label="Every"
          w={80}
          min={1}
          max={MOST_TIMES}
          allowDecimal={false}
          value={interval}
          onChange={(value) => onChange({ interval: Math.max(1, Number(value) || 1) })}
        />
        <Select
          aria-label="Days, weeks, months or years"
          w={120}
          allowDeselect={false}
          data={optionsOf(unitWords)}
          value={freq}
          onChange={(chosen) => onChange({ freq: chosen ?? freq })}
        />
        {(freq === 'MONTHLY' || freq === 'YEARLY') && (
          <RecurrenceDayFields form={form} onChange={onChange} />
        )}
      </Group>
      {freq === 'WEEKLY' && (
        <Checkbox.Group
          label="On"
          description="Leave empty for the weekday of the first due date."
          value={form.weekdays.map(String)}
          onChange={(chosen) => onChange({ weekdays: chosen.map(Number).sort() })}
        >
          <Group gap="sm" mt={4}>
            {weekdayNames.map((name, day) => (
              <Checkbox key={name} value={String(day)} label={name.slice(0, 3)} aria-label={name} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <Group gap="sm" align="flex-end">
        <Select
          label="Ends"
          w={200}
          allowDeselect={false}
          data={[
            { value: 'never', label: 'Never' },
            { value: 'count', label: 'After a number of times' },
            { value: 'until', label: 'On a day' },
          ]}
          value={ends}
          onChange={(chosen) => onChange({ ends: chosen ?? ends })}
        />
        {ends === 'count' && (
          <NumberInput
            label="Number of times"
            w={110}
            min={1}
            max={MOST_TIMES}
            allowDecimal={false}
            value={form.count}
            onChange={(value) => onChange({ count: Math.max(1, Number(value) || 1) })}
          />
        )}
        {ends === 'until' && (
          <DateField
            label="Last day"
            w={150}
            value={form.until}
            onChange={(until) => onChange({ until })}
          />
        )}
      </Group>
    </>
  )
}
