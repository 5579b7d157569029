import type { Chance } from '../scenarios/chance.ts'
import { encoded } from './encodings.ts'
import { pick } from './tables.rules.ts'

/** A part of an email. Texts here are strings of bytes, one character for each. */
export interface MailPart {
  fields: string[]
  body: string | MailPart[]
  /** Of a multipart. */
  boundary?: string
  before?: string
  after?: string
  /** Whether the line after its last part is there. */
  isClosed?: boolean
  /** What ends its header, by default an empty line. */
  endOfHeader?: string
}

/** How the lines of one email are written. */
export interface Lines {
  chance: Chance
  /** The line break, or one of several at each place. */
  breaks: readonly string[]
  /** Blanks after the lines between parts. */
  padding: string
}

export const lineBreak = ({ chance, breaks }: Lines): string =>
  breaks.length === 1 ? breaks[0]! : pick(chance, breaks)

const joined = (lines: Lines, some: readonly string[]): string =>
  some.map((one, at) => (at === 0 ? one : lineBreak(lines) + one)).join('')

/** An email or a part of one as bytes. */
export function render(lines: Lines, part: MailPart): string {
  const { fields, body, endOfHeader = '\n' } = part
  const broken = fields.map((field) => joined(lines, field.split('\n')))
  const header = joined(lines, broken) + (fields.length > 0 ? lineBreak(lines) : '')
  const end = endOfHeader.replaceAll('\n', () => lineBreak(lines))
  return header + end + (typeof body === 'string' ? body : multipart(lines, part, body))
}

function multipart(lines: Lines, part: MailPart, parts: readonly MailPart[]): string {
  const { boundary, before, after, isClosed = true } = part
  const all: string[] = before === undefined ? [] : [before]
  for (const one of parts) all.push(`--${boundary}${lines.padding}`, render(lines, one))
  if (isClosed) all.push(`--${boundary}--${lines.padding}`, after ?? '')
  return joined(lines, all)
}

export const bytesIn = (text: string, charset: string): string =>
  encoded(text, charset).toString('latin1')

export const base64Of = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64')

/** Base64 in lines, as programs wrap it. */
export function wrapped(lines: Lines, bytes: string, width: number): string {
  const whole = base64Of(bytes)
  const text = lines.chance.happens(0.1) ? whole.replace(/=+$/, '') : whole
  return joined(lines, text.match(new RegExp(`.{1,${width}}`, 'g')) ?? [])
}

const hexOf = (byte: string): string =>
  `=${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`

/** @param isText keeps line breaks as such; all else is encoded byte by byte. */
export function quoted(lines: Lines, bytes: string, isText: boolean): string {
  // Mail servers may add blanks to lines.
  const soft = lines.chance.happens(0.1) ? '=  ' : '='
  const rows = (isText ? bytes.split('\n') : [bytes]).map((row) => {
    const units = Array.from(row, (byte, at) => {
      const isLast = at === row.length - 1
      const isPlain = /[!-<>-~]/.test(byte) || (/[ \t]/.test(byte) && !isLast)
      return isPlain ? byte : hexOf(byte)
    })
    let line = ''
    const folded: string[] = []
    for (const unit of units) {
      if (line.length + unit.length > 75) {
        folded.push(line + soft)
        line = ''
      }
      line += unit
    }
    return joined(lines, [...folded, line])
  })
  return joined(lines, rows)
}

/** A file in the lines of uuencode. */
export function uuencoded(lines: Lines, bytes: string, name: string): string {
  const letter = (six: number) => (six === 0 ? '`' : String.fromCharCode(six + 32))
  const rows = (bytes.match(/[\s\S]{1,45}/g) ?? []).map((row) => {
    let text = letter(row.length)
    for (let at = 0; at < row.length; at += 3) {
      const [a = 0, b = 0, c = 0] = [0, 1, 2].map((n) => row.charCodeAt(at + n) || 0)
      text += [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
        .map(letter)
        .join('')
    }
    return text
  })
  return joined(lines, [`begin 644 ${name}`, ...rows, '`', 'end'])
}

/** How a header has letters that ASCII lacks. */
export type WordStyle =
  | 'q'
  | 'b'
  | 'split'
  | 'split characters'
  | 'blanks inside'
  | 'raw'
  | 'raw inside'

/** A text for a header, folded. */
export function headerText(text: string, charset: string, style: WordStyle): string {
  const bytes = bytesIn(text, charset)
  if (style === 'raw') return bytes
  const q = (some: string) => some.replace(/[^A-Za-z0-9!*+\-/ ]/g, hexOf).replaceAll(' ', '_')
  const word = (kind: string, content: string) => `=?${charset}?${kind}?${content}?=`
  if (style === 'q') return word('Q', q(bytes))
  if (style === 'b') return word('B', base64Of(bytes))
  if (style === 'blanks inside') return word('Q', q(bytes).replaceAll('_', ' '))
  if (style === 'raw inside')
    return word(
      'Q',
      bytes
        .replaceAll('=', '=3D')
        .replaceAll('?', '=3F')
        .replaceAll('_', '=5F')
        .replaceAll(' ', '_'),
    )
  const pieces =
    style === 'split'
      ? (text.match(/.{1,9}/gsu) ?? []).map((piece) => bytesIn(piece, charset))
      : (bytes.match(/[\s\S]{1,7}/g) ?? [])
  return pieces.map((piece) => word('B', base64Of(piece))).join('\n ')
}

const percents = (bytes: string): string =>
  bytes.replace(/[^A-Za-z0-9.-]/g, (byte) => hexOf(byte).replace('=', '%'))

/** How a parameter has a name. */
export type NameStyle =
  | 'quoted'
  | 'bare'
  | 'word'
  | 'extended'
  | 'extended in pieces'
  | 'pieces'
  | 'raw'

/** The parameter of a field that holds a name. */
export function nameParam(param: string, name: string, charset: string, style: NameStyle): string {
  const bytes = bytesIn(name, charset)
  if (style === 'bare') return `${param}=${bytes}`
  if (style === 'word') return `${param}="${headerText(name, charset, 'b')}"`
  if (style === 'extended') return `${param}*=${charset}''${percents(bytes)}`
  if (style === 'extended in pieces') {
    const [first, ...rest] = percents(bytes).match(/(?:%..|[^%]){1,12}/g) ?? ['']
    const others = rest.map((piece, at) => `;\n ${param}*${at + 1}*=${piece}`)
    return `${param}*0*=${charset}''${first}${others.join('')}`
  }
  if (style === 'pieces') {
    const pieces = bytes.match(/[\s\S]{1,8}/g) ?? ['']
    return pieces.map((piece, at) => `${param}*${at}="${inQuotes(piece)}"`).join(';\n ')
  }
  return `${param}="${inQuotes(bytes)}"`
}

const inQuotes = (text: string): string => text.replace(/["\\]/g, '\\$&')
