import { escapeHtml } from '../../../../shared/html-text.ts'
import { fromBase64 } from './base64.rules.ts'
import { textOf } from './charsets.rules.ts'
import { structuredField } from './fields.rules.ts'
import type { Part } from './mime.rules.ts'
import { unquoted } from './quoted-printable.rules.ts'

/** What the parts of an email are to its reader. */
export interface Bodies {
  text: string
  html: string
  /** In their order. */
  files: Part[]
}

/** One of the texts of an email. */
interface Text {
  isHtml: boolean
  content: string
  /** Whether it says the same as others in another form. */
  isAlternative: boolean
}

/** Finds the texts and the files of an email. */
export function bodiesOf(email: Part): Bodies {
  const texts: Text[] = []
  const files: Part[] = []
  const visit = (part: Part, isAlternative: boolean): void => {
    if (part.parts.length > 0) {
      const among = isAlternative || part.type.value === 'multipart/alternative'
      for (const one of part.parts) visit(one, among)
    } else if (isFile(part, texts.length === 0 || isAlternative)) files.push(part)
    else {
      const content = contentOf(part)
      const isHtml = part.type.value === 'text/html'
      if (content.trim() !== '') texts.push({ isHtml, content, isAlternative })
    }
  }
  visit(email, false)
  const words = texts.filter(({ isHtml }) => !isHtml)
  // Who reads the HTML reads no other text.
  const inHtml = texts.filter(({ isHtml, isAlternative }) => isHtml || !isAlternative)
  return {
    text: words.map(({ content }) => content).join('\n'),
    html: texts.some(({ isHtml }) => isHtml)
      ? inHtml.map((text) => (text.isHtml ? text.content : htmlOf(text.content))).join('<br/>\n')
      : '',
    files,
  }
}

const htmlOf = (words: string): string =>
  `<div style="white-space:pre-wrap">${escapeHtml(words)}</div>`

/** A text with a name is a file, unless it is all that the email says. */
function isFile({ fields, type }: Part, isFirst: boolean): boolean {
  if (type.value !== 'text/plain' && type.value !== 'text/html') return true
  const disposition = structuredField(fields, 'content-disposition')
  if (disposition?.value && disposition.value.toLowerCase() !== 'inline') return true
  return !isFirst && (disposition?.params.filename ?? type.params.name) !== undefined
}

/** The bytes of a part, as they were before they were encoded to be sent. */
export function bytesOfPart({ fields, body }: Part): Buffer {
  const field = fields.find(({ name }) => name === 'content-transfer-encoding')
  const encoding = /[\w-]+/.exec(field?.value.replace(/\([^()]*\)/g, '').toLowerCase() ?? '')?.[0]
  if (encoding === 'base64') return fromBase64(body.toString('latin1'))
  return encoding === 'quoted-printable' ? unquoted(body) : body
}

function contentOf(part: Part): string {
  const { charset = '', format, delsp } = part.type.params
  const text = textOf(bytesOfPart(part), charset).replaceAll('\r\n', '\n')
  return /^flowed$/i.test(format ?? '') ? unfolded(text, /^yes$/i.test(delsp ?? '')) : text
}

/** The paragraphs of a text in which a blank at the end of a line says that the next goes on (RFC 3676). */
function unfolded(text: string, withoutBlank: boolean): string {
  const found: { depth: number; words: string; goesOn: boolean }[] = []
  for (const line of text.split('\n')) {
    const depth = /^>*/.exec(line)![0].length
    const words = line.slice(depth).replace(/^ /, '')
    const goesOn = words.endsWith(' ') && words !== '-- '
    const last = found.at(-1)
    if (last?.goesOn && last.depth === depth && words !== '-- ') {
      last.words = (withoutBlank ? last.words.slice(0, -1) : last.words) + words
      last.goesOn = goesOn
    } else found.push({ depth, words, goesOn })
  }
  return found
    .map(
      ({ depth, words }) => `${'>'.repeat(depth)}${depth > 0 && words !== '' ? ' ' : ''}${words}`,
    )
    .join('\n')
}
