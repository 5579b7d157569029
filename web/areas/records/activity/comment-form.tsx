import { Button, Combobox, Group, Text, useCombobox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MOST_COMMENT_CHARS } from '../../../../shared/limits.ts'
import { usePeople, useSession } from '../../../service/session.ts'
import { isTyping } from '../../../ui/focus/typing.ts'
import { Form, type FormProps } from '../../../ui/forms/form.tsx'
import { GrowingTextarea } from '../../../ui/forms/growing-textarea.tsx'
import {
  type Mentionable,
  mentionAt,
  mentionedIn,
  peopleFor,
  type Typing,
  withMention,
  withTypedMentions,
} from './mentions.rules.ts'

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
  const [typing, setTyping] = useState<Typing | null>(null)
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
  const offered = typing ? peopleFor(others, typing.letters) : []
  const listId = useId()
  const isOpen = offered.length > 0
  const [marked, setMarked] = useState(0)
  const active = Math.min(marked, offered.length - 1)
  const list = useCombobox({ opened: isOpen })

  const put = (text: string) => {
    form.setFieldValue('body', text)
    onType?.(text)
  }
  const look = ({ value, selectionStart }: HTMLTextAreaElement) => {
    const now = mentionAt(value, selectionStart)
    if (now?.letters !== typing?.letters) setMarked(0)
    setTyping(now)
  }
  const choose = (person: Mentionable | undefined) => {
    if (!person || !typing) return
    const { text, caret } = withMention(body, typing, person.name)
    setChosen((before) => [...before, person.id])
    setTyping(null)
    // At once: the next letter is for the place behind the name.
    flushSync(() => put(text))
    field.current?.focus()
    field.current?.setSelectionRange(caret, caret)
  }
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
    // What was typed in the meantime stays.
    const now = field.current?.value ?? body
    put(now.startsWith(body) ? now.slice(body.length).trimStart() : now)
    setChosen([])
    setWarned('')
    setTyping(null)
    // The button was disabled while saving, so it has lost the focus. People who type elsewhere go on.
    if (!isTyping()) field.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setMarked((active + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(offered[active])
    else if (event.key === 'Escape') setTyping(null)
    else return
    event.preventDefault()
    // The panel would close on Escape.
    event.stopPropagation()
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
      <Combobox
        store={list}
        position="bottom-start"
        width={260}
        shadow="md"
        onOptionSubmit={(id) => choose(people.find((one) => one.id === Number(id)))}
      >
        <Combobox.DropdownTarget>
          <GrowingTextarea
            ref={field}
            aria-label={initial ? 'Edit comment' : 'Comment'}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
            placeholder="Comment, or @ to mention someone"
            maxLength={MOST_COMMENT_CHARS}
            minRows={initial ? 2 : 1}
            maxRows={10}
            autoFocus={initial !== undefined}
            value={body}
            error={form.errors.body}
            onChange={(event) => {
              put(event.currentTarget.value)
              look(event.currentTarget)
            }}
            onSelect={(event) => look(event.currentTarget)}
            onBlur={() => setTyping(null)}
            onKeyDown={keys}
          />
        </Combobox.DropdownTarget>
        <Combobox.Dropdown>
          <div id={listId} role="listbox" aria-label="People to mention">
            {offered.map(({ id, name }, i) => (
              <Combobox.Option
                key={id}
                id={`${listId}-${i}`}
                value={String(id)}
                selected={i === active}
                aria-selected={i === active}
              >
                {name}
              </Combobox.Option>
            ))}
          </div>
        </Combobox.Dropdown>
      </Combobox>
    </Form>
  )
}
