import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { dayIn } from '../../cells/typed-cell.rules.ts'
import { CalendarButton } from '../../choosing/calendar-button.tsx'
import { useFilterContext } from './filter-context.ts'

interface Props {
  label: string
  /** `2026-11-20`; empty if none is chosen. */
  day: string
  onDay: (day: string) => void
}

/** A day to compare with, typed as in a cell or chosen. */
export function FilterDay({ label, day, onDay }: Props) {
  const context = useFilterContext()
  const [text, setText] = useState(day)
  const put = (typed: string) => {
    setText(typed)
    onDay(dayIn(typed, context, new Date()) ?? '')
  }
  return (
    <TextInput
      size="xs"
      flex="1 1 126px"
      aria-label={label}
      placeholder="Nov 20, fri, +3d"
      value={text}
      error={text !== '' && day === '' && 'Type a day, such as Nov 20.'}
      onChange={(event) => put(event.currentTarget.value)}
      rightSection={<CalendarButton isNested label={label} day={day || null} onChoose={put} />}
    />
  )
}
