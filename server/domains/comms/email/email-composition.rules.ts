import type { Outgoing } from '../channels/provider.ts'

/** An email's headers and texts, ready to be written. */
export interface Composed {
  from: string
  to: string
  subject: string
  messageId: string
  inReplyTo?: string
  references: string[]
  text: string
  html?: string
}

/** One bare address, without characters that end it, start another, or break the line. */
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;"@]+$/u
const MESSAGE_ID = /^<[^\s\p{Cc}<>]+>$/u
/** The limit for a Message-ID, so that it fits on a line of a header. */
const MOST_ID = 900

const isMessageId = (id: string | null): id is string =>
  id !== null && id.length <= MOST_ID && MESSAGE_ID.test(id)

/**
 * The parts of an email, or why it cannot be made. A header with a line break could start another header, so it is
 * refused, wherever it came from. Other people's Message-IDs that do not fit into a header are left out.
 */
export function compose(from: string, outgoing: Outgoing): Composed | { fault: string } {
  const { to, subject, messageIdHeader, inReplyTo, references, content, contentHtml } = outgoing
  if (!ADDRESS.test(from))
    return { fault: 'The channel’s address is not exactly one email address.' }
  if (!ADDRESS.test(to)) return { fault: 'The recipient is not exactly one email address.' }
  if (subject !== null && /[\p{Cc}\u2028\u2029]/u.test(subject)) {
    return { fault: 'The subject is not one line.' }
  }
  if (!isMessageId(messageIdHeader)) return { fault: 'The message has no Message-ID.' }
  return {
    from,
    to,
    subject: subject ?? '',
    messageId: messageIdHeader,
    text: content,
    ...(isMessageId(inReplyTo) ? { inReplyTo } : {}),
    references: references.filter(isMessageId),
    ...(contentHtml === null ? {} : { html: contentHtml }),
  }
}
