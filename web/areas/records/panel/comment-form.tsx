import { Button, Group, MultiSelect, Stack, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { MOST_COMMENT_CHARS } from '../../../../shared/limits.ts'
import { usePeople } from '../../../session.ts'

interface Written {
  body: string
  mentions: number[]
}

interface Props {
  verb: string
  initial?: Written
  busy: boolean
  onWrite: (written: Written) => Promise<void>
  onCancel?: () => void
}

/** Writes a comment, with the people it mentions. */
export function CommentForm({ verb, initial, busy, onWrite, onCancel }: Props) {
  const [body, setBody] = useState(initial?.body ?? '')
  const [mentions, setMentions] = useState((initial?.mentions ?? []).map(String))
  const { seats } = usePeople()
  const field = useRef<HTMLTextAreaElement>(null)
  const write = async () => {
    if (body.trim() === '') return
    await onWrite({ body: body.trim(), mentions: mentions.map(Number) })
    setBody('')
    setMentions([])
    // The button was disabled while saving, so it has lost the focus.
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A toast shows a refusal, and the text stays.
    write().catch(() => undefined)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event as never)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          ref={field}
          label={initial ? 'Edit comment' : 'Your comment'}
          maxLength={MOST_COMMENT_CHARS}
          maxRows={12}
          autoFocus={initial !== undefined}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          onKeyDown={keys}
        />
        <MultiSelect
          aria-label="People to mention"
          placeholder={mentions.length === 0 ? 'Mention someone' : ''}
          size="xs"
          searchable
          data={seats.map(({ crmUserId, name }) => ({ value: String(crmUserId), label: name }))}
          value={mentions}
          onChange={setMentions}
        />
        <Group gap="xs" justify="flex-end">
          {onCancel && (
            <Button variant="default" size="compact-md" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" size="compact-md" loading={busy} disabled={body.trim() === ''}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
