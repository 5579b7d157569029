import { escapeHtml } from '../../../../shared/html-text.ts'
import { fromBase64 } from './base64.rules.ts'
import { bytesOf, decodeText } from './charsets.rules.ts'
import { decodeWords } from './encoded-words.rules.ts'
import { structuredField } from './fields.rules.ts'
import { FILE, type Part } from './mime.rules.ts'
import { unquoted } from './quoted-printable.rules.ts'
import { takeUuencoded, type Uuencoded } from './uuencode.rules.ts'

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
    } else if (isFile(part, texts.length === 0 || isAlternative)) files.push(...filesOf(part))
    else {
      const { text: bytes, files: encoded } = takeUuencoded(bytesOfPart(part).toString('latin1'))
      files.push(...encoded.map(partOf))
      const content = contentOf(part, bytesOf(bytes))
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
function isFile(part: Part, isFirst: boolean): boolean {
  const { fields, type } = part
  if (type.value !== 'text/plain' && type.value !== 'text/html') return true
  const disposition = structuredField(fields, 'content-disposition')
  if (disposition?.value && disposition.value.toLowerCase() !== 'inline') return true
  return !isFirst && nameOf(part) !== undefined
}

/** A file that is written as in a text has its name and its type there too. */
function filesOf(part: Part): Part[] {
  if (!/^(?:x-)?uue/.test(encodingOf(part) ?? '')) return [part]
  const { files } = takeUuencoded(part.body.toString('latin1'))
  const named = { ...part, fields: part.fields.filter(({ name }) => !name.endsWith('-encoding')) }
  if (files.length === 1 && nameOf(part)) return [{ ...named, body: files[0]!.bytes }]
  return files.length > 0 ? files.map(partOf) : [part]
}

const nameOf = ({ fields, type }: Part): string | undefined =>
  structuredField(fields, 'content-disposition')?.params.filename ?? type.params.name

function encodingOf({ fields }: Part): string | undefined {
  const field = fields.find(({ name }) => name === 'content-transfer-encoding')
  return /[\w-]+/.exec(field?.value.replace(/\([^()]*\)/g, '').toLowerCase() ?? '')?.[0]
}

/** The bytes of a part, as they were before they were encoded to be sent. */
export function bytesOfPart(part: Part): Buffer {
  const { body } = part
  const encoding = encodingOf(part)
  if (encoding === 'base64') return fromBase64(body.toString('latin1'))
  return encoding === 'quoted-printable' ? unquoted(body) : body
}

const partOf = ({ name, bytes }: Uuencoded): Part => ({
  fields: [],
  type: { value: FILE, params: { name: decodeWords(name) } },
  body: bytes,
  parts: [],
})

function contentOf(part: Part, bytes: Buffer): string {
  const { charset = '', format, delsp } = part.type.params
  const text = decodeText(bytes, charset).replaceAll('\r\n', '\n')
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
