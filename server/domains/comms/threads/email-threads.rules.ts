/** The domain of emails that stay in the local outbox. It cannot exist. */
export const LOCAL_DOMAIN = 'local.invalid'

/** An email of a thread, by its Message-ID. */
export interface Mail {
  externalId: string
  direction: 'inbound' | 'outbound'
}

/** The end of an id that an email gets because another one has its Message-ID: some devices write the same into all. */
const OWN_END = /\.[\da-f]{40}\.again\.invalid>$/

/** An id for an email whose Message-ID another one has. The same email gets the same. */
export const ownIdOf = (messageId: string, sha256: string): string =>
  `${messageId.slice(0, -1)}.${sha256.slice(0, 40)}.again.invalid>`

/** The Message-ID that the sender of an email knows it by. */
const sentIdOf = (externalId: string): string => externalId.replace(OWN_END, '>')

export interface ThreadHeaders {
  inReplyTo: string | null
  references: string[]
}

/** How many Message-IDs the header References can name. */
const MOST_REFERENCES = 50

/**
 * The headers of an email in a thread, by which mail programs group threads: the email that it answers, and the chain
 * that ends with that email. A long chain keeps the first and the latest, as in RFC 5537.
 *
 * @param mails of the thread, oldest first.
 * @param answered the Message-ID that it answers; the default is the last inbound one, else the last outbound one.
 */
export function threadHeaders(mails: readonly Mail[], answered?: string | null): ThreadHeaders {
  const inbound = mails.findLast(({ direction }) => direction === 'inbound')
  const last = answered ?? (inbound ?? mails.at(-1))?.externalId ?? null
  if (last === null) return { inReplyTo: last, references: [] }
  const inReplyTo = sentIdOf(last)
  const before = mails
    .map(({ externalId }) => sentIdOf(externalId))
    .filter((id) => id !== inReplyTo)
  const chain = [...new Set([...before, inReplyTo])]
  if (chain.length <= MOST_REFERENCES) return { inReplyTo, references: chain }
  return { inReplyTo, references: [chain[0]!, ...chain.slice(1 - MOST_REFERENCES)] }
}

/** How many Message-IDs of an inbound email are looked up. */
const MOST_LOOKED_UP = 100

/** The Message-IDs by which an inbound email names its thread, the closest email first. */
export function namedMails(
  inReplyTo?: string | null,
  references: readonly string[] = [],
): string[] {
  const latest = [...references].reverse()
  return [...new Set(inReplyTo ? [inReplyTo, ...latest] : latest)].slice(0, MOST_LOOKED_UP)
}

/** The subject of an answer: the thread's, marked as an answer. */
export const answerSubject = (subject: string): string =>
  /^re:/i.test(subject) ? subject : `Re: ${subject}`.slice(0, 998)
