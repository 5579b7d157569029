import { fileName, fileType } from '../../records/files/files.rules.ts'
import { pictureType } from './pictures.rules.ts'
import { inCodepage, type RtfBody, readRtf, unpackRtf } from './rtf.rules.ts'

// Opens TNEF, the `winmail.dat` in which Outlook packs the files and the body of an email (MS-OXTNEF).

/** The files and texts that were packed. */
export interface Unpacked {
  files: PackedFile[]
  body: RtfBody | undefined
  /** Whether something could not be read: a length that lies, or more than the limits. */
  isDamaged: boolean
}

export interface PackedFile {
  name: string | undefined
  type: string
  cid: string | null
  bytes: Buffer
}

const SIGNATURE = 0x223e9f78
const IN_FILE = 2
/** Attributes: a new file, its bytes, its title, the properties of it and of the message, the text, the code page. */
const FILE = 0x00069002
const DATA = 0x0006800f
const TITLE = 0x00018010
const FILE_PROPERTIES = 0x00069005
const PROPERTIES = 0x00069003
const TEXT = 0x0002800c
const CODEPAGE = 0x00069007

const MOST_ATTRIBUTES = 5_000
const MOST_PROPERTIES = 5_000
const MOST_VALUES = 10_000
const MOST_FILES = 50
const MOST_DEPTH = 3
const MOST_BODY = 4 * 1024 * 1024

/** The interface of a message within the message. */
const MESSAGE_ID = Buffer.from('0703020000000000c000000000000046', 'hex')

export const isTnef = (bytes: Buffer): boolean =>
  bytes.length >= 6 && bytes.readUInt32LE(0) === SIGNATURE

/**
 * The files and the body in TNEF. All that it returns is at most as large as what it is given, except for the body,
 * which has a limit. What comes after damage is left out.
 */
export function openTnef(bytes: Buffer): Unpacked {
  const out: Out = { files: [], bodyLeft: MOST_BODY, isDamaged: false }
  const { body } = openMessage(bytes, out, 0)
  return { files: out.files, body, isDamaged: out.isDamaged }
}

/** The parts that are made while reading, of the message and of those within it. */
interface Out {
  files: PackedFile[]
  /** How many bytes of bodies may still be unpacked. */
  bodyLeft: number
  isDamaged: boolean
}

/** It is at its end, or a length leads beyond it. */
class Damage extends Error {}

/** Reads bytes from their start to their end. */
class Reader {
  readonly #bytes: Buffer
  #at: number
  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }
  get left(): number {
    return this.#bytes.length - this.#at
  }
  take(length: number): Buffer {
    if (length > this.left) throw new Damage()
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
  number(bytes: 1 | 2 | 4): number {
    return this.take(bytes).readUIntLE(0, bytes)
  }
  /** Bytes after their length, filled up to a multiple of four. */
  filled(): Buffer {
    const length = this.number(4)
    const value = this.take(length)
    this.take(Math.min((4 - (length % 4)) % 4, this.left))
    return value
  }
}

interface Draft {
  title: string | undefined
  data: Buffer | undefined
  properties: Properties
}

/** The values of MAPI properties, by id; of several values, the first. */
type Properties = Map<number, Value>
interface Value {
  type: number
  bytes: Buffer
}

/** Opens a message and adds its files. */
function openMessage(
  bytes: Buffer,
  out: Out,
  depth: number,
): { body: RtfBody | undefined; subject: string } {
  const drafts: Draft[] = []
  let properties: Properties = new Map()
  let text: Buffer | undefined
  let codepage = 1252
  const read = (value: Buffer) => propertiesOf(value, out)
  try {
    const reader = new Reader(bytes, 6)
    for (let many = 0; reader.left > 0; many++) {
      if (many === MOST_ATTRIBUTES) throw new Damage()
      const level = reader.number(1)
      const id = reader.number(4)
      const value = reader.take(reader.number(4))
      reader.take(2) // a checksum, which many programs write wrongly
      if (id === CODEPAGE && value.length >= 4) codepage = value.readUInt32LE(0)
      else if (id === TEXT) text = value
      else if (id === PROPERTIES && level !== IN_FILE) properties = read(value)
      else if (level === IN_FILE) {
        if (id === FILE || drafts.length === 0) {
          if (drafts.length === MOST_FILES) throw new Damage()
          drafts.push({ title: undefined, data: undefined, properties: new Map() })
        }
        const draft = drafts.at(-1)!
        if (id === DATA) draft.data = value
        else if (id === TITLE) draft.title = upToNul(inCodepage(value, codepage))
        else if (id === FILE_PROPERTIES) draft.properties = read(value)
      }
    }
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    out.isDamaged = true
  }
  const body = bodyOf(properties, text, codepage, out)
  for (const draft of drafts) addFile(out, draft, codepage, depth)
  return { body, subject: textOf(properties.get(SUBJECT), codepage) ?? '' }
}

const SUBJECT = 0x0037
const PLAIN_BODY = 0x1000
const RTF_BODY = 0x1009
const HTML_BODY = 0x1013
const HTML_CODEPAGE = 0x3fde
const CONTENT = 0x3701
const SHORT_NAME = 0x3704
const LONG_NAME = 0x3707
const MIME_TYPE = 0x370e
const CONTENT_ID = 0x3712
const SHOWN_NAME = 0x3001

