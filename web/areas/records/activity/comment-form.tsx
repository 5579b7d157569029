import { Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { usePeople, useSession } from '../../../service/session.ts'
import { isTyping } from '../../../ui/focus/typing.ts'
import { Form, type FormProps } from '../../../ui/forms/form.tsx'
import { MentionField, useMentioning } from './mention-field.tsx'
import { mentionedIn, withTypedMentions } from './mentions.rules.ts'

interface Written {
  body: string
  mentions: number[]
}

interface Props {
  verb: string
  /** The comment that is changed. */
  initial?: Written
  /** What somebody had typed before. */
  begun?: string
  saving: FormProps<Written>['saving']
  /** Called with what has been typed so far, so that it can be kept. */
  onType?: (body: string) => void
  onWrite: (written: Written) => Promise<void>
  onCancel?: () => void
}

/** Writes a comment. An @ offers people to mention. */
export function CommentForm({
  verb,
  initial,
  begun = '',
  saving,
  onType,
  onWrite,
  onCancel,
}: Props) {
  const form = useForm({ initialValues: { body: initial?.body ?? begun } })
  const { body } = form.values
  const [chosen, setChosen] = useState<number[]>(initial?.mentions ?? [])
  /** The names that nobody is told about, once somebody has been warned of them. */
  const [warned, setWarned] = useState('')
  const { seats } = usePeople()
  const field = useRef<HTMLTextAreaElement>(null)
  const people = seats
    .filter(({ status }) => status === 'active')
    .map(({ crmUserId, name, email }) => ({ id: crmUserId, name: name || email }))
  const own = useSession().seat.crmUserId
  // Nobody has to call themselves.
  const others = people.filter(({ id }) => id !== own)

  const put = (text: string) => {
    form.setFieldValue('body', text)
    onType?.(text)
  }
  const mentioning = useMentioning({
    field,
    text: body,
    people: others,
    onMention: ({ id }, text) => {
      setChosen((before) => [...before, id])
      put(text)
    },
  })
  const write = async () => {
    const { text, open } = withTypedMentions(body.trim(), others)
    if (text === '') return
    const unclear = open.join(', ')
    if (unclear !== warned) return setWarned(unclear)
    // A person who was mentioned without their name in the text still is.
    const unnamed = (initial?.mentions ?? []).filter(
      (id) => !mentionedIn(initial!.body, people, [id]).includes(id),
    )
    const mentions = [...new Set([...unnamed, ...mentionedIn(text, people, chosen)])]
    await onWrite({ body: text, mentions })
    // Text typed in the meantime stays.
    const now = field.current?.value ?? body
    put(now.startsWith(body) ? now.slice(body.length).trimStart() : now)
    setChosen([])
    setWarned('')
    mentioning.close()
    // The button was disabled while saving, so it has lost the focus. A person who types elsewhere goes on.
    if (!isTyping()) field.current?.focus()
  }
  return (
    <Form
      form={form}
      saving={saving}
      label={initial ? 'Edit comment' : 'Write a comment'}
      takesFocus={false}
      gap="xs"
      // Above the buttons stands why it was refused, and the text stays.
      onSubmit={() => write().catch(() => undefined)}
      buttons={
        (initial || body !== '') && (
          <Group gap="xs" justify="flex-end">
            {warned && (
              <Text size="sm" role="status" w="100%">
                Nobody will be told of {warned}. Choose a person from the list, or press {verb}{' '}
                again.
              </Text>
            )}
            <Text size="xs" c="dimmed" mr="auto" visibleFrom="sm">
              Ctrl+Enter saves
            </Text>
            {onCancel && (
              <Button variant="default" size="compact-md" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button
              type="submit"
              size="compact-md"
              loading={saving.isPending}
              disabled={body.trim() === ''}
            >
              {verb}
            </Button>
          </Group>
        )
      }
    >
      <MentionField
        mentioning={mentioning}
        label={initial ? 'Edit comment' : 'Comment'}
        minRows={initial ? 2 : 1}
        autoFocus={initial !== undefined}
        error={form.errors.body}
        onType={put}
      />
    </Form>
  )
}
