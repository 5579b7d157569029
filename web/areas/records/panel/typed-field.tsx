import { ActionIcon, TextInput } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { inputOf, isDated } from '../../../../shared/column-types.ts'
import { dialled } from '../../../../shared/phone-extension.ts'
import { GrowingTextarea } from '../../../ui/forms/growing-textarea.tsx'
import { IconExternalLink, IconMail, IconPhone } from '../../../ui/icons/icons.ts'
import { shownText } from '../cells/cell-shown.rules.ts'
import { dayIn, fieldText, inputKinds, sentFor, withTime } from '../cells/typed-cell.rules.ts'
import { CalendarButton } from '../choosing/calendar-button.tsx'
import type { FieldProps } from './field-props.ts'
import { quiet } from './quiet-input.ts'
import { useTyping } from './use-typing.ts'

/**
 * A text field: Enter or leaving it saves, Esc cancels. The service parses the text. The value is shown as people read it,
 * and as they type it while somebody edits it.
 */
export function TypedField(props: FieldProps) {
  const { id, column, row, context, error, onCommit } = props
  const [isOpen, setOpen] = useState(false)
  const value = row.cells[column.key]
  const now = new Date()
  const typing = useTyping(fieldText(column, value, context, now), value, (text, over) =>
    onCommit(sentFor(column, text, context, new Date()), over),
  )
  const input = useRef<HTMLInputElement>(null)
  // On the way in, the text changes to how it is typed, and what was selected of it would be lost.
  useLayoutEffect(() => {
    if (isOpen) input.current?.select()
  }, [isOpen])
  const isRead = !isOpen && !typing.isTyping
  const field = {
    ...quiet,
    id,
    ...(column.description ? { 'aria-description': column.description } : {}),
    // After cancelling, nothing is left to correct.
    error: typing.isTyping && error,
    value: isRead ? shownText(column, value, row, context) : typing.text,
    onFocus: () => setOpen(true),
    onBlur: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setOpen(false)
      typing.commit(event.currentTarget.value)
    },
  }
  const entered = inputOf(column.type)
  if (entered === 'lines') {
    return (
      <GrowingTextarea
        {...field}
        minRows={1}
        maxRows={14}
        onChange={(event) => typing.type(event.currentTarget.value)}
      />
    )
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      typing.commit(event.currentTarget.value)
      // If it is refused, what is typed next replaces it.
      event.currentTarget.select()
    }
    if (event.key === 'Escape' && typing.isTyping) {
      event.stopPropagation()
      typing.giveUp()
    }
  }
  return (
    <TextInput
      ref={input}
      {...field}
      {...inputKinds[entered]}
      onChange={(event) => typing.type(event.currentTarget.value)}
      onKeyDown={keys}
      rightSection={
        isDated(column.type) ? (
          <CalendarButton
            label={column.name}
            day={dayIn(typing.text, context, now)}
            onChoose={(day) => typing.commit(withTime(column, day, typing.text))}
          />
        ) : (
          <Reach {...props} value={value} />
        )
      }
    />
  )
}

/** What the value is good for: a call, an email, a page. */
function Reach({ column, context, value, onEmail, onCall }: FieldProps & { value: unknown }) {
  if (typeof value !== 'string' || value === '') return null
  const button = { variant: 'subtle', color: 'gray', size: 'sm' } as const
  switch (inputOf(column.type)) {
    case 'email':
      return onEmail ? (
        <ActionIcon {...button} aria-label={`Email ${value}`} onClick={() => onEmail(value)}>
          <IconMail size={14} />
        </ActionIcon>
      ) : (
        <ActionIcon
          {...button}
          component="a"
          href={`mailto:${value}`}
          aria-label={`Email ${value} with your own mail program`}
        >
          <IconMail size={14} />
        </ActionIcon>
      )
    case 'phone':
      return (
        <ActionIcon
          {...button}
          component="a"
          href={`tel:${dialled(value)}`}
          aria-label={`Call ${context.phoneText(value)}`}
          onClick={() => onCall?.(value)}
        >
          <IconPhone size={14} />
        </ActionIcon>
      )
    case 'url':
      return (
        <ActionIcon
          {...button}
          component="a"
          href={value}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={`Open ${value}`}
        >
          <IconExternalLink size={14} />
        </ActionIcon>
      )
    case 'line':
    case 'lines':
    case 'number':
    case 'tick':
    case 'day':
    case 'time':
    case 'option':
    case 'options':
    case 'person':
    case 'rows':
    case 'files':
    case 'none':
      return null
  }
}
