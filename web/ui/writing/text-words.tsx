import { Group, Text } from '@mantine/core'
import { useId } from 'react'
import { MOST_TEXT_CHARS } from '../../../shared/limits.ts'
import { charactersOf, segmentsOf } from '../../../shared/segments.ts'
import { GrowingTextarea } from '../forms/growing-textarea.tsx'

interface Props {
  value: string
  onChange: (value: string) => void
}

/** The text of a message, with the number of segments it takes. */
export function TextWords({ value, onChange }: Props) {
  const id = useId()
  const { count, left, wide } = segmentsOf(value)
  const characters = charactersOf(value)
  const tooLong = characters - MOST_TEXT_CHARS
  return (
    <div>
      <GrowingTextarea
        aria-label="Text"
        aria-describedby={id}
        placeholder="Write a text"
        minRows={2}
        maxRows={8}
        value={value}
        error={tooLong > 0}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group id={id} justify="space-between" gap="xs" mt={2}>
        <Text size="xs" c={tooLong > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
          {tooLong > 0
            ? `${tooLong} characters too long. A text can have at most ${MOST_TEXT_CHARS}.`
            : wide.length > 0
              ? `Only 70 characters fit in a segment because of ${wide.slice(0, 5).join(' ')}.`
              : ''}
          {tooLong <= 0 && count > 1 && ' Carriers bill each segment as a text.'}
        </Text>
        <Text size="xs" c="dimmed">
          {value !== '' &&
            `${characters} ${characters === 1 ? 'character' : 'characters'} · ${count} ${count === 1 ? 'segment' : 'segments'}, room for ${left} more`}
        </Text>
      </Group>
    </div>
  )
}
