import { Button, Checkbox, Group, NumberInput, Select, Stack } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { MOST_NOTES_CHARS } from '../../../../shared/limits.ts'
import { type Body, useChange } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { GrowingTextarea } from '../../../ui/forms/growing-textarea.tsx'
import type { Address } from '../../../ui/records/addresses.rules.ts'
import { draftOf, keepDraft } from '../../../ui/writing/drafts.ts'
import { AddressSelect } from './address-select.tsx'

type Result = NonNullable<Body<'conversations.logCall'>['result']>

const results: { value: Result; label: string }[] = [
  { value: 'completed', label: 'Answered' },
  { value: 'no-answer', label: 'No answer' },
  { value: 'voicemail', label: 'Voicemail' },
  { value: 'busy', label: 'Busy' },
  { value: 'failed', label: 'Wrong number' },
]

interface Props {
  definitionKey: string
  rowId: string
  numbers: readonly Address[]
  number: string
  onNumber: (number: string) => void
  onDone: () => void
}

/** Dials a number, and logs what came of the call. */
export function CallForm({ definitionKey, rowId, numbers, number, onNumber, onDone }: Props) {
  const draft = `call ${rowId}`
  const [notes, setNotes] = useState(() => draftOf(draft).words.text)
  const [result, setResult] = useState<Result>('completed')
  const [minutes, setMinutes] = useState<number | string>('')
  const [isInbound, setInbound] = useState(false)
  const log = useChange('conversations.logCall', {
    shown: true,
    outdates: [['conversations'], ['definitions', 'getTimeline']],
    onDone: () => {
      keep('')
      onDone()
    },
  })
  const keep = (text: string) => {
    setNotes(text)
    keepDraft(draft, { words: { text }, subject: '' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (log.isPending) return
    log.mutate({
      body: {
        number,
        result,
        direction: isInbound ? 'inbound' : 'outbound',
        definition_key: definitionKey,
        row_id: rowId,
        ...(notes.trim() === '' ? {} : { content: notes.trim() }),
        ...(typeof minutes === 'number' ? { duration_seconds: Math.round(minutes * 60) } : {}),
      },
    })
  }
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    const isInside = event.currentTarget.contains(event.target as Node)
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isInside) submit(event)
  }
  return (
    <form onSubmit={submit} onKeyDown={keys} aria-label="Log a call">
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <AddressSelect label="Number" addresses={numbers} value={number} onChange={onNumber} />
          <Button
            component="a"
            href={`tel:${number}`}
            size="xs"
            variant="default"
            leftSection={<IconPhone size={14} aria-hidden />}
          >
            Dial
          </Button>
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Select
            aria-label="Outcome"
            size="xs"
            flex={1}
            allowDeselect={false}
            value={result}
            data={results}
            onChange={(next) => next && setResult(next as Result)}
          />
          <NumberInput
            aria-label="Minutes"
            placeholder="Minutes"
            size="xs"
            w={96}
            min={0}
            max={1440}
            value={minutes}
            onChange={setMinutes}
          />
        </Group>
        <GrowingTextarea
          aria-label="Notes"
          placeholder="What was said"
          minRows={2}
          maxRows={8}
          maxLength={MOST_NOTES_CHARS}
          value={notes}
          onChange={(event) => keep(event.currentTarget.value)}
        />
        {log.error && <FailureAlert title="Not logged" error={log.error} />}
        <Group justify="space-between">
          <Checkbox
            size="xs"
            label="They called us"
            checked={isInbound}
            onChange={(event) => setInbound(event.currentTarget.checked)}
          />
          <Button type="submit" size="compact-md" loading={log.isPending}>
            Log call
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
