import { Transform } from 'node:stream'
import type { Headers, MailParser } from 'mailparser'
import { guessed, readVague } from './charsets.rules.ts'
import { unquoted } from './quoted-printable.rules.ts'

/** What the parser's types leave out. */
interface Inside {
  decoder: { decodeStream: (charset: string) => Transform }
  libmime: {
    decodeWord: (charset: string, encoding: string, text: string) => string
    decodeWords: (text: string) => string
    detectMimeType: (name: string) => string | undefined
  }
  createNode: (part: { encoding?: string; getDecoder: () => Transform }) => { charset?: string }
  processHeaders: (lines: { key: string; line: string }[]) => Headers
}

export interface Words {
  decodeWords: (text: string) => string
  typeByName: (name: string) => string | undefined
}

/** Marks a charset, because the parser does not ask for a decoder of UTF-8 or ASCII. */
const MARK = 'as:'

/**
 * Makes a parser read charsets as mail programs do: Windows-1252 where the charset says nothing or is wrong, in texts,
 * encoded words and headers of bare bytes. Returns the parser's functions for encoded words, and for types by name.
 */
export function readLoosely(parser: MailParser): Words {
  const inside = parser as unknown as Inside
  const { decoder, libmime } = inside
  const decodeStream = decoder.decodeStream.bind(decoder)
  const decodeWord = libmime.decodeWord.bind(libmime)
  const createNode = inside.createNode.bind(parser)
  const processHeaders = inside.processHeaders.bind(parser)

  const textOf = (bytes: Buffer, charset: string): string => {
    const vague = readVague(bytes, charset)
    if (vague !== null) return vague
    try {
      decodeStream(charset).destroy()
    } catch {
      return guessed(bytes) // nobody knows the charset
    }
    return decodeWord(charset, 'B', bytes.toString('base64'))
  }
  inside.createNode = (part) => {
    if (part.encoding === 'quoted-printable') part.getDecoder = () => whole(unquoted)
    const node = createNode(part)
    node.charset = MARK + (node.charset ?? '')
    return node
  }
  decoder.decodeStream = (charset) =>
    whole((bytes) => Buffer.from(textOf(bytes, charset.slice(MARK.length))))
  libmime.decodeWord = (charset, encoding, text) => {
    const bytes = Buffer.from(decodeWord('binary', encoding, text), 'latin1')
    return textOf(bytes, charset.split('*')[0]!)
  }
  // The lines are strings of bytes.
  inside.processHeaders = (lines) =>
    processHeaders(
      lines.map((one) => ({
        ...one,
        line: Buffer.from(guessed(Buffer.from(one.line, 'latin1'))).toString('latin1'),
      })),
    )
  return {
    decodeWords: (text) => libmime.decodeWords(text),
    typeByName: (name) => libmime.detectMimeType(name),
  }
}

/** A stream that decodes its bytes once all are there. */
function whole(read: (bytes: Buffer) => Buffer): Transform {
  const chunks: Buffer[] = []
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    flush(done) {
      done(null, read(Buffer.concat(chunks)))
    },
  })
}
