import type { Addresses, Headers, Structured } from './fields.rules.ts'
import { isAutomatic, isBulk } from './mail.rules.ts'
import type { Mail } from './parsed-mail.ts'

/**
 * What wrote an email: a person; something that writes to many, or that wants no answer from a machine, such as a mailing
 * list or a newsletter; a machine, such as an absence note; or a mail server that reports on an email of ours.
 *
 * Only a person's email may get an automatic answer: two machines could answer one another for ever.
 */
export type MailKind = 'person' | 'bulk' | 'automatic' | 'report'

export function mailKind(mail: Pick<Mail, 'headers' | 'files'>): MailKind {
  if (isReport(mail)) return 'report'
  if (isAutomatic(mail.headers)) return 'automatic'
  return isBulk(mail.headers) ? 'bulk' : 'person'
}

/** Content types in a report about an email: whether it was delivered, and a complaint from its reader. */
export const STATUS = /^message\/(?:global-)?delivery-status$/
export const COMPLAINT = /^message\/feedback-report$/

const DAEMON = /^mail(?:er)?[-_.]?daemon$/i
/** A report has no address that it could be answered at. */
const POSTMASTER = /^(?:post[-_]?master)?$/i
/** What the subject of a report that is only a text says. */
const ABOUT =
  /undeliver|failure notice|delivery (?:fail|problem|report|status|notif|delay)|(?:mail|message|delivery)\b.{0,40}\b(?:fail|delay|reject|return)|(?:fail|return)(?:ed|ing|ure)?\b.{0,40}\b(?:mail|delivery|message|sender)|not (?:be )?deliver|could not (?:be )?(?:deliver|send)|error sending|bounce|недоставлен|не доставлено|unzustellbar|non remis|non recapitabile|no se puede entregar|配信できません|メールエラー/i

/**
 * Whether a mail server reports on an email, or another service on a complaint about one. Many servers do not write the format
 * for it (RFC 3464), so that only the sender and the subject tell.
 */
export function isReport({ headers, files }: Pick<Mail, 'headers' | 'files'>): boolean {
  const type = headers.get('content-type') as Structured | undefined
  if (type?.value.toLowerCase() === 'multipart/report') {
    const kind = type.params['report-type']?.toLowerCase() ?? 'delivery-status'
    return kind === 'delivery-status' || kind === 'feedback-report'
  }
  const senders = sendersOf(headers)
  if (isComplaint(headers)) return true
  if (headers.has('x-failed-recipients') || senders.some((one) => DAEMON.test(one))) return true
  const isPostmaster = senders.some((one) => POSTMASTER.test(one))
  if (files.some(({ type }) => STATUS.test(type))) return isPostmaster || isAutomatic(headers)
  const subject = String(headers.get('subject') ?? '')
  return isPostmaster && !/^re:/i.test(subject) && ABOUT.test(subject)
}

/** Whether it is a complaint as Microsoft sends them, without a part that says so. */
export const isComplaint = (headers: Headers): boolean =>
  /^complaint about message from [\da-f.:]+$/i.test(String(headers.get('subject') ?? '').trim()) &&
  sendersOf(headers).includes('staff')

/** What stands before the @ of the senders. Some servers write no address, but a name. */
const sendersOf = (headers: Headers): string[] =>
  ((headers.get('from') as Addresses | undefined)?.value ?? []).map(({ address, name }) =>
    (address || name).replace(/@.*/s, '').trim(),
  )
