import { inflateRawSync } from 'node:zlib'
import type { Answer } from '../support/clients/client.ts'

/** Everything in an answer, in every form in which a client could read it. */
export function textsOf({ status, headers, text, bytes, body }: Answer): string[] {
  return [
    `${status} ${JSON.stringify([...headers])}`,
    text,
    ...stringsIn(body).flatMap((string) => [string, ...decoded(string)]),
    ...(isZip(bytes) ? entriesOf(Buffer.from(bytes)) : []),
  ]
}

/** The signs that an answer contains. */
export const found = (answer: Answer, signs: readonly string[]): string[] => {
  const all = textsOf(answer).join('\0').toLowerCase()
  return signs.filter((sign) => all.includes(sign.toLowerCase()))
}

/** Every name and string of a JSON value, as they read without its escapes. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [name, ...stringsIn(child)])
}

/** What a cursor or another opaque text holds, if it is base64. */
function decoded(text: string): string[] {
  if (!/^[\w+/-]{8,}={0,2}$/.test(text)) return []
  return [Buffer.from(text, 'base64url').toString('utf8')]
}

/** The body as one text; for a spreadsheet file, its unpacked parts. */
export const readable = ({ bytes, text }: Answer): string =>
  isZip(bytes) ? entriesOf(Buffer.from(bytes)).join('\n') : text

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** The texts of a ZIP archive, by its central directory: what a spreadsheet file consists of. */
function entriesOf(zip: Buffer): string[] {
  const texts: string[] = []
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    texts.push((method === 8 ? inflateRawSync(packed) : packed).toString('utf8'))
    texts.push(zip.subarray(at + 46, at + 46 + name!).toString('utf8'))
    at += 46 + name! + extra! + comment!
  }
  return texts
}
