import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconExternalLink, IconMail } from '@tabler/icons-react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { CalendarButton } from '../calendar-button.tsx'
import { dayIn, fieldText, isDated, sentFor, withTime } from '../grid/cells/typed-cell.rules.ts'
import type { Column } from '../grid/types.ts'
import type { FieldProps } from './field-input.tsx'
import { useTyping } from './use-typing.ts'

const kinds: Partial<Record<Column['type'], { type: string; inputMode?: 'decimal' }>> = {
  number: { type: 'text', inputMode: 'decimal' },
  currency: { type: 'text', inputMode: 'decimal' },
  percent: { type: 'text', inputMode: 'decimal' },
  email: { type: 'email' },
  phone: { type: 'tel' },
  url: { type: 'url' },
}

/** A text field: Enter or leaving it saves, Esc cancels. The service parses the text. */
export function TypedField({ column, row, context, error, onCommit }: FieldProps) {
  const value = (row.cells as Record<string, unknown>)[column.key]
  const now = new Date()
  const typing = useTyping(fieldText(column, value, context, now), value, (text, over) =>
    onCommit(sentFor(column, text, context, new Date()), over),
  )
  const { name, description, required, settings } = column
  const unit = column.type === 'percent' ? '%' : settings.currency
  const field = {
    label: unit && !name.includes(unit) ? `${name} (${unit})` : name,
    ...(description ? { description } : {}),
    withAsterisk: required,
    // After cancelling, nothing is left to correct.
    error: typing.isTyping && error,
    value: typing.text,
    onBlur: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      typing.commit(event.currentTarget.value),
  }
  if (column.type === 'long_text') {
    return (
      <Textarea
        {...field}
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
      {...field}
      {...kinds[column.type]}
      onChange={(event) => typing.type(event.currentTarget.value)}
      onKeyDown={keys}
      onFocus={(event) => error && event.currentTarget.select()}
      rightSection={
        isDated(column) ? (
          <CalendarButton
            label={name}
            day={dayIn(typing.text, context, now)}
            onChoose={(day) => typing.commit(withTime(column, day, typing.text))}
          />
        ) : (
          <OpenLink column={column} value={value} />
        )
      }
    />
  )
}

function OpenLink({ column, value }: { column: Column; value: unknown }) {
  if (typeof value !== 'string' || value === '') return null
  if (column.type !== 'url' && column.type !== 'email') return null
  const isMail = column.type === 'email'
  return (
    <ActionIcon
      component="a"
      variant="subtle"
      size="sm"
      href={isMail ? `mailto:${value}` : value}
      {...(isMail ? {} : { target: '_blank', rel: 'noreferrer noopener' })}
      aria-label={isMail ? `Email ${value} with your own mail program` : `Open ${value}`}
    >
      {isMail ? <IconMail size={14} /> : <IconExternalLink size={14} />}
    </ActionIcon>
  )
}