const OBJECT = 0x0d
const STRING = 0x1e
const UNICODE = 0x1f
const BINARY = 0x102
/** The bytes of the values of each type. Small ones are filled up to four. */
const SIZES: Readonly<Record<number, number>> = {
  1: 4,
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
}
const SEVERAL = 0x1000

/** The properties up to the first that cannot be read. */
function propertiesOf(bytes: Buffer, out: Out): Properties {
  const found: Properties = new Map()
  try {
    readProperties(new Reader(bytes), found)
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    out.isDamaged = true
  }
  return found
}

function readProperties(reader: Reader, found: Properties): void {
  const many = reader.number(4)
  if (many > MOST_PROPERTIES) throw new Damage()
  let values = 0
  for (let n = 0; n < many; n++) {
    const [tag, id] = [reader.number(2), reader.number(2)]
    if (id >= 0x8000) skipName(reader)
    const type = tag & ~SEVERAL
    const hasLength = [OBJECT, STRING, UNICODE, BINARY].includes(type)
    const count = hasLength || tag !== type ? reader.number(4) : 1
    values += count
    if (values > MOST_VALUES) throw new Damage()
    for (let nth = 0; nth < count; nth++) {
      const size = SIZES[type]
      if (!hasLength && size === undefined) throw new Damage() // nobody knows how long it is
      const value = hasLength ? reader.filled() : reader.take(size!)
      if (nth === 0 && !found.has(id)) found.set(id, { type, bytes: value })
    }
  }
}

/** A property with a name has the name's set and its number or text before the value. */
function skipName(reader: Reader): void {
  reader.take(16)
  if (reader.number(4) === 0) reader.take(4)
  else reader.filled()
}

/** Adds a file, or those of a message within the message. */
function addFile(
  out: Out,
  { title, data, properties }: Draft,
  codepage: number,
  depth: number,
): void {
  const content = properties.get(CONTENT)
  const named = (id: number) => textOf(properties.get(id), codepage)
  const name = named(LONG_NAME) ?? (title || undefined) ?? named(SHORT_NAME) ?? named(SHOWN_NAME)
  if (content?.type === OBJECT && content.bytes.subarray(0, 16).equals(MESSAGE_ID)) {
    addMessage(out, content.bytes.subarray(16), name, depth)
    return
  }
  // Other objects are of programs that the reader does not have.
  const bytes = content?.type === BINARY ? content.bytes : data
  if (!bytes || out.files.length === MOST_FILES) {
    out.isDamaged = true
    return
  }
  const cid = named(CONTENT_ID)?.replace(/^<|>$/g, '') ?? null
  out.files.push({ name, type: typeOf(named(MIME_TYPE), bytes), cid, bytes })
}

/** Adds a message within the message: a file with its words, and its files. */
function addMessage(out: Out, packed: Buffer, name: string | undefined, depth: number): void {
  if (depth === MOST_DEPTH || out.files.length === MOST_FILES || !isTnef(packed)) {
    out.isDamaged = true
    return
  }
  const words: PackedFile = { name, type: 'text/plain', cid: null, bytes: Buffer.of() }
  out.files.push(words)
  const { body, subject } = openMessage(packed, out, depth + 1)
  if (!body) {
    out.files.splice(out.files.indexOf(words), 1)
    return
  }
  const ending = body.kind === 'html' ? 'html' : 'txt'
  const called = (subject.trim() || name || 'message').replace(/[\\/]/g, '-')
  words.name = fileName(`${fileName(called)}.${ending}`)
  if (ending === 'html') words.type = 'text/html'
  words.bytes = Buffer.from(body.content)
}

function typeOf(written: string | undefined, bytes: Buffer): string {
  const type = fileType(written)
  return type === 'application/octet-stream' ? (pictureType(bytes) ?? type) : type
}

function bodyOf(
  properties: Properties,
  text: Buffer | undefined,
  codepage: number,
  out: Out,
): RtfBody | undefined {
  /** Takes from what may still be unpacked. */
  const cut = ({ type, bytes }: Value): Value => {
    const part = bytes.subarray(0, out.bodyLeft)
    out.bodyLeft -= part.length
    return { type, bytes: part }
  }
  const html = properties.get(HTML_BODY)
  if (html && html.bytes.length > 0) {
    const page = properties.get(HTML_CODEPAGE)
    const own = page && page.bytes.length >= 4 ? page.bytes.readUInt32LE(0) : codepage
    return { kind: 'html', content: textOf(cut(html), own) ?? '' }
  }
  const packed = properties.get(RTF_BODY)
  const rtf = packed && unpackRtf(packed.bytes, out.bodyLeft)
  if (rtf && rtf.length > 0) return readRtf(cut({ type: BINARY, bytes: rtf }).bytes)
  const plain = properties.get(PLAIN_BODY) ?? (text && { type: STRING, bytes: text })
  const content = plain && textOf(cut(plain), codepage)
  return content === undefined ? undefined : { kind: 'text', content }
}

/** The text of a property; undefined if it has none. */
function textOf(property: Value | undefined, codepage: number): string | undefined {
  if (!property) return undefined
  const { type, bytes } = property
  if (![STRING, UNICODE, BINARY].includes(type)) return undefined
  const text = upToNul(
    type === UNICODE
      ? bytes.subarray(0, bytes.length & ~1).toString('utf16le')
      : inCodepage(bytes, codepage),
  ).toWellFormed()
  return text === '' ? undefined : text
}

const upToNul = (text: string): string => text.split('\0', 1)[0]!
