import { type Failed, failed } from '../../../../../contract/refusals/reasons.ts'
import { decodeWords } from '../../email/encoded-words.rules.ts'
import { messageIdOf, messageIdsOf } from '../../email/mail.rules.ts'
import { COMPLAINT, isComplaint, STATUS } from '../../email/mail-kinds.rules.ts'
import type { Mail } from '../../email/parsed-mail.ts'

/** What became of an email. */
export interface Outcome {
  outcome: 'undelivered' | 'delivered'
  /** The words of the server that refused it, or what its reader says, if anything. */
  why: Failed | null
}

/** A report on an email, and what it names the email by. */
export interface Report extends Outcome {
  /** Message-IDs, in the order of how reliable they are. */
  ids: string[]
  /** The addresses that may be those which did not get it. */
  recipients: string[]
  /** The subject that it had; undefined if the report does not quote it. */
  subject: string | undefined
}

/**
 * Reads a report. Null if the email is only delayed, was relayed to a server that reports nothing more, or if its reader took a
 * complaint back.
 */
export function readReport({ headers, text, html, files }: Mail): Report | null {
  const partsOf = (type: RegExp) =>
    files.filter((file) => type.test(file.type)).map(({ bytes }) => textOf(bytes))
  const status = partsOf(STATUS).find((part) => blocksOf(part).length > 1)
  const [complaint = isComplaint(headers) ? '' : undefined] = partsOf(COMPLAINT)
  const words = text.trim() === '' ? wordsIn(html) : beginningOf(text)
  const told =
    complaint === undefined
      ? status === undefined
        ? readWords(String(headers.get('subject') ?? ''), words)
        : readStatus(status)
      : readComplaint(complaint)
  if (!told) return null
  // What the body of the returned email quotes is not it.
  const returned = partsOf(RETURNED).map((part) => part.trimStart().split(/\r?\n\r?\n/, 1)[0]!)
  const texts = [...returned, words, ...partsOf(/^text\/(?!rfc822)/)]
  const envelope = blocksOf(status ?? '')[0]?.get('original-envelope-id')
  const ids = [
    ...texts.map((one) => messageIdOf(MESSAGE_ID.exec(one)?.[1])),
    envelope ? messageIdOf(envelope.startsWith('<') ? envelope : `<${envelope}>`) : null,
    messageIdOf(headers.get('in-reply-to')),
    // A server that copies the header of the email names it last.
    messageIdsOf(headers.get('references')).at(-1) ?? null,
  ]
  return {
    ...told,
    ids: [...new Set(ids.filter((id) => id !== null))],
    recipients: recipientsIn(
      `${headers.get('x-failed-recipients')} ${status ?? (complaint || words)}`,
    ),
    subject: texts.map(subjectIn).find((subject) => subject !== undefined),
  }
}

const RETURNED = /^(?:message\/(?:rfc822|global)|(?:text|message)\/rfc822-headers?)$/
/** A field with the lines that go on from it. */
const MESSAGE_ID = /^[ \t>]*message-id[ \t]*:(.*(?:\r?\n[ \t]+(?![ \t]|\w+:).*)*)/im
const SUBJECT = /^[ \t>]*subject[ \t]*:(.*(?:\r?\n[ \t]+(?![ \t]|\w+:).*)*)/im

function subjectIn(text: string): string | undefined {
  const found = SUBJECT.exec(text)?.[1]
  return found === undefined ? undefined : decodeWords(Buffer.from(found.trim()).toString('latin1'))
}

/** Reads a part `message/delivery-status` (RFC 3464): a block about the message, then one for each recipient. */
export function readStatus(status: string): Outcome | null {
  const [, ...recipients] = blocksOf(status)
  const find = (action: RegExp) => recipients.find((fields) => action.test(actionOf(fields)))
  const found = find(/^(?:failed|expired)/)
  if (found) return { outcome: 'undelivered', why: saidIn(found) }
  return find(/^delivered/) ? { outcome: 'delivered', why: null } : null
}

/** Some servers only write the status. */
const actionOf = (fields: ReadonlyMap<string, string>): string =>
  fields.get('action')?.toLowerCase() ?? (fields.get('status')?.startsWith('5') ? 'failed' : '')

