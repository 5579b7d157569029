const MOST_SUBJECT = 998

/** Text from outside, without NUL and lone surrogates, which PostgreSQL cannot store. */
export const plain = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** One line, at most as long as ours can be; undefined if it is empty. */
export function subjectLine(subject: string | null | undefined): string | null {
  const line = plain(subject ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_SUBJECT)
  return line === '' ? null : line.toWellFormed()
}

/** Whom a message is from. */
export interface Sender {
  /** A number in E.164 form or what texts come from in place of one, or one email address. */
  from: string
  fromName?: string | null | undefined
  /** The address that it was sent by, if that is another: a web form's, for instance. */
  sentBy?: string | undefined
}

/** The address as it is stored. Only that of an email is the same in capitals. */
export const storedAddress = (from: string): string =>
  from.includes('@') ? from.trim().toLowerCase() : from

/** How a sender is shown: by name, and with the address if it is not the thread's, because anybody can answer. */
export function senderName(
  { from, fromName, sentBy }: Sender,
  threadAddress: string,
): string | null {
  const name = plain(fromName ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
  const address = storedAddress(from)
  const isThreads = address.toLowerCase() === threadAddress.toLowerCase()
  const known = isThreads ? name : name && `${name} <${address}>`
  if (sentBy) return `${known || address}, sent by ${sentBy}`
  return known || (isThreads ? null : address)
}
