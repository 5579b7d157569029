import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useCallback,
  useReducer,
  useRef,
  useState,
} from 'react'
import { MOST_SUBJECT_CHARS } from '../../../shared/limits.ts'
import { FailureAlert } from '../failures/failure-alert.tsx'
import { SendingWaits } from '../failures/upload-waits.tsx'
import type { Words } from '../html/rich-text.tsx'
import { IconSend } from '../icons/icons.ts'
import type { RecordRef } from '../records/record-picker.tsx'
import { AttachButton, AttachedFiles, useUploads } from './attach-files.tsx'
import { afterChange, type Composed, contentOf, lackingIn } from './composed.rules.ts'
import { type Medium, type MessageContent, useDrafts } from './drafts.ts'
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
  const [composed, change] = useReducer(afterChange, undefined, () => {
    const { words, subject } = draftOf(draft)
    return { words, subject, template: null, filledBy: null, edition: 0, isWriting: false }
  })
  const { subject, template } = composed
  const form = useRef<HTMLFormElement>(null)
  const uploads = useUploads(medium)
  const isEmail = medium === 'email'

  const type = (next: Words, nextSubject = subject) => {
    change({ what: 'typed', words: next, subject: nextSubject })
    keepDraft(draft, { words: next, subject: nextSubject })
  }
  const replace = (next: Words, nextSubject: string) => {
    const isWriting = form.current?.contains(document.activeElement) ?? false
    change({ what: 'replaced', words: next, subject: nextSubject, isWriting })
    keepDraft(draft, { words: next, subject: nextSubject })
  }
  const fill = useCallback((by: RecordRef | null) => change({ what: 'filled', by }), [])
  const lacking = ready ? lackingIn(composed, medium, uploads) : 'Say who it is for.'
  // Shown to people who press the keys although the button is disabled.
  const [tried, setTried] = useState(false)

  const send = async () => {
    setTried(lacking !== undefined)
    if (lacking !== undefined || busy) return
    try {
      await onSend(contentOf(composed, medium, uploads))
    } catch {
      return // the refusal is shown below
    }
    replace({ text: '' }, '')
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
            onFilled={fill}
            onEdit={replace}
            onRemove={() => change({ what: 'template', template: null })}
          />
        ) : (
          <Written composed={composed} isEmail={isEmail} before={before} onType={type} />
        )}
        <AttachedFiles uploads={uploads} />
        {error ? <FailureAlert title="Not sent" error={error} /> : null}
        {busy && <SendingWaits />}
        <Group justify="space-between" gap="xs" className={classes.acts}>
          <Group gap="xs">
            <TemplateMenu
              medium={medium}
              onChoose={(chosen) => change({ what: 'template', template: chosen })}
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
              disabled={lacking !== undefined}
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

interface WrittenProps {
  composed: Composed
  isEmail: boolean
  /** The subject of an email that has none of its own. */
  before: string | null | undefined
  onType: (words: Words, subject?: string) => void
}

/** The subject and the words of a message that has no template. */
function Written({ composed, isEmail, before, onType }: WrittenProps) {
  const { words, subject, edition, isWriting } = composed
  if (!isEmail) return <TextWords value={words.text} onChange={(text) => onType({ text })} />
  return (
    <>
      <TextInput
        aria-label="Subject"
        placeholder={before ? `Subject: ${before}` : 'Subject'}
        maxLength={MOST_SUBJECT_CHARS}
        value={subject}
        onChange={(event) => onType(words, event.currentTarget.value)}
      />
      <Suspense fallback={<Skeleton height={124} />}>
        <RichText
          key={edition}
          label="Email"
          start={words}
          focused={isWriting}
          onChange={(next) => onType(next)}
        />
      </Suspense>
    </>
  )
}
