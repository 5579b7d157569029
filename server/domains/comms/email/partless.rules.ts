/** Deeper parts stay as they are. */
const MOST_LEVELS = 20
const MOST_HEAD_BYTES = 256 * 1024

/** What to write in place of some bytes. */
interface Edit {
  from: number
  to: number
  text: string
}

/**
 * An email in which every multipart has parts. Some devices and programs call what they send `multipart/related` or
 * `multipart/mixed`, but the body has no parts: then it is a file or a text. Or it has parts that another boundary separates
 * than the header says.
 */
export function withParts(raw: Buffer): Buffer {
  const edits: Edit[] = []
  visit(raw, 0, raw.length, 0, edits)
  if (edits.length === 0) return raw
  const pieces: Buffer[] = []
  let at = 0
  for (const { from, to, text } of edits) {
    pieces.push(raw.subarray(at, from), Buffer.from(text, 'latin1'))
    at = to
  }
  return Buffer.concat([...pieces, raw.subarray(at)])
}

/** Visits an email or a part of one, and what is in it. */
function visit(raw: Buffer, from: number, to: number, level: number, edits: Edit[]): void {
  const start = raw.toString('latin1', from, Math.min(to, from + MOST_HEAD_BYTES))
  const head = /^(?:[^\r\n].*\r?\n)*/.exec(start)![0]
  const field = /^content-type:((?:.*\r?\n[ \t])*.*)$/im.exec(head)
  if (level > MOST_LEVELS || !field || !/^\s*multipart\//i.test(field[1]!)) return
  const [name, value] = field
  const body = from + head.length
  const boundary = paramOf(value!, 'boundary')
  const delimiters = boundary === undefined ? [] : delimitersOf(raw, body, to, boundary)
  if (delimiters.length > 0) {
    for (const [at, { end, isLast }] of delimiters.entries()) {
      if (!isLast) visit(raw, end, delimiters[at + 1]?.start ?? to, level + 1, edits)
    }
    return
  }
  const place = from + field.index
  const beginning = raw.toString('latin1', body, Math.min(to, body + MOST_HEAD_BYTES))
  const text = `Content-Type: ${actualType(head, value!, beginning)}`
  edits.push({
    from: place,
    to: place + name.length,
    text: name.endsWith('\r') ? `${text}\r` : text,
  })
}

/** The lines before the parts, and the one after the last. */
function delimitersOf(raw: Buffer, from: number, to: number, boundary: string) {
  const mark = `--${boundary}`
  const found: { start: number; end: number; isLast: boolean }[] = []
  for (let start = from - 1; ; ) {
    start = raw.indexOf(mark, start + 1, 'latin1')
    if (start === -1 || start >= to) return found
    const newline = raw.indexOf('\n', start)
    const end = newline === -1 ? to : Math.min(newline + 1, to)
    const rest = raw.toString('latin1', start + mark.length, end).trimEnd()
    const isLine = start === from || raw[start - 1] === 0x0a
    if (!isLine || (rest !== '' && rest !== '--')) continue
    found.push({ start, end, isLast: rest === '--' })
    if (rest === '--') return found
  }
}

/** What a multipart without parts is. */
function actualType(head: string, value: string, body: string): string {
  const closing = /^--(\S.{0,68}\S)--[ \t]*\r?$/m.exec(body)?.[1]
  if (closing !== undefined && body.split(/\r?\n/).some((line) => line.trim() === `--${closing}`)) {
    const subtype = /^\s*(multipart\/[\w-]+)/i.exec(value)?.[1] ?? 'multipart/mixed'
    return `${subtype}; boundary="${closing}"`
  }
  const kept = ['name', 'charset'].flatMap((name) => {
    const param = paramOf(value, name)
    return param === undefined ? [] : [`; ${name}="${param}"`]
  })
  const isFile =
    /^content-disposition:.*(?:attachment|filename)/im.test(head) ||
    /^content-transfer-encoding:\s*base64/im.test(head) ||
    paramOf(value, 'name') !== undefined
  const root = paramOf(value, 'type')
  const isLeaf = root !== undefined && /^(?!multipart\/)[\w.+-]+\/[\w.+-]+$/i.test(root)
  if (isFile) return `${isLeaf ? root : 'application/octet-stream'}${kept.join('')}`
  const isHtml = /^\s*<(?:!doctype html|html)\b/i.test(body)
  return `${isHtml ? 'text/html' : 'text/plain'}${kept.join('')}`
}

function paramOf(value: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(value)
  return (found?.[1] ?? found?.[2]) || undefined
}
