import type { CallOptions } from '../../../sdk/client.ts'
import { randomKey } from '../../../sdk/random-key.ts'
import { type Body, type Item, Refused } from '../../service/api.ts'
import { useSession } from '../../service/session.ts'
import { placeOf } from '../../service/waiting.ts'
import type { Words } from '../html/rich-text.tsx'

/** The message that is sent: text, or a template with the record that fills it in. */
export type MessageContent = Omit<Body<'conversations.reply'>, 'parent_message_id'>
export type Template = Item<'templates.list'>
export type Medium = Template['medium']

interface Draft {
  words: Words
  subject: string
  /** The text sent last and not answered yet, and its Idempotency-Key. */
  sent?: { said: string; key: string }
}

/** Drafts that the browser had no room for. */
const unstored = new Map<string, Draft>()

/**
 * What somebody has written and not sent, by place. It is kept in the browser for the same person in the same workspace until
 * the service has it, so that a reload or a closed tab loses nothing.
 */
export function useDrafts() {
  const { workspace, seat } = useSession()
  const place = placeOf('draft', workspace.id, seat.crmUserId)
  const draftOf = (where: string): Draft => {
    const text = localStorage.getItem(place + where)
    const draft = text === null ? unstored.get(place + where) : (JSON.parse(text) as Draft)
    return draft ?? { words: { text: '' }, subject: '' }
  }
  const keepDraft = (where: string, draft: Draft): void => {
    const key = place + where
    localStorage.removeItem(key)
    unstored.delete(key)
    if (draft.words.text.trim() === '' && draft.subject.trim() === '') return
    try {
      localStorage.setItem(key, JSON.stringify(draft))
    } catch {
      unstored.set(key, draft)
    }
  }
  return {
    draftOf,
    keepDraft,
    /** Sends what is written in a place, once, even if the page was left before the answer came. */
    sendOnce: async <I extends CallOptions, A>(
      where: string,
      send: (input: I) => Promise<A>,
      input: I,
    ): Promise<A> => {
      const draft = draftOf(where)
      const said = JSON.stringify(input)
      const key = draft.sent?.said === said ? draft.sent.key : randomKey()
      keepDraft(where, { ...draft, sent: { said, key } })
      try {
        return await send({ ...input, idempotencyKey: key })
      } catch (error) {
        const { sent: _, ...left } = draftOf(where)
        if (error instanceof Refused) keepDraft(where, left)
        throw error
      }
    },
  }
}
