import { type Field, readStructured, type Structured, structuredField } from './fields.rules.ts'
import { readHead, TooMuch } from './mime-head.rules.ts'

export { TooMuch }

/** An email, or a part of one. */
export interface Part {
  fields: Field[]
  /** Its Content-Type, or what a part without one is. The value is in lower case. */
  type: Structured
  /** As it was sent, and before the parts of a multipart. */
  body: Buffer
  parts: Part[]
}

export interface MostOfMime {
  parts: number
  headBytes: number
}

interface Search {
  most: MostOfMime
  /** How many parts there are so far. */
  parts: number
  /** How many boundaries were searched that no header names. */
  searches: number
}

const MOST_SEARCHES = 20
/** Where they are searched. */
const SEARCHED_BYTES = 256 * 1024

/**
 * Takes an email apart (RFC 2046), as its sender meant it: so that nothing of it is lost. A part that has no end ends where
 * what is around it goes on. A multipart whose parts have another boundary has those; without parts it is a file or a text.
 *
 * @throws TooMuch
 */
export function splitMime(raw: Buffer, most: MostOfMime): Part {
  const search = { most, parts: 0, searches: 0 }
  const { part, start } = openPart(search, raw, 0)
  if (isMultipart(part)) split(search, raw, part, start)
  else part.body = raw.subarray(start)
  return part
}

/** Some programs call a multipart a text, but give its boundary. */
const isMultipart = ({ type: { value, params } }: Part): boolean =>
  value.startsWith('multipart/') || (value.startsWith('text/') && params.boundary !== undefined)

/** Reads the header of a part. */
function openPart(
  search: Search,
  raw: Buffer,
  at: number,
  parent?: Part,
): { part: Part; start: number } {
  if (++search.parts > search.most.parts) throw new TooMuch()
  const { fields, end } = readHead(raw, at, search.most.headBytes, parent !== undefined)
  const type = typeOf(fields, parent)
  return { part: { fields, type, body: raw.subarray(end, end), parts: [] }, start: end }
}

/** A line between two parts, or after the last. */
interface Delimiter {
  /** How deep its multipart is within the one that is split. */
  level: number
  isLast: boolean
  end: number
}

/**
 * Splits a multipart, and those within it, in one pass.
 *
 * @param raw the email up to the end of the multipart.
 * @param start of its body.
 */
function split(search: Search, raw: Buffer, multipart: Part, start: number): void {
  const open: { part: Part; start: number }[] = []
  const levels = new Map<string, number>()
  const enter = (part: Part, start: number) => {
    const boundary = part.type.params.boundary?.trimEnd()
    // Two with the same boundary cannot be told apart: then the outer one has all parts.
    if (boundary && !levels.has(boundary)) levels.set(boundary, open.length)
    open.push({ part, start })
  }
  const leave = (level: number) => {
    if (open.length <= level) return
    for (const { part, start } of open.splice(level).reverse()) {
      if (part.parts.length === 0) settle(search, raw, part, start)
    }
    for (const [boundary, of] of levels) if (of >= level) levels.delete(boundary)
  }
  const delimiterAt = (at: number): Delimiter | undefined => {
    if (raw[at] !== DASH || raw[at + 1] !== DASH) return undefined
    const end = endOfLine(raw, at)
    // Mail servers may add blanks (RFC 2046 calls them padding).
    const text = raw.toString('latin1', at + 2, end).trimEnd()
    const next = levels.get(text)
    const last = text.endsWith('--') ? levels.get(text.slice(0, -2)) : undefined
    if (next === undefined && last === undefined) return undefined
    const isLast = (last ?? -1) > (next ?? -1)
    return { level: isLast ? last! : next!, isLast, end }
  }

  enter(multipart, start)
  let current: { part: Part; start: number } | undefined = { part: multipart, start }
  let from = start
  for (let at = nextDashes(raw, start); at !== -1; at = nextDashes(raw, from)) {
    const found = delimiterAt(at)
    from = found?.end ?? at + 2
    if (!found) continue
    if (current) current.part.body = raw.subarray(current.start, lineBefore(raw, at, current.start))
    leave(found.level + 1)
    const { part: parent } = open[found.level]!
    current = undefined
    if (found.isLast) {
      // What an email says before its last line is its text if it has no parts.
      if (parent.parts.length === 0) parent.parts = [{ ...textPart, body: parent.body }]
      continue
    }
    current = openPart(search, raw, from, parent)
    parent.parts.push(current.part)
    from = current.start
    if (isMultipart(current.part)) enter(current.part, from)
  }
  if (current) current.part.body = raw.subarray(current.start)
  leave(0)
}