/** Reads a part `message/feedback-report` (RFC 5965). Who complains about an email has it. */
function readComplaint(complaint: string): Outcome | null {
  const type = fieldsOf(complaint).get('feedback-type')?.toLowerCase() ?? 'abuse'
  if (['not-spam', 'auth-failure', 'dmarc'].includes(type)) return null
  return { outcome: 'delivered', why: failed('reported_as_spam', {}) }
}

const DELAYED =
  /\bdelay(?:ed)?\b|(?:^|: )warning\b|still being retried|could not send message for past/i
const GOES_ON =
  /\b(?:will|still|keeps?|continues?) (?!not?\b|never\b)[^.!?]{0,40}\b(?:re-?tr[iy]|try)/i
const SUCCESS = /\bsuccess|\((?:relay|delivered|expanded)/i
/** The codes of servers, those that say most first: `550 5.1.1`, `550 no such user`, `#5.1.1`. */
const CODES = [
  /\b[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b/,
  /\b5\d\d[ -](?=\S)/,
  /\b[45]\.\d{1,3}\.\d{1,3}\b/,
]

/** Reads a report that is only a text. */
export function readWords(subject: string, text: string): Outcome | null {
  const words = ownWords(text)
  if (DELAYED.test(subject) || SUCCESS.test(subject) || GOES_ON.test(words)) return null
  const at = CODES.map((code) => words.search(code)).find((found) => found !== -1)
  const reason = at === undefined ? words : words.slice(at).split(/\n[ \t]*\n/, 1)[0]!
  const said = reason.replace(/\s+/g, ' ').trim()
  return { outcome: 'undelivered', why: said === '' ? NO_REASON : reported(said) }
}

const MOST_WORDS = 500
const NO_REASON = failed('reported_without_reason', {})
const reported = (said: string): Failed =>
  failed('reported', { said: said.slice(0, MOST_WORDS).toWellFormed() })

/** What a report says itself, before the email that it returns. */
const ownWords = (text: string): string =>
  text
    .split(/^(?=[ \t>]*(?:received|return-path|message-id):|[ \t]*-{2,}.{0,40}\bcopy\b)/im, 1)[0]!
    .trim()

const ADDRESS = /[^\s<>()[\]:;,"'`|=]{1,64}@[^\s<>()[\]:;,"'`|=]{1,189}[\p{L}\p{N}]/gu
const MOST_RECIPIENTS = 100

/** The addresses in a report's own words. */
const recipientsIn = (words: string): string[] =>
  [...new Set(ownWords(words).toLowerCase().match(ADDRESS))].slice(0, MOST_RECIPIENTS)

function saidIn(fields: ReadonlyMap<string, string>): Failed {
  const code = fields.get('diagnostic-code')?.replace(/^[a-z0-9-]+\s*;\s*/i, '')
  if (code) return reported(code)
  const status = fields.get('status')?.slice(0, MOST_WORDS).toWellFormed()
  return status ? failed('reported_status', { status }) : NO_REASON
}

/** The block of the message, then those of the recipients. */
const blocksOf = (status: string): Map<string, string>[] =>
  beginningOf(status)
    .trim()
    .split(/\r?\n[ \t]*\r?\n\s*/)
    .map(fieldsOf)

/** The fields up to the first blank line, by name in lower case. Of repeated fields, the first. */
function fieldsOf(text: string): Map<string, string> {
  const head = text.trimStart().split(/\r?\n\r?\n/)[0]!
  const fields = new Map<string, string>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([!-9;-~]+)\s*:\s*(.*)$/.exec(line) ?? []
    const key = name.toLowerCase()
    if (key !== '' && !fields.has(key)) fields.set(key, value.trim())
  }
  return fields
}

/** The text of HTML that is only searched. */
const wordsIn = (html: string): string =>
  beginningOf(html)
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')

const textOf = (bytes: Buffer): string => beginningOf(bytes.toString('utf8', 0, MOST_CHARS))

const beginningOf = (text: string): string =>
  text.slice(0, MOST_CHARS).replaceAll('\0', '').toWellFormed()

const MOST_CHARS = 100_000
