import { fromBase64 } from './base64.rules.ts'
import { bytesOf, decodeText, guessed } from './charsets.rules.ts'

/**
 * `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`. The encoded text should have no blanks and question marks, but some programs leave them in.
 * It has no start of another word, so that the time stays in line with the length.
 */
const WORD = /=\?([^?\s]{1,100})\?([bq])\?((?:[^?=]|=(?!\?(?!=))|\?(?!=))*)\?=/gi

/** Reads a field's value, which is a string of bytes, with its encoded words (RFC 2047). */
export function decodeWords(value: string): string {
  const pieces: { charset: string | null; bytes: string }[] = []
  let at = 0
  const add = (charset: string | null, bytes: string) => {
    const last = pieces.at(-1)
    // Some programs split a character between two words.
    if (last?.charset === charset) last.bytes += bytes
    else if (bytes !== '') pieces.push({ charset, bytes })
  }
  for (const { 0: word, 1: charset = '', 2: way = '', 3: content = '', index } of value.matchAll(
    WORD,
  )) {
    const between = value.slice(at, index)
    // Blanks between two words belong to neither.
    if (at === 0 || between.trim() !== '') add(null, between)
    add(
      charset.split('*')[0]!.toLowerCase(),
      /b/i.test(way) ? latin1(content) : unquotedWord(content),
    )
    at = index + word.length
  }
  add(null, value.slice(at))
  return pieces
    .map(({ charset, bytes }) =>
      charset === null ? guessed(bytesOf(bytes)) : decodeText(bytesOf(bytes), charset),
    )
    .join('')
}

const latin1 = (content: string): string => fromBase64(content).toString('latin1')

const unquotedWord = (content: string): string =>
  content
    .replaceAll('_', ' ')
    .replace(/=\s*([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
