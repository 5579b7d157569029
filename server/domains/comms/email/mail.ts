import { Refusal } from '../../../platform/refusal.ts'
import { fileType } from '../../records/files/files.rules.ts'
import { bodiesOf, bytesOfPart } from './bodies.rules.ts'
import { withDataPictures } from './data-pictures.rules.ts'
import { decodeWords } from './encoded-words.rules.ts'
import { headersOf, structuredField } from './fields.rules.ts'
import { type Part, splitMime, TooMuch } from './mime.rules.ts'
import type { Mail, MailFile } from './parsed-mail.ts'
import { partName, typeByName } from './part-names.rules.ts'
import { isTnef, openTnef } from './tnef.rules.ts'

const MIB = 1024 * 1024
const MOST_FILES = 50
const MOST_FILE_BYTES = 25 * MIB
/** Parts of any kind, including those within nested multiparts. */
const MOST_PARTS = 200
/** Two seconds, if each begins like a delimiter. */
const MOST_LINES = 2_000_000
const MOST_HEAD_BYTES = 256 * 1024

/**
 * Reads an email. It keeps what can be read of broken characters and parts.
 *
 * @throws Refusal invalid_message if it is beyond the limits.
 */
export function readMail(raw: Buffer): Mail {
  if (hasMoreLines(raw, MOST_LINES)) throw new Refusal('invalid_message', 'too_many_lines')
  const email = split(raw)
  const { text, html, files } = bodiesOf(email)
  if (files.length > MOST_FILES) throw tooManyFiles()
  let left = MOST_FILE_BYTES
  const read = files.map((part, index) => {
    const file = fileOf(part, index + 1)
    left -= file.bytes.length
    if (left < 0) throw new Refusal('invalid_message', 'files_too_large')
    return file
  })
  const mail = unpacked({
    headers: headersOf(email.fields),
    date: email.fields.findLast(({ name }) => name === 'date')?.value ?? null,
    text,
    html,
    files: read,
  })
  return withDataPictures(mail, { files: MOST_FILES, bytes: MOST_FILE_BYTES })
}

function split(raw: Buffer): Part {
  try {
    return splitMime(raw, { parts: MOST_PARTS, headBytes: MOST_HEAD_BYTES })
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    throw new Refusal('invalid_message', 'too_many_parts', { most: MOST_PARTS })
  }
}

const tooManyFiles = () => new Refusal('invalid_message', 'too_many_files', { most: MOST_FILES })

const TNEF = /^application\/(?:vnd\.)?ms-tnef$/
const WINMAIL = /^win(?:mail)?\.dat$/i

/**
 * The email with what Outlook packed into a `winmail.dat`: its files, and its body if the email has none. What cannot be
 * read of it stays in it.
 */
function unpacked(mail: Mail): Mail {
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
      const known = knownType(type, name)
      all.push({ ...rest, type: known, name: partName({ name, type: known }, all.length + 1) })
    }
    if (isDamaged || (files.length === 0 && !body)) all.push(file)
  }
  if (all.length > MOST_FILES) throw tooManyFiles()
  return { ...mail, text, html, files: all }
}

const knownType = (type: string, name: string | undefined): string =>
  type === 'application/octet-stream' && name ? fileType(typeByName(name)) : type

function fileOf(part: Part, place: number): MailFile {
  const { fields, type } = part
  const named = structuredField(fields, 'content-disposition')?.params.filename ?? type.params.name
  const bytes = bytesOfPart(part)
  const known = knownType(fileType(type.value), named)
  const cid = fields.find(({ name }) => name === 'content-id')?.value
  return {
    name: partName({ name: named, type: known, subject: subjectOf(bytes) }, place),
    type: known,
    cid: cid?.replace(/^<|>$/g, '').trim() || null,
    bytes,
  }
}

const MOST_SUBJECT_HEAD = 64 * 1024

/** The subject of an email that is a file. */
function subjectOf(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, MOST_SUBJECT_HEAD).split(/\r?\n\r?\n/, 1)[0]!
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
