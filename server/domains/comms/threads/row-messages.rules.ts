import { LOCAL_DOMAIN } from './email-threads.rules.ts'
import type { MessageRow } from './messages.sql.ts'

/** The id of a message in a timeline, where every entry has a UUID. */
export const placeIdOf = (messageId: number): string =>
  `00000000-0000-0000-0000-${messageId.toString(16).padStart(12, '0')}`

/** The message's number at the end of such an id. For any other id the result means nothing. */
export const messageIdIn = (placeId: string): number => Number.parseInt(placeId.slice(-12), 16)

const MOST_CHARS = 300

/** The beginning of a message. */
export const excerptOf = (content: string): string =>
  [...content.slice(0, MOST_CHARS * 2)].slice(0, MOST_CHARS).join('')

type Kept = Pick<MessageRow, 'medium' | 'status' | 'external_id' | 'text_facts'>

/** Whether a message has been sent to the local outbox, and so to nobody. */
export const isInOutbox = ({ medium, status, external_id, text_facts }: Kept): boolean =>
  status === 'sent' &&
  (medium === 'text'
    ? text_facts?.provider === 'local'
    : (external_id?.endsWith(`@${LOCAL_DOMAIN}>`) ?? false))
