import type { Conversation } from './inbox-item.tsx'

/** What was said last in a thread, in one line: of one's own side with the name of whoever said it. */
export function lastWords(last: Conversation['last_message']): string | null {
  if (!last) return null
  const said = last.excerpt.replace(/\s+/g, ' ').trim()
  const words = last.is_call ? `Call${said && `: ${said}`}` : said || 'No words'
  const by = last.direction === 'outbound' ? last.sender_name?.split(' ')[0] : undefined
  return by ? `${by}: ${words}` : words
}
