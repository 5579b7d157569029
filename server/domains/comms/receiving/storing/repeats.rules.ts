import { plain, type Sender, senderName, subjectLine } from '../../threads/lines.rules.ts'
import type { Known } from './receiving.sql.ts'

/** What two emails with one Message-ID are compared by. */
export interface Compared extends Sender {
  subject?: string | null | undefined
  content: string
  occurredAt?: Date | undefined
  /** The SHA-256 of its files, in their order. */
  fileHashes: readonly string[]
}

/**
 * Whether an email is one that came before, and not another with the same Message-ID: it has the same sender, date, text and
 * files. What has no date has to have the same subject.
 */
export function isRepeat(known: Known, email: Compared): boolean {
  return (
    senderName(email, known.address) === known.senderName &&
    isSameDate(known, email) &&
    plain(email.content) === known.content &&
    email.fileHashes.length === known.files.length &&
    email.fileHashes.every((hash, index) => hash === known.files[index])
  )
}

/** A date in the future was stored as the time when the email came. */
function isSameDate({ occurredAt, isDated, subject }: Known, email: Compared): boolean {
  if (isDated && email.occurredAt) return occurredAt.getTime() === email.occurredAt.getTime()
  if (!isDated && email.occurredAt && email.occurredAt < occurredAt) return false
  return !isDated && subjectLine(email.subject) === subject
}