const DASH = 0x2d
const NEWLINE = 0x0a

const textPart = { fields: [], type: { value: 'text/plain', params: {} }, parts: [] }

/** Where the next line starts that may be a delimiter; -1 if none does. */
function nextDashes(raw: Buffer, from: number): number {
  const isLine = from === 0 || raw[from - 1] === NEWLINE
  if (isLine && raw[from] === DASH && raw[from + 1] === DASH) return from
  const found = raw.indexOf('\n--', Math.max(from - 1, 0), 'latin1')
  return found === -1 ? -1 : found + 1
}

/** The end of the text before a delimiter, to which the line break belongs. */
function lineBefore(raw: Buffer, delimiter: number, start: number): number {
  const end = delimiter - (raw[delimiter - 2] === 0x0d ? 2 : 1)
  return Math.max(end, start)
}

function endOfLine(raw: Buffer, at: number): number {
  const newline = raw.indexOf(NEWLINE, at)
  return newline === -1 ? raw.length : newline + 1
}

const TYPE = /^[^\s;,/]+\/[^\s;,/]+/

/** What a part is. One that does not say so is a text, unless it is a file (RFC 2045, 5.2). */
function typeOf(fields: readonly Field[], parent: Part | undefined): Structured {
  const written = structuredField(fields, 'content-type')
  const params = written?.params ?? {}
  const value = TYPE.exec(written?.value.toLowerCase() ?? '')?.[0]
  if (value !== undefined) return { value, params }
  const disposition = structuredField(fields, 'content-disposition')
  const isFile =
    disposition?.value.toLowerCase() === 'attachment' ||
    disposition?.params.filename !== undefined ||
    params.name !== undefined
  const inDigest = parent?.type.value === 'multipart/digest' && !written
  return { value: isFile ? FILE : inDigest ? 'message/rfc822' : 'text/plain', params }
}

export const FILE = 'application/octet-stream'

/** Finds out what a multipart is in which its boundary never comes. */
function settle(search: Search, raw: Buffer, part: Part, start: number): void {
  if (!part.type.value.startsWith('multipart/')) return
  const beginning = part.body.toString('latin1', 0, SEARCHED_BYTES)
  const boundary = boundaryIn(beginning)
  if (boundary !== undefined && ++search.searches <= MOST_SEARCHES) {
    part.type = { ...part.type, params: { ...part.type.params, boundary } }
    split(search, raw.subarray(0, start + part.body.length), part, start)
  } else part.type = actualType(part, beginning)
}

/** The boundary of parts: a line before the header of one, or that comes again as the last. */
function boundaryIn(body: string): string | undefined {
  const before = /^--(\S(?:.{0,200}\S)?)[ \t]*\r?\n(?=content-[\w-]+[ \t]*:)/im.exec(body)?.[1]
  if (before !== undefined) return before
  const closing = /^--(\S.{0,200}\S)--[ \t]*\r?$/m.exec(body)?.[1]
  const isThere = body.split(/\r?\n/).some((line) => line.trimEnd() === `--${closing}`)
  return isThere ? closing : undefined
}

/** What a multipart without parts is. Some devices and programs call a file so. */
function actualType({ fields, type: { params } }: Part, body: string): Structured {
  const disposition = structuredField(fields, 'content-disposition')
  const encoding = fields.find(({ name }) => name === 'content-transfer-encoding')?.value
  const isFile =
    disposition?.value.toLowerCase() === 'attachment' ||
    disposition?.params.filename !== undefined ||
    /^base64/i.test(encoding ?? '') ||
    params.name !== undefined
  const root = readStructured(params.type ?? '').value.toLowerCase()
  const isLeaf = TYPE.test(root) && !root.startsWith('multipart/')
  if (isFile) return { value: isLeaf ? root : FILE, params }
  const isHtml = /^\s*<(?:!doctype html|html)\b/i.test(body)
  return { value: isHtml ? 'text/html' : 'text/plain', params }
}
