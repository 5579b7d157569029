import type { Body } from '../../../service/api.ts'
import type { MergeWords } from '../../../ui/writing/merge-words.tsx'
import type { Cells, Row } from '../list/types.ts'

export type Medium = 'text' | 'email'
export type Message = Omit<Body<'conversations.sendMany'>, 'recipients'>
export type Recipient = Body<'conversations.sendMany'>['recipients'][number]

/** A message to many people, as it is made: written here, or a template. */
export interface MessageDraft {
  how: 'words' | 'template'
  words: MergeWords
  templateId: string | null
}

/** The people whom the rows name in a column. */
export const recipientsOf = (rows: readonly Row[], columnKey: string): Recipient[] =>
  rows
    .map((row) => ({ to: (row.cells as Cells)[columnKey], row_id: row.id }))
    .filter((to): to is { to: string; row_id: string } => typeof to.to === 'string' && to.to !== '')
    // Rows with one address are sent together, so that it gets one message.
    .sort((a, b) => (a.to < b.to ? -1 : a.to > b.to ? 1 : 0))

/** The message to send; null while nothing is written or chosen. */
export function messageOf(
  medium: Medium,
  definitionKey: string,
  { how, words, templateId }: MessageDraft,
): Message | null {
  if (how === 'template') return templateId === null ? null : { template_id: templateId }
  return words.content.trim() === '' ? null : wordsOf(medium, definitionKey, words)
}

/** The message, as it is sent; a text has no parts of an email. */
export const wordsOf = (medium: Medium, definition_key: string, words: MergeWords) => ({
  medium,
  definition_key,
  content: words.content,
  ...(medium === 'email' && words.subject.trim() !== '' && { subject: words.subject.trim() }),
  ...(medium === 'email' && words.content_html !== null && { content_html: words.content_html }),
})
