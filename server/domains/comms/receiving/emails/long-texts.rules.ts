import { clipped } from '../../../records/cells/words.ts'
import type { Mail } from '../../email/parsed-mail.ts'

/** What a message holds of a text, and of HTML. */
export const MOST_CHARS = 500_000

const TEXT = { name: 'message.txt', type: 'text/plain', cid: null }
const HTML = { name: 'message.html', type: 'text/html', cid: null }

/** The email with its text and its HTML among its files, if they are longer than a message can hold. */
export const withLongTexts = (mail: Mail): Mail => ({
  ...mail,
  files: [
    ...mail.files,
    ...(isLong(mail.text) ? [{ ...TEXT, bytes: Buffer.from(mail.text.trimEnd()) }] : []),
    ...(isLong(mail.html) ? [{ ...HTML, bytes: Buffer.from(mail.html.trimEnd()) }] : []),
  ],
})

/** Mail servers may add a line break at the end, which is not part of a text. */
export const isLong = (text: string): boolean => text.trimEnd().length > MOST_CHARS

/** What a message shows of words that an email has: all, or the beginning. Then it says where all of them are. */
export function shownOf(words: string, { text, html }: Pick<Mail, 'text' | 'html'>): string {
  const notes = [
    ...(isLong(text) ? [note(`The text has ${many(text)} characters`, TEXT.name)] : []),
    ...(isLong(html) ? [note(`The email has ${many(html)} characters of HTML`, HTML.name)] : []),
  ].join('\n')
  if (notes === '') return words.trimEnd()
  return `${clipped(words.trimEnd(), MOST_CHARS - notes.length - 2)}\n\n${notes}`
}

const note = (what: string, file: string) => `[${what}. All of it is in the file ${file}.]`

const many = (text: string): string => text.trimEnd().length.toLocaleString('en-US')
