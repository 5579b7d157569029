import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconExternalLink, IconMail, IconPhone } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { usePeople } from '../../../session.ts'
import { shownText } from '../grid/cells/cell-shown.rules.ts'
import { localTime } from '../grid/cells/cell-text.rules.ts'
import type { Column } from '../grid/types.ts'
import type { FieldProps } from './field-input.tsx'
import { quiet } from './quiet-input.ts'
import { useTyping } from './use-typing.ts'

const kinds: Partial<Record<Column['type'], { type: string; inputMode?: 'decimal' }>> = {
  number: { type: 'text', inputMode: 'decimal' },
  currency: { type: 'text', inputMode: 'decimal' },
  percent: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
  datetime: { type: 'datetime-local' },
  email: { type: 'email' },
  phone: { type: 'tel' },
  url: { type: 'url' },
}
/** Their inputs show the value in the reader's format by themselves. */
const native: readonly Column['type'][] = ['date', 'datetime']

/**
 * A text field: Enter or leaving it saves, Esc cancels. The service parses the text. The value is shown as people read it,
 * and as it was typed while somebody edits it.
 */
export function TypedField(props: FieldProps) {
  const { id, column, row, timeZone, error, onCommit } = props
  const { nameOf } = usePeople()
  const [isOpen, setOpen] = useState(false)
  const value = (row.cells as Record<string, unknown>)[column.key]
  const typing = useTyping(typedText(column, value, timeZone), value, (text, over) => {
    const sent = column.type === 'datetime' ? text.replace('T', ' ') : text
    return onCommit(sent.trim() === '' ? null : sent, over)
  })
  const isRead = !isOpen && !typing.isTyping && !native.includes(column.type)
  const field = {
    ...quiet,
    id,
    ...(column.description ? { 'aria-description': column.description } : {}),
    // After cancelling, nothing is left to correct.
    error: typing.isTyping && error,
    value: isRead ? shownText(column, value, row, { nameOf, timeZone }) : typing.text,
    onFocus: () => setOpen(true),
    onBlur: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setOpen(false)
      typing.commit(event.currentTarget.value)
    },
  }
  if (column.type === 'long_text') {
    return (
      <Textarea
        {...field}
        autosize
        maxRows={14}
        onChange={(event) => typing.type(event.currentTarget.value)}
      />
    )
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') typing.commit(event.currentTarget.value)
    if (event.key === 'Escape' && typing.isTyping) {
      event.stopPropagation()
      typing.giveUp()
    }
  }
  return (
    <TextInput
      {...field}
      {...kinds[column.type]}
      onChange={(event) => typing.type(event.currentTarget.value)}
      onKeyDown={keys}
      rightSection={<Reach {...props} value={value} />}
    />
  )
}

/** What the value is good for: a call, an email, a page. */
function Reach({ column, value, onEmail, onCall }: FieldProps & { value: unknown }) {
  if (typeof value !== 'string' || value === '') return null
  const button = { variant: 'subtle', color: 'gray', size: 'sm' } as const
  switch (column.type) {
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
          href={`tel:${value}`}
          aria-label={`Call ${value}`}
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
    default:
      return null
  }
}

function typedText(column: Column, value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return ''
  if (column.type === 'datetime') return localTime(String(value), timeZone).replace(' ', 'T')
  return String(value)
}
