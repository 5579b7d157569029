import { Combobox, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { MOST_COMMENT_CHARS } from '../../../../shared/limits.ts'
import { GrowingTextarea } from '../../../ui/forms/growing-textarea.tsx'
import {
  type Mentionable,
  mentionAt,
  peopleFor,
  type Typing,
  withMention,
} from './mentions.rules.ts'

interface Mentioning {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  people: readonly Mentionable[]
  /** Called with the whole text, with the person's name in place of what was typed of it. */
  onMention: (person: Mentionable, text: string) => void
}

/** The people who are offered while a mention is being typed, and the choice of one. */
export function useMentioning({ field, text, people, onMention }: Mentioning) {
  const [typing, setTyping] = useState<Typing | null>(null)
  const [marked, setMarked] = useState(0)
  const offered = typing ? peopleFor(people, typing.letters) : []
  const active = Math.min(marked, offered.length - 1)
  const choose = (person: Mentionable | undefined) => {
    if (!person || !typing) return
    const next = withMention(text, typing, person.name)
    setTyping(null)
    // At once: the next letter is for the place behind the name.
    flushSync(() => onMention(person, next.text))
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
  }
  return {
    field,
    text,
    offered,
    active,
    choose,
    look: ({ value, selectionStart }: HTMLTextAreaElement) => {
      const now = mentionAt(value, selectionStart)
      if (now?.letters !== typing?.letters) setMarked(0)
      setTyping(now)
    },
    close: () => setTyping(null),
    press: (event: KeyboardEvent) => {
      const isPlain = !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey
      if (offered.length === 0 || !isPlain) return
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step !== 0) setMarked((active + step + offered.length) % offered.length)
      else if (event.key === 'Enter' || event.key === 'Tab') choose(offered[active])
      else if (event.key === 'Escape') setTyping(null)
      else return
      event.preventDefault()
      // The panel would close on Escape.
      event.stopPropagation()
    },
  }
}

interface Props {
  mentioning: ReturnType<typeof useMentioning>
  label: string
  minRows: number
  autoFocus: boolean
  error: ReactNode
  onType: (text: string) => void
}

/** A text in which people can be mentioned. */
export function MentionField({ mentioning, onType, label, ...rest }: Props) {
  const { field, text, offered, active, choose, look, close, press } = mentioning
  const listId = useId()
  const isOpen = offered.length > 0
  const list = useCombobox({ opened: isOpen })
  return (
    <Combobox
      store={list}
      position="bottom-start"
      width={260}
      shadow="md"
      onOptionSubmit={(id) => choose(offered.find((one) => one.id === Number(id)))}
    >
      <Combobox.DropdownTarget>
        <GrowingTextarea
          {...rest}
          ref={field}
          aria-label={label}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
          placeholder="Comment, or @ to mention someone"
          maxLength={MOST_COMMENT_CHARS}
          maxRows={10}
          value={text}
          onChange={(event) => {
            onType(event.currentTarget.value)
            look(event.currentTarget)
          }}
          onSelect={(event) => look(event.currentTarget)}
          onBlur={close}
          onKeyDown={press}
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
  )
}
