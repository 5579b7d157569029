import type { Headers } from './fields.rules.ts'

/** A parsed email. */
export interface Mail {
  headers: Headers
  /** The date as it was written. */
  date: string | null
  text: string
  html: string
  files: MailFile[]
}

export interface MailFile {
  /** Its sender's name for it, or one that says what it is. */
  name: string
  type: string
  /** The Content-ID, by which the HTML shows it in place. */
  cid: string | null
  bytes: Buffer
}
