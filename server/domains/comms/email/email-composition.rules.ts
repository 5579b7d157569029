import { type Failed, failed } from '../../../../contract/refusals/reasons.ts'
import { headerName } from '../../../platform/mailbox.rules.ts'
import type { OpenChannel, Outgoing } from '../channels/provider.ts'

/** An email's headers and texts, ready to be written. */
export interface Composed {
  /** Without a name, it is empty. */
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  messageId: string
  inReplyTo?: string
  references: string[]
  text: string
  html?: string
  headers?: Record<string, string>
}

/** One bare address, without characters that end it, start another, or break the line. */
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;"@]+$/u
const MESSAGE_ID = /^<[^\s\p{Cc}<>]+>$/u
/** The limit for a Message-ID, so that it fits on a line of a header. */
const MOST_ID = 900

const isMessageId = (id: string | null): id is string =>
  id !== null && id.length <= MOST_ID && MESSAGE_ID.test(id)

/** Asks other machines not to answer what no person wrote. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/**
 * Who an email is from, as help desks write it: the person who wrote it, at the desk; or only the desk. In a list of
 * emails, people see both that somebody answers them, and for whom.
 */
export function authorName(writer: string | null, desk: string | null): string {
  const [person, at] = [headerName(writer), headerName(desk)]
  if (person === null || at === null || person === at) return person ?? at ?? ''
  return headerName(`${person} at ${at}`)!
}

/**
 * The parts of an email, or why it cannot be made. A header with a line break could start another header, so it is
 * refused, wherever it came from. Other people's Message-IDs that do not fit into a header are left out.
 */
export function compose(
  { from, fromName }: Pick<OpenChannel, 'from' | 'fromName'>,
  outgoing: Outgoing,
): Composed | { fault: Failed } {
  const { to, subject, messageIdHeader, inReplyTo, references, content, contentHtml } = outgoing
  if (!ADDRESS.test(from)) return { fault: failed('sender_not_one_address', {}) }
  if (!ADDRESS.test(to)) return { fault: failed('recipient_not_one_address', {}) }
  if (subject !== null && /[\p{Cc}\u2028\u2029]/u.test(subject)) {
    return { fault: failed('subject_not_one_line', {}) }
  }
  if (!isMessageId(messageIdHeader)) return { fault: failed('no_message_id', {}) }
  return {
    from: { name: authorName(outgoing.senderName, fromName), address: from },
    to: { name: headerName(outgoing.toName) ?? '', address: to },
    subject: subject ?? '',
    messageId: messageIdHeader,
    text: content,
    ...(isMessageId(inReplyTo) ? { inReplyTo } : {}),
    references: references.filter(isMessageId),
    ...(contentHtml === null ? {} : { html: contentHtml }),
    ...(outgoing.isAutomatic ? { headers: AUTOMATIC } : {}),
  }
}
