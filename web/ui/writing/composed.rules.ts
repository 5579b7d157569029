import { MOST_TEXT_CHARS } from '../../../shared/limits.ts'
import { charactersOf } from '../../../shared/segments.ts'
import type { Words } from '../html/rich-text.tsx'
import type { RecordRef } from '../records/record-picker.tsx'
import type { Medium, MessageContent, Template } from './drafts.ts'

/** A message as it is written. */
export interface Composed {
  words: Words
  subject: string
  template: Template | null
  /** The record that fills the template in, once nothing is missing. */
  filledBy: RecordRef | null
  /** Text that was not typed, such as from a template, needs a new editor. */
  edition: number
  /** Whether the caret begins in the new editor. */
  isWriting: boolean
}

export type Change =
  | { what: 'typed'; words: Words; subject: string }
  | { what: 'replaced'; words: Words; subject: string; isWriting: boolean }
  | { what: 'template'; template: Template | null }
  | { what: 'filled'; by: RecordRef | null }

export function afterChange(before: Composed, change: Change): Composed {
  switch (change.what) {
    case 'typed':
      return { ...before, words: change.words, subject: change.subject }
    case 'replaced': {
      const { words, subject, isWriting } = change
      return { ...before, words, subject, isWriting, template: null, edition: before.edition + 1 }
    }
    case 'template': {
      const { template } = change
      // Chosen again, it is still filled in.
      const isSame = template?.id === before.template?.id
      return { ...before, template, filledBy: isSame ? before.filledBy : null }
    }
    case 'filled':
      return { ...before, filledBy: change.by }
  }
}

interface Files {
  ids: readonly string[]
  /** Whether one is uploading, or has failed and must be removed. */
  isBusy: boolean
}

/** What the message lacks to be sent, if anything. */
export function lackingIn(
  { words, template, filledBy }: Composed,
  medium: Medium,
  files: Files,
): string | undefined {
  if (files.isBusy) return 'A file is still being uploaded, or has failed. Wait, or remove it.'
  if (template) return filledBy ? undefined : 'The template is not filled in yet.'
  if (words.text.trim() === '' && files.ids.length === 0) return 'Write something first.'
  const isTooLong = medium === 'text' && charactersOf(words.text) > MOST_TEXT_CHARS
  return isTooLong ? 'The text is too long.' : undefined
}

/** The message as it is sent; it lacks nothing. */
export function contentOf(
  { words, subject, template, filledBy }: Composed,
  medium: Medium,
  files: Files,
): MessageContent {
  const attachments = files.ids.length > 0 ? { attachments: [...files.ids] } : {}
  if (template) return { template_id: template.id, ...filledBy!, ...attachments }
  const isEmail = medium === 'email'
  return {
    content: words.text,
    ...(isEmail && words.html && words.text.trim() !== '' ? { content_html: words.html } : {}),
    ...(isEmail && subject.trim() !== '' ? { subject: subject.trim() } : {}),
    ...attachments,
  }
}
