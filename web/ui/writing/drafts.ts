import type { Body, Item } from '../../api.ts'
import type { Words } from '../html/rich-text.tsx'

/** What is sent: text, or a template with the record that fills it in. */
export type MessageContent = Omit<Body<'conversations.reply'>, 'parent_message_id'>
export type Template = Item<'templates.list'>
export type Medium = Template['medium']

/** Drafts by place, kept while the app is open. */
const drafts = new Map<string, { words: Words; subject: string }>()

export const draftOf = (where: string) => drafts.get(where) ?? { words: { text: '' }, subject: '' }

export function keepDraft(where: string, draft: { words: Words; subject: string }): void {
  if (draft.words.text.trim() === '' && draft.subject.trim() === '') drafts.delete(where)
  else drafts.set(where, draft)
}
