import { Popover, Text } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { inputOf } from '../../../../../shared/column-types.ts'
import { shownText } from '../../cells/cell-shown.rules.ts'
import { plainText } from '../../cells/cell-text.rules.ts'
import { dayIn, sentFor, withTime } from '../../cells/typed-cell.rules.ts'
import { Calendar } from '../../choosing/calendar.tsx'
import classes from '../../list/grid.module.css'
import type { Then } from '../actions/edit-actions.ts'
import { type EditorProps, thenOf } from './editor.ts'

/** Edits a date, or a time in the board's time zone: typed as people write it, or chosen. */
export function DateEditor(props: EditorProps) {
  const { column, value, row, typed, context, onCommit, onCancel } = props
  const before = plainText(column, value, row, context)
  const [text, setText] = useState(typed ?? before)
  const [problem, setProblem] = useState(props.problem)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const input = field.current!
    input.focus({ preventScroll: true })
    if (typed === null) input.select()
    else input.setSelectionRange(typed.length, typed.length)
  }, [typed])

  const commit = (written: string, then: Then) =>
    onCommit(
      written === before ? (value ?? null) : sentFor(column, written, context, new Date()),
      then,
    )
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return onCancel()
    const then = thenOf(event)
    if (!then) return
    event.preventDefault()
    commit(text, then)
  }
  const day = dayIn(text, context, new Date())
  const choose = (chosen: string | null) => {
    if (!chosen) return
    if (inputOf(column.type) === 'day') return commit(chosen, 'stay')
    setText(withTime(column, chosen, text))
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
          placeholder={inputOf(column.type) === 'time' ? 'Nov 20 2:30 pm' : 'Nov 20, fri, +3d'}
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
        {day && !text.startsWith(day) && (
          <Text size="sm" role="status">
            {shownText({ ...column, type: 'date' }, day, row, context)}
          </Text>
        )}
        {/* The field keeps the focus while days are clicked. */}
        <div onMouseDown={(event) => event.preventDefault()} role="presentation">
          <Calendar day={day} onChoose={choose} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
