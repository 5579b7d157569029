import { Group, Input, Skeleton, Textarea, TextInput } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MOST_SUBJECT_CHARS } from '../../../shared/limits.ts'
import type { Medium } from './drafts.ts'
import { MergeFieldMenu } from './merge-field-menu.tsx'

const RichText = lazy(() => import('../html/rich-text.tsx').then((m) => ({ default: m.RichText })))

/** A message with merge fields, as it is written. */
export interface MergeWords {
  subject: string
  content: string
  /** For email; null while it has no formatting. */
  content_html: string | null
}

export const noWords: MergeWords = { subject: '', content: '', content_html: null }

interface Props {
  medium: Medium
  /** The board or page whose columns can be merged; empty while none is chosen. */
  definitionKey: string
  label: string
  words: MergeWords
  /** The problem with each part. */
  errors?: { subject?: ReactNode; content?: ReactNode }
  onChange: (change: Partial<MergeWords>) => void
}

/** Writes a message with merge fields, which are chosen from the columns. */
export function MergeWordsFields(props: Props) {
  const { medium, definitionKey, label, words, errors = {}, onChange } = props
  const text = useRef<HTMLTextAreaElement>(null)
  const subject = useRef<HTMLInputElement>(null)
  const insertRich = useRef<(text: string) => void>(() => {})
  // The last caret position, where a field is inserted.
  const [last, setLast] = useState<'subject' | 'content'>('content')
  const isEmail = medium === 'email'
  const insert = (field: string) => {
    if (last === 'content' && isEmail) return insertRich.current(field)
    const input = last === 'subject' ? subject.current : text.current
    const now = words[last]
    const [from, to] = [input?.selectionStart ?? now.length, input?.selectionEnd ?? now.length]
    flushSync(() => onChange({ [last]: now.slice(0, from) + field + now.slice(to) }))
    input?.focus()
    input?.setSelectionRange(from + field.length, from + field.length)
  }
  return (
    <>
      {isEmail && (
        <TextInput
          ref={subject}
          data-autofocus
          label="Subject"
          maxLength={MOST_SUBJECT_CHARS}
          value={words.subject}
          error={errors.subject}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
          onFocus={() => setLast('subject')}
        />
      )}
      <Group justify="space-between" align="flex-end" mb={-8}>
        <Input.Label htmlFor={isEmail ? undefined : 'merge-words'} required>
          {label}
        </Input.Label>
        <MergeFieldMenu definitionKey={definitionKey} onPick={insert} />
      </Group>
      {isEmail ? (
        <Suspense fallback={<Skeleton height={140} />}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: only notes where the caret is */}
          <div onFocus={() => setLast('content')}>
            <RichText
              label={label}
              start={{
                text: words.content,
                ...(words.content_html ? { html: words.content_html } : {}),
              }}
              onChange={({ text: content, html }) =>
                onChange({ content, content_html: html ?? null })
              }
              onInserter={(put) => {
                insertRich.current = put
              }}
            />
            {errors.content && <Input.Error mt={4}>{errors.content}</Input.Error>}
          </div>
        </Suspense>
      ) : (
        <Textarea
          id="merge-words"
          ref={text}
          data-autofocus
          autosize
          minRows={4}
          maxRows={12}
          required
          value={words.content}
          error={errors.content}
          onChange={(event) => onChange({ content: event.currentTarget.value })}
          onFocus={() => setLast('content')}
        />
      )}
      <Input.Description>
        {
          '{{contact}} is the record’s Contact. {{contact|there}} falls back to “there” when it is empty. An empty field without a fallback stops the message.'
        }
      </Input.Description>
    </>
  )
}
