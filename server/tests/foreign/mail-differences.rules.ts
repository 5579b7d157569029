import { type ForeignMail, OTHER_BOUNDARY } from './mails.rules.ts'
import type { ReadMail } from './mails.ts'

/** A part of an email that Python reads otherwise than its author meant it. */
export interface MailDifference {
  mail: ForeignMail
  read: ReadMail
  what: string
  said: string
  meant: string
}

/** Why Python may read a part of an email otherwise. What the desk holds may never differ from what was meant. */
export const EXPLAINED_MAILS: readonly {
  reason: string
  explains(difference: MailDifference): boolean
}[] = [
  {
    reason:
      'Some programs write headers in UTF-8 or Windows-1252 without saying so. Python replaces each byte that is not ASCII.',
    explains: ({ said, meant }) => /\ufffd|\\ufffd/.test(said) && /[^\0-\x7f]/.test(meant),
  },
  {
    reason: 'Python leaves the lines of a text that flows as they were sent.',
    explains: ({ mail, what }) => what === 'text' && has(mail, /format=flowed/i),
  },
  {
    reason:
      'Mail servers add blanks to lines, also after the = at the end of a quoted-printable line. Python keeps such lines apart.',
    explains: ({ mail, what }) =>
      (what === 'text' || what === 'bytes of a file') && has(mail, /=[ \t]+\r?\n/),
  },
  {
    reason:
      'A line of blanks ends some headers. To Python, it belongs to the last field, which then says nothing that Python knows.',
    explains: ({ mail, what }) => what === 'text' && endsInBlanks(mail),
  },
  {
    reason: 'Of an email that has only HTML, Python makes no text.',
    explains: ({ read, what, said }) => what === 'text' && said === '' && read.html.length > 0,
  },
  {
    reason: 'Python does not look for pictures within HTML itself. They are files to us.',
    explains: ({ mail, what, said, meant }) =>
      mail.files.some(({ kind }) => kind === 'in html') &&
      (what === 'bytes of in html' || (what === 'files' && Number(said) + 1 === Number(meant))),
  },
  {
    reason: 'Python writes an email within an email anew, with line breaks of its own.',
    explains: ({ read, what }) =>
      what === 'bytes of email' && read.files.some(({ type }) => type === 'message/rfc822'),
  },
  {
    reason:
      'Python looks only for the boundary that the header names, though the parts have another.',
    explains: ({ mail }) => mail.what.includes(OTHER_BOUNDARY),
  },
]

const has = ({ bytes }: ForeignMail, pattern: RegExp): boolean =>
  pattern.test(bytes.toString('latin1'))

function endsInBlanks({ bytes }: ForeignMail): boolean {
  const text = bytes.toString('latin1')
  const [blank, empty] = [text.search(/\n +\r?\n/), text.search(/\n\r?\n/)]
  return blank !== -1 && (empty === -1 || blank < empty)
}
