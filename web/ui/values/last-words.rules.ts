import type { Item } from '../../service/api.ts'

type LastMessage = Item<'conversations.list'>['last_message']

/** The last message of a thread in one line, with the sender's name if it is ours. */
export function lastWords(last: LastMessage): string | null {
  if (!last) return null
  const text = last.excerpt.replace(/\s+/g, ' ').trim()
  const words = last.is_call ? `Call${text && `: ${text}`}` : text || 'No text'
  const by = last.direction === 'outbound' ? last.sender_name?.split(' ')[0] : undefined
  return by ? `${by}: ${words}` : words
}
