import { Popover, Text } from '@mantine/core'
import { DatePicker, type DayOfWeek } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { firstDayOf } from '../../../../ui/values/weeks.rules.ts'
import { parsed } from '../cells/cell-parse.rules.ts'
import { plainText } from '../cells/cell-text.rules.ts'
import classes from '../grid.module.css'
import { type EditorProps, type Then, thenOf } from './editor.ts'

/** The date picker counts the days of the week from Sunday, 0. */
const { locale } = new Intl.DateTimeFormat().resolvedOptions()
const firstDay = (firstDayOf(locale) % 7) as DayOfWeek

/** Edits a date, or a time in the board's time zone: typed in any format that the service reads, or chosen. */
export function DateEditor(props: EditorProps) {
  const { column, value, row, typed, context, onCommit, onCancel } = props
  const before = plainText(column, value, row, context)
  const [text, setText] = useState(typed ?? before)
  const [problem, setProblem] = useState(props.problem)
  const field = useRef<HTMLInputElement>(null)
  const withTime = column.type === 'datetime'
  useLayoutEffect(() => {
    const input = field.current!
    input.focus({ preventScroll: true })
    if (typed === null) input.select()
  }, [typed])

  const commit = (written: string, then: Then) => {
    if (written === before) return onCommit(value ?? null, then)
    const read = parsed(column, written)
    if ('problem' in read) setProblem(read.problem)
    else onCommit(read.value, then)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return onCancel()
    const then = thenOf(event)
    if (!then) return
    event.preventDefault()
    commit(text, then)
  }
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? null
  const time = /\d\d:\d\d/.exec(text)?.[0] ?? '09:00'
  const choose = (chosen: string | null) => {
    if (!chosen) return
    if (!withTime) return commit(chosen, 'stay')
    setText(`${chosen} ${time}`)
    field.current!.focus()
  }
  return (
    <Popover opened position="bottom-start" offset={2}>
      <Popover.Target>
        <input
          ref={field}
          role="combobox"
          aria-expanded
          className={classes.input}
          aria-label={column.name}
          aria-invalid={problem !== null}
          placeholder={withTime ? '2026-11-20 14:30' : '2026-11-20'}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem(null)
          }}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            if (event.relatedTarget?.closest('[data-calendar]')) return
            if (problem) onCancel()
            else commit(text, 'stay')
          }}
        />
      </Popover.Target>
      <Popover.Dropdown
        data-calendar
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onCancel()
        }}
      >
        {problem && (
          <Text size="sm" c="red" role="alert" maw={220}>
            {problem}
          </Text>
        )}
        {/* The field keeps the focus while days are clicked. */}
        <div onMouseDown={(event) => event.preventDefault()} role="presentation">
          <DatePicker
            value={day}
            {...(day ? { defaultDate: day } : {})}
            onChange={choose}
            size="xs"
            firstDayOfWeek={firstDay}
            weekendDays={[]}
            hideOutsideDates
            ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
