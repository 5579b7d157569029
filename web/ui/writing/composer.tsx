import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { MOST_SUBJECT_CHARS, MOST_TEXT_CHARS } from '../../../shared/limits.ts'
import { charactersOf } from '../../../shared/segments.ts'
import { FailureAlert } from '../failures/failure-alert.tsx'
import { SendingWaits } from '../failures/upload-waits.tsx'
import type { Words } from '../html/rich-text.tsx'
import { IconSend } from '../icons/icons.ts'
import type { RecordRef } from '../records/record-picker.tsx'
import { AttachButton, AttachedFiles, useUploads } from './attach-files.tsx'
import { type Medium, type MessageContent, type Template, useDrafts } from './drafts.ts'
import { TemplateDraft } from './template-draft.tsx'
import { TemplateMenu } from './template-menu.tsx'
import { TextWords } from './text-words.tsx'
import classes from './writing.module.css'

const RichText = lazy(() => import('../html/rich-text.tsx').then((m) => ({ default: m.RichText })))

interface Props {
  medium: Medium
  /** The record that the thread is about, which fills templates. */
  record: RecordRef | null
  /** The key under which the draft is kept. */
  draft: string
  /** The subject of an email that has none of its own. */
  subject?: string | null
  /** Whether everything else that the message needs is filled in. */
  ready?: boolean
  error: unknown
  busy: boolean
  /** Resolves once the message is queued. */
  onSend: (content: MessageContent) => Promise<unknown>
}

/** Where a message is written, as text or from a template, with files. */
export function Composer(props: Props) {
  const { medium, record, draft, subject: before, ready = true, error, busy, onSend } = props
  const { draftOf, keepDraft } = useDrafts()
  const [begun] = useState(() => draftOf(draft))
  const [words, setWords] = useState<Words>(begun.words)
  const [subject, setSubject] = useState(begun.subject)
  const [template, setTemplate] = useState<Template | null>(null)
  const [filledBy, setFilledBy] = useState<RecordRef | null>(null)
  // Text that was not typed, such as from a template, needs a new editor.
  const [edition, setEdition] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const [isWriting, setWriting] = useState(false)
  const uploads = useUploads(medium)
  const isEmail = medium === 'email'

  const put = (next: Words, nextSubject = subject) => {
    setWords(next)
    setSubject(nextSubject)
    keepDraft(draft, { words: next, subject: nextSubject })
  }
  const replace = (next: Words, nextSubject?: string) => {
    put(next, nextSubject)
    setEdition((one) => one + 1)
    setWriting(form.current?.contains(document.activeElement) ?? false)
  }
  const isTooLong = !isEmail && charactersOf(words.text) > MOST_TEXT_CHARS
  const lacking = !ready
    ? 'Say who it is for.'
    : uploads.isBusy
      ? 'A file is still being uploaded, or has failed. Wait, or remove it.'
      : template
        ? filledBy === null && 'The template is not filled in yet.'
        : words.text.trim() === '' && uploads.ids.length === 0
          ? 'Write something first.'
          : isTooLong && 'The text is too long.'
  const isReady = lacking === false
  // Shown to people who press the keys although the button is disabled.
  const [tried, setTried] = useState(false)

  const send = async () => {
    setTried(!isReady)
    if (!isReady || busy) return
    const attachments = uploads.ids.length > 0 ? { attachments: uploads.ids } : {}
    const content: MessageContent = template
      ? { template_id: template.id, ...filledBy!, ...attachments }
      : {
          content: words.text,
          ...(isEmail && words.html && words.text.trim() !== ''
            ? { content_html: words.html }
            : {}),
          ...(isEmail && subject.trim() !== '' ? { subject: subject.trim() } : {}),
          ...attachments,
        }
    try {
      await onSend(content)
    } catch {
      return // the refusal is shown below
    }
    replace({ text: '' }, '')
    setTemplate(null)
    uploads.clear()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    // React also reports keys of menus that hang elsewhere in the page.
    const isInside = event.currentTarget.contains(event.target as Node)
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isInside) return
    event.preventDefault()
    send()
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={keys}
      aria-label={isEmail ? 'Write an email' : 'Write a text'}
    >
      <Stack gap="xs">
        {template ? (
          <TemplateDraft
            key={template.id}
            template={template}
            record={record}
            onFilled={setFilledBy}
            onEdit={(next, nextSubject) => {
              replace(next, nextSubject)
              setTemplate(null)
            }}
            onRemove={() => setTemplate(null)}
          />
        ) : (
          <>
            {isEmail && (
              <TextInput
                aria-label="Subject"
                placeholder={before ? `Subject: ${before}` : 'Subject'}
                maxLength={MOST_SUBJECT_CHARS}
                value={subject}
                onChange={(event) => put(words, event.currentTarget.value)}
              />
            )}
            {isEmail ? (
              <Suspense fallback={<Skeleton height={124} />}>
                <RichText
                  key={edition}
                  label="Email"
                  start={words}
                  focused={isWriting}
                  onChange={put}
                />
              </Suspense>
            ) : (
              <TextWords value={words.text} onChange={(text) => put({ text })} />
            )}
          </>
        )}
        <AttachedFiles uploads={uploads} />
        {error ? <FailureAlert title="Not sent" error={error} /> : null}
        {busy && <SendingWaits />}
        <Group justify="space-between" gap="xs" className={classes.acts}>
          <Group gap="xs">
            <TemplateMenu
              medium={medium}
              onChoose={(one) => {
                setFilledBy(null)
                setTemplate(one)
              }}
            />
            <AttachButton uploads={uploads} />
          </Group>
          <Group gap="sm" ml="auto">
            {tried && lacking ? (
              <Text size="xs" c="var(--mantine-color-error)" role="status">
                {lacking}
              </Text>
            ) : (
              <Text size="xs" c="dimmed" visibleFrom="sm">
                Ctrl+Enter sends
              </Text>
            )}
            <Button
              type="submit"
              loading={busy}
              disabled={!isReady}
              leftSection={<IconSend size={15} aria-hidden />}
            >
              {isEmail ? 'Send email' : 'Send text'}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
