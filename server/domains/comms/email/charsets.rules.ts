// Reads the bytes of a text whose charset may be wrong, as mail programs do.

import { lazily } from '../../../platform/lazy.ts'

/** What we use of the library for charsets, which has no types. */
interface Charsets {
  /** Reads bytes of a charset that it does not know as UTF-8. */
  decode: (bytes: Uint8Array, charset: string) => string
}

const charsets = lazily<Charsets>('libmime/lib/charset')

/** Names for no charset, or for one that says nothing about bytes above 127. */
const VAGUE =
  /^(?:|(?:us-)?ascii|ansi_x3\.4-1968|7bit|8bit|binary|unknown-8bit|x-unknown|unknown|default(?:_charset)?|utf-?8)$/
/** Latin-1 means Windows-1252: mail programs wrote one under the name of the other, so all read it like that. */
const LATIN = /^(?:(?:iso[-_]?8859-?1|latin-?1|l1|cp-?819)|(?:windows|win|cp|x-cp)[-_]?1252|ansi)$/

/** What Windows-1252 has in the place of the control characters 0x80 to 0x9f. Five places are empty. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** The bytes that a string has one character for each of. */
export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

/** The text of bytes, whatever is said of their charset. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const vague = readVague(bytes, charset)
  if (vague !== null) return vague
  if (/^hz(?:-gb-?2312)?$/i.test(charset)) return readHz(bytes)
  const text = charsets().decode(bytes, charset)
  const isUnknown = text === new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return isUnknown ? (readByBrowsers(bytes, charset) ?? guessed(bytes)) : text
}

/** Reads the charsets that browsers know besides, such as that of old Macs for Cyrillic. */
function readByBrowsers(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return undefined
  }
}

/** Between `~{` and `~}`, two characters are one of GB2312 (RFC 1843). */
const readHz = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/~\{([^\n]*?)(?:~\}|(?=\r?\n)|$)|~(~)|~\r?\n/g, (_, coded?: string, tilde = '') => {
      if (coded === undefined) return tilde
      return new TextDecoder('gbk').decode(bytesOf(coded).map((byte) => byte | 0x80))
    })

/** The text of bytes in a charset that mail often names wrongly. Null for every other charset. */
export function readVague(bytes: Uint8Array, charset: string): string | null {
  const named = charset
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase()
  if (LATIN.test(named)) return windows1252(bytes)
  return VAGUE.test(named) ? guessed(bytes) : null
}

/** The text of bytes in an unknown charset: UTF-8 if that is plausible, or else Windows-1252. */
export function guessed(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  const broken = text.match(/\ufffd/g)?.length ?? 0
  if (broken === 0) return text
  // Text of another charset hardly ever has valid sequences. UTF-8 that was cut has many, and a few broken ones.
  const valid = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0
  return valid > broken ? text : windows1252(bytes)
}

const windows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (mark) => WINDOWS[mark.charCodeAt(0) - 0x80]!)
