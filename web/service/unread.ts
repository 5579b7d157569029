import { useAnswer } from './api.ts'

/** The badges count up to this many. */
export const MOST_UNREAD = 100

const query = { limit: MOST_UNREAD, unread: true } as const

/** The unread conversations, the latest first: the badge counts them, and Today lists some. */
export const useUnread = () => useAnswer('conversations.list', { query })

/** The comments that mention the reader and that they have not read: the badge counts them, and Today lists some. */
export const useMentions = () => useAnswer('mentions.list', { query })
