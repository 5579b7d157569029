import type { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { AttachmentStream, Headers, MailParserOptions, StructuredHeader } from 'mailparser'
import { Refusal } from '../../../platform/refusal.ts'
import { fileType } from '../../records/files/files.rules.ts'
import { guessed } from './charsets.rules.ts'
import { readLoosely, type Words } from './decoding.ts'
import { partName } from './part-names.rules.ts'
import { withParts } from './partless.rules.ts'
import { isTnef, openTnef } from './tnef.rules.ts'

/** A parsed email. */
export interface Mail {
  headers: Headers
  /** The date as it was written. The parser may invent the one among the headers. */
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

const MIB = 1024 * 1024
const MOST_FILES = 50
const MOST_FILE_BYTES = 25 * MIB
/** Parts of any kind, including those within nested multiparts. */
const MOST_PARTS = 200
/** Each is an object for a while. The largest files have half a million in base64. */
const MOST_LINES = 2_000_000
const MOST_HEAD_BYTES = 256 * 1024
const LIMIT_MS = 60_000
const CHUNK = 64 * 1024

/** How many emails are parsed at once. Each is in memory twice. */
const MOST_AT_ONCE = 8
let reading = 0

/**
 * Parses an email. It keeps what can be read of broken characters and parts.
 *
 * @throws Refusal invalid_message if it is beyond the limits or cannot be read at all; overloaded.
 */
export async function readMail(raw: Buffer): Promise<Mail> {
  if (reading >= MOST_AT_ONCE) {
    throw new Refusal('overloaded', 'too_many_messages', {}, { retryAfter: 2 })
  }
  reading++
  try {
    return await takeApart(raw)
  } finally {
    reading--
  }
}

/** Options of the splitter inside the parser that the parser's types leave out. */
interface SplitterOptions {
  ignoreEmbedded: boolean
  maxHeadSize: number
  maxChildNodes: number
}

async function takeApart(raw: Buffer): Promise<Mail> {
  if (hasMoreLines(raw, MOST_LINES)) throw new Refusal('invalid_message', 'too_many_lines')
  // Loaded only here: it needs much memory, and not every process receives email.
  const { MailParser } = await import('mailparser')
  const options: MailParserOptions & SplitterOptions = {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    // A message within the message is a file; so is a mail server's report.
    ignoreEmbedded: true,
    keepDeliveryStatus: true,
    maxHeadSize: MOST_HEAD_BYTES,
    maxChildNodes: MOST_PARTS,
  }
  const parser = new MailParser(options)
  const words = readLoosely(parser)
  const mail: Mail = { headers: new Map(), date: null, text: '', html: '', files: [] }
  parser.on('headers', (headers) => {
    mail.headers = headers
  })
  parser.on('headerLines', (lines: { key: string; line: string }[]) => {
    const date = lines.findLast(({ key }) => key === 'date')
    mail.date = date ? date.line.slice(date.line.indexOf(':') + 1).trim() : null
  })
  parser.on('error', () => {}) // reported again after the loop below has ended
  // At the end the parser drops its splitter's error about limits, so a part would pass for the whole email.
  let tooMuch = false
  const { splitter } = parser as unknown as { splitter: EventEmitter }
  splitter.on('error', () => {
    tooMuch = true
  })
  const timer = setTimeout(() => parser.destroy(new Error('It takes too long.')), LIMIT_MS)
  try {
    Readable.from(chunksOf(withParts(raw))).pipe(parser)
    let bytes = 0
    for await (const part of parser) {
      if (part.type === 'text') {
        mail.text = part.text ?? ''
        mail.html = part.html || ''
        continue
      }
      if (mail.files.length === MOST_FILES)
        throw new Refusal('invalid_message', 'too_many_files', { most: MOST_FILES })
      part.content.on('error', () => {})
      const content: Buffer[] = []
      for await (const chunk of part.content) {
        bytes += chunk.length
        if (bytes > MOST_FILE_BYTES) throw new Refusal('invalid_message', 'files_too_large')
        content.push(chunk)
      }
      mail.files.push(fileOf(part, Buffer.concat(content), mail.files.length + 1, words))
      part.release()
    }
    if (tooMuch) throw new Refusal('invalid_message', 'too_many_parts', { most: MOST_PARTS })
    return unpacked(mail, words)
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('invalid_message', 'not_mime')
  } finally {
    clearTimeout(timer)
    parser.destroy()
  }
}

const TNEF = /^application\/(?:vnd\.)?ms-tnef$/
const WINMAIL = /^win(?:mail)?\.dat$/i

/**
 * The email with what Outlook packed into a `winmail.dat`: its files, and its body if the email has none. What cannot be
 * read of it stays in it.
 */
function unpacked(mail: Mail, { typeByName }: Words): Mail {
  const isPacked = ({ type, name, bytes }: MailFile) =>
    (TNEF.test(type) || WINMAIL.test(name)) && isTnef(bytes)
  if (!mail.files.some(isPacked)) return mail
  const all: MailFile[] = []
  let { text, html } = mail
  for (const file of mail.files) {
    if (!isPacked(file)) {
      all.push(file)
      continue
    }
    const { files, body, isDamaged } = openTnef(file.bytes)
    if (body && text.trim() === '' && html.trim() === '') {
      if (body.kind === 'html') html = body.content
      else text = body.content
    }
    for (const { name, type, ...rest } of files) {
      const known =
        type === 'application/octet-stream' ? fileType(typeByName(name ?? '') || type) : type
      all.push({ ...rest, type: known, name: partName({ name, type: known }, all.length + 1) })
    }
    if (isDamaged || (files.length === 0 && !body)) all.push(file)
  }
  if (all.length > MOST_FILES)
    throw new Refusal('invalid_message', 'too_many_files', { most: MOST_FILES })
  return { ...mail, text, html, files: all }
}

function fileOf(
  { headers, contentType, cid }: AttachmentStream,
  bytes: Buffer,
  place: number,
  { decodeWords }: Words,
): MailFile {
  const type = fileType(contentType)
  const params = (name: string) => (headers.get(name) as StructuredHeader | undefined)?.params
  const written = params('content-disposition')?.filename ?? params('content-type')?.name
  const name = partName({ name: written, type, subject: subjectOf(bytes, decodeWords) }, place)
  return { name, type, cid: cid || null, bytes }
}

const MOST_SUBJECT_HEAD = 64 * 1024

/** The subject of an email that is a file. */
function subjectOf(bytes: Buffer, decodeWords: (text: string) => string): string | undefined {
  const head = guessed(bytes.subarray(0, MOST_SUBJECT_HEAD)).split(/\r?\n\r?\n/, 1)[0]!
  const found = /^subject:(.*)$/im.exec(head.replace(/\r?\n[ \t]+/g, ' '))
  return found ? decodeWords(found[1]!.trim()) : undefined
}

function hasMoreLines(raw: Buffer, most: number): boolean {
  let at = -1
  for (let count = 0; count <= most; count++) {
    at = raw.indexOf(10, at + 1)
    if (at === -1) return false
  }
  return true
}

function* chunksOf(raw: Buffer): Generator<Buffer> {
  for (let at = 0; at < raw.length; at += CHUNK) yield raw.subarray(at, at + CHUNK)
}
