import { Group, Text, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useId } from 'react'
import { MOST_CHARACTERS, segmentsOf } from './segments.rules.ts'

interface Props {
  value: string
  onChange: (value: string) => void
  onSend: () => void
}

/** The words of a text, with how many segments they take. */
export function TextWords({ value, onChange, onSend }: Props) {
  const id = useId()
  const { count, left, wide } = segmentsOf(value)
  const tooLong = value.length - MOST_CHARACTERS
  return (
    <div>
      <Textarea
        aria-label="Text"
        aria-describedby={id}
        placeholder="Write a text"
        autosize
        minRows={2}
        maxRows={8}
        value={value}
        error={tooLong > 0}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', onSend]])}
      />
      <Group id={id} justify="space-between" gap="xs" mt={2}>
        <Text size="xs" c={tooLong > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
          {tooLong > 0
            ? `${tooLong} characters too many: a text has at most ${MOST_CHARACTERS}.`
            : wide.length > 0
              ? `Only 70 characters to a segment, because of ${wide.slice(0, 5).join(' ')}.`
              : ''}
          {tooLong <= 0 && count > 1 && ' Carriers bill each segment as a text.'}
        </Text>
        <Text size="xs" c="dimmed">
          {value !== '' &&
            `${value.length} ${value.length === 1 ? 'character' : 'characters'} · ${count} ${count === 1 ? 'segment' : 'segments'}, room for ${left} more`}
        </Text>
      </Group>
    </div>
  )
}
