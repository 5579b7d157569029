const MOST_SUBJECT = 998

/** What PostgreSQL keeps of a text that came from outside: no NUL, no half of a pair. */
export const plain = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** One line of at most the length that ours may have; an empty one is none. */
export function subjectLine(subject: string | null | undefined): string | null {
  const line = plain(subject ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_SUBJECT)
  return line === '' ? null : line.toWellFormed()
}

/** How who wrote is shown: by name, and with the address where it is not the thread's, since anybody may answer. */
export function senderName(
  from: string,
  name: string | null | undefined,
  address: string,
): string | null {
  const known = plain(name ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
  if (from === address) return known === '' ? null : known
  return known === '' ? from : `${known} <${from}>`
}
