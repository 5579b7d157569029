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

/** How an author is shown: by name, and with the address if it is not the thread's, because anybody can answer. */
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
