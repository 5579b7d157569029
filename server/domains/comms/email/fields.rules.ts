import type Addressparser from 'nodemailer/lib/addressparser'
import { lazily } from '../../../platform/lazy.ts'
import { bytesOf, decodeText } from './charsets.rules.ts'
import { decodeWords } from './encoded-words.rules.ts'

const addressparser = lazily<typeof Addressparser>('nodemailer/lib/addressparser')

/** A field of a header, unfolded. Its value is a string of bytes. */
export interface Field {
  /** In lower case. */
  name: string
  value: string
}

/** An address, or a group of several. */
export interface Address {
  name: string
  address?: string
  group?: Address[]
}

/** The addresses of a field, and the field as it was written. */
export interface Addresses {
  value: Address[]
  text: string
}

/** A field with parameters. Their names are in lower case. */
export interface Structured {
  value: string
  params: Readonly<Record<string, string>>
}

type Value = string | Addresses | Structured

/** The fields of an email by name: what a field says, or a list if there can be several of it and are. */
export type Headers = ReadonlyMap<string, Value | Value[]>

const ADDRESSES = [
  'from',
  'to',
  'cc',
  'sender',
  'reply-to',
  'x-original-from',
  'x-original-sender',
  'delivered-to',
  'return-path',
]
const STRUCTURED = ['content-type', 'content-disposition']
const IDS = ['message-id', 'in-reply-to', 'references']
/** Of these an email has one. The last counts, but for what says how to read its body: that is the first. */
const SINGLE = ['from', 'sender', 'reply-to', 'subject', 'date', 'message-id', 'in-reply-to']

/** Reads the fields of a header. All that belong to a mailing list are one, called `list`. */
export function headersOf(fields: readonly Field[]): Headers {
  const headers = new Map<string, Value | Value[]>()
  for (const { name, value } of fields) {
    if (value === '') continue
    const key = name.startsWith('list-') ? 'list' : name
    const before = headers.get(key)
    if (before !== undefined && STRUCTURED.includes(key)) continue
    const read = readField(key, value)
    if (before === undefined || SINGLE.includes(key)) headers.set(key, read)
    else if (!Array.isArray(before)) headers.set(key, [before, read].flat())
    else for (const one of [read].flat()) before.push(one)
  }
  return headers
}

/** The first field of a name, read as one with parameters. */
export const structuredField = (fields: readonly Field[], name: string): Structured | undefined => {
  const found = fields.find((field) => field.name === name)
  return found && readStructured(found.value)
}

function readField(name: string, value: string): Value | Value[] {
  if (ADDRESSES.includes(name)) return readAddresses(value)
  if (STRUCTURED.includes(name)) return readStructured(value)
  const text = decodeWords(value)
  if (name === 'references') return text.split(/\s+/).map(inBrackets)
  return IDS.includes(name) ? inBrackets(text) : text
}

/** Some programs leave the brackets of a Message-ID out. */
const inBrackets = (id: string): string =>
  `${id.startsWith('<') ? '' : '<'}${id}${id.endsWith('>') ? '' : '>'}`

const readAddresses = (value: string): Addresses => ({
  value: addressparser()(value).flatMap(readAddress),
  text: decodeWords(value),
})

const ENCODED = /=\?[^?\s]+\?[bq]\?/i

function readAddress(written: Address): Address[] {
  const name = decodeWords(written.name).trim()
  if (written.group) return [{ name, group: written.group.flatMap(readAddress) }]
  const address = decodeWords(written.address ?? '')
  // Some programs encode the whole field. A name that only looks like an address stays a name.
  if (address === '' && ENCODED.test(written.name) && /<[^<>]+@[^<>]+>/.test(name)) {
    const inside = addressparser()(name)
    return inside.filter((one): one is Addressparser.Address => 'address' in one)
  }
  const isEncoded = ENCODED.test(written.address ?? '')
  return [{ name, address: isEncoded && !/^[^\s@]+@[^\s@]+$/.test(address) ? '' : address }]
}

const PARAM = /;\s*([^=;\s]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)(?:"[^;]*)?|([^;]*)))?/gs

/** Reads a field such as `text/plain; charset=utf-8`. */
export function readStructured(written: string): Structured {
  const [value = ''] = /^[^;]*/.exec(written)!
  const params = new Map<string, string>()
  const longer = new Map<string, Segment[]>()
  for (const [, key = '', quoted, bare = ''] of written.slice(value.length).matchAll(PARAM)) {
    const [, name = '', nth = '0', coded] =
      /^([^*]*)(?:\*(\d*)(\*)?)?$/.exec(key.toLowerCase()) ?? []
    const content = quoted?.replace(/\\(["\\])/g, '$1') ?? bare.trim()
    if (!key.includes('*')) {
      // Of a parameter that is there twice, the first counts.
      if (!params.has(name)) params.set(name, name === 'boundary' ? content : decodeWords(content))
      continue
    }
    const isCoded = coded !== undefined || nth === ''
    const segments = longer.get(name) ?? []
    segments.push({ nth: Number(nth), isCoded, content })
    longer.set(name, segments)
  }
  for (const [name, segments] of longer) params.set(name, joined(segments))
  return { value: decodeWords(value).trim(), params: Object.fromEntries(params) }
}

/** A part of a value that is too long for one, or has a charset (RFC 2231). */
interface Segment {
  nth: number
  isCoded: boolean
  content: string
}

function joined(segments: Segment[]): string {
  const [first, ...rest] = segments.sort((a, b) => a.nth - b.nth)
  const [start, charset] = /^([^']*)'[^']*'/.exec(first!.isCoded ? first!.content : '') ?? []
  if (charset === undefined) return decodeWords(segments.map(({ content }) => content).join(''))
  const pieces = [{ ...first!, content: first!.content.slice(start!.length) }, ...rest]
  const bytes = pieces.map(({ isCoded, content }) => (isCoded ? withoutPercents(content) : content))
  return decodeText(bytesOf(bytes.join('')), charset || 'utf-8')
}

const withoutPercents = (content: string): string =>
  content.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
