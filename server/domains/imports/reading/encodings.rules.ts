import type { Encoding } from '../../../../shared/table-files.ts'

const HIGH_BYTES = Uint8Array.from({ length: 128 }, (_, at) => at + 128)

/** What the bytes from 128 on mean. */
const highOf = (encoding: Encoding): readonly string[] => [
  ...new TextDecoder(encoding).decode(HIGH_BYTES),
]

/** The same under DOS in America and in Western Europe, which `TextDecoder` does not know. */
export const DOS = {
  ibm437: [
    ...'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  ibm850: [
    ...'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
} as const

const WINDOWS_1252 = highOf('windows-1252')

/** Windows-1252 has a character for each byte, but these are control characters. */
const isUndefined = (character: string): boolean => /^[\x80-\x9f]$/.test(character)

/**
 * How many bytes the character of UTF-8 at a place has; below 0 if there is none, for how many bytes only the beginning
 * of one is there, or 1.
 */
export function characterAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return -1
  const size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  let least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  let most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  for (let next = 1; next < size; next++) {
    const byte = bytes[at + next]
    if (byte === undefined || byte < least || byte > most) return -next
    least = 0x80
    most = 0xbf
  }
  return size
}

/** Where the last character of UTF-8 begins, if its end is missing; or else the length. */
export function wholeLength(bytes: Uint8Array): number {
  for (let at = Math.max(0, bytes.length - 3); at < bytes.length; at++) {
    const isLead = bytes[at]! >= 0xc2 && bytes[at]! <= 0xf4
    if (isLead && characterAt(bytes, at) === at - bytes.length) return at
  }
  return bytes.length
}

/**
 * A text in UTF-8 in which bytes that are none stand for themselves in Windows-1252, as programs add them to a file
 * without looking; the beginning of a longer character, of which a program has cut the end, stands for nothing.
 */
export function mendedUtf8(bytes: Buffer): string {
  let text = ''
  let from = 0
  for (let at = 0; at < bytes.length; ) {
    const size = characterAt(bytes, at)
    if (size < 0) {
      const own = WINDOWS_1252[bytes[at]! - 128]!
      text += bytes.toString('utf8', from, at) + (size < -1 || isUndefined(own) ? '\ufffd' : own)
      from = at - size
    }
    at += Math.abs(size)
  }
  return text + bytes.toString('utf8', from)
}

/** Bytes of a file that are not UTF-8: how many characters they seem to be, and the first lines with some. */
export interface OddBytes {
  count: number
  lines: number[]
}

const MOST_LINES = 10
const MOST_SAMPLE_BYTES = 256 * 1024

/** Weighs whether a file that has bytes which are not UTF-8 is UTF-8 nevertheless, or what else it may be. */
export class Utf8Weights {
  readonly odd: OddBytes = { count: 0, lines: [] }
  /** How many runs of high bytes are UTF-8, and how many are not. */
  #good = 0
  #bad = 0
  #line = 1
  #wasReturn = false
  #sample: Buffer[] = []
  #sampleBytes = 0

  /** @param bytes those of whole characters. */
  add(bytes: Buffer): void {
    let run: 'good' | 'bad' | undefined
    let isHigh = false
    for (let at = 0; at < bytes.length; ) {
      const size = characterAt(bytes, at)
      const byte = bytes[at]!
      if (size === 1) {
        if (run) this.#endRun(run)
        run = undefined
        if (byte === 13 || (byte === 10 && !this.#wasReturn)) this.#line++
        this.#wasReturn = byte === 13
      } else {
        isHigh = true
        this.#wasReturn = false
        if (size < 0) this.#addOdd()
        run = size < 0 || run === 'bad' ? 'bad' : 'good'
      }
      at += Math.abs(size)
    }
    if (run) this.#endRun(run)
    if (!isHigh || this.#sampleBytes >= MOST_SAMPLE_BYTES) return
    this.#sample.push(bytes)
    this.#sampleBytes += bytes.length
  }

  #endRun(run: 'good' | 'bad'): void {
    if (run === 'good') this.#good++
    else this.#bad++
  }

  #addOdd(): void {
    this.odd.count++
    if (this.odd.lines.length < MOST_LINES && this.odd.lines.at(-1) !== this.#line) {
      this.odd.lines.push(this.#line)
    }
  }

  /** What the file is in. Windows-1252 is what is left, since every byte means something there. */
  encoding(): Encoding {
    const share = this.#good / (this.#good + this.#bad)
    if (share >= 0.5) return 'utf-8'
    const sample = Buffer.concat(this.#sample)
    return asianIn(sample) ?? (share >= 0.1 ? 'utf-8' : (westernIn(sample) ?? 'windows-1252'))
  }
}

/** How the characters of two bytes are made in an encoding of Eastern Asia, and what its texts are like. */
interface Pairs {
  encoding: Encoding
  isLead: (byte: number) => boolean
  isTrail: (byte: number) => boolean
  /** Whether a byte is a character by itself. */
  isSingle?: (byte: number) => boolean
  /** Whether almost all characters of a text begin so. */
  isCommon: (lead: number) => boolean
  /** Whether a text has enough of what only texts in this encoding have. */
  isTypical: (pairs: readonly (readonly [lead: number, trail: number])[]) => boolean
}

const within = (least: number, most: number) => (byte: number) => byte >= least && byte <= most

const isEuc = within(0xa1, 0xfe)
const isKana = within(0xa4, 0xa5)
const isOfJis = within(0x81, 0x84)
const isLow = within(0x40, 0x7e)

const shareOf = <T>(all: readonly T[], is: (one: T) => boolean): number =>
  all.filter(is).length / all.length

/** In this order, since some fit texts of others too. */
const ASIAN: readonly Pairs[] = [
  {
    encoding: 'shift_jis',
    isLead: (byte) => within(0x81, 0x9f)(byte) || within(0xe0, 0xfc)(byte),
    isTrail: (byte) => isLow(byte) || within(0x80, 0xfc)(byte),
    isSingle: within(0xa1, 0xdf),
    isCommon: (lead) => isOfJis(lead) || within(0x88, 0x97)(lead),
    // Quotation marks of Windows-1252 and letters of DOS are followed by letters of ASCII.
    isTypical: (pairs) => shareOf(pairs, ([, trail]) => trail >= 0x80) >= 0.25,
  },
  {
    encoding: 'euc-jp',
    isLead: isEuc,
    isTrail: isEuc,
    isCommon: (lead) => within(0xa1, 0xa5)(lead) || within(0xb0, 0xcf)(lead),
    isTypical: (pairs) => shareOf(pairs, ([lead]) => isKana(lead)) >= 0.15,
  },
  {
    encoding: 'euc-kr',
    isLead: isEuc,
    isTrail: isEuc,
    // Syllables in the order of the alphabet; Chinese characters come later.
    isCommon: (lead) => within(0xa1, 0xa3)(lead) || within(0xb0, 0xc8)(lead),
    isTypical: (pairs) => pairs.length >= 8 && shareOf(pairs, ([lead]) => lead > 0xc8) <= 0.05,
  },
  {
    encoding: 'gb18030',
    isLead: within(0x81, 0xfe),
    isTrail: (byte) => isLow(byte) || within(0x80, 0xfe)(byte),
    isCommon: (lead) => within(0xa1, 0xa3)(lead) || within(0xb0, 0xd7)(lead),
    // The common characters are in the order of their sounds: those of x, y and z come last.
    isTypical: (pairs) =>
      shareOf(pairs, ([lead]) => within(0xd0, 0xd7)(lead)) >= 0.08 &&
      shareOf(pairs, ([, trail]) => isEuc(trail)) >= 0.95,
  },
  {
    encoding: 'big5',
    isLead: within(0x81, 0xfe),
    isTrail: (byte) => isLow(byte) || isEuc(byte),
    isCommon: within(0xa1, 0xc6),
    isTypical: (pairs) => Math.abs(shareOf(pairs, ([, trail]) => isLow(trail)) - 0.5) <= 0.35,
  },
]

const LEAST_PAIRS = 6
const MOSTLY = 0.85
/** A file may have been cut within a character, or have an odd byte. */
const MOST_INVALID = 0.02

/** The encoding of Eastern Asia in which a file certainly is. */
function asianIn(bytes: Uint8Array): Encoding | undefined {
  return ASIAN.find(({ isLead, isTrail, isSingle, isCommon, isTypical }) => {
    const pairs: [number, number][] = []
    let invalid = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (byte < 0x80 || isSingle?.(byte)) continue
      const next = bytes[at + 1]
      if (next === undefined) break
      if (isLead(byte) && isTrail(next)) {
        pairs.push([byte, next])
        at++
      } else invalid++
    }
    return (
      pairs.length >= LEAST_PAIRS &&
      invalid <= pairs.length * MOST_INVALID &&
      shareOf(pairs, ([lead]) => isCommon(lead)) >= MOSTLY &&
      isTypical(pairs)
    )
  })?.encoding
}

const WESTERN: readonly (readonly [Encoding, readonly string[]])[] = [
  ['macintosh', highOf('macintosh')],
  ['ibm850', DOS.ibm850],
]

/** How many letters must be none in Windows-1252. */
const LEAST_LETTERS = 2

/** The encoding of old Macs or of DOS, if all letters are letters there, and some are none in Windows-1252. */
function westernIn(bytes: Uint8Array): Encoding | undefined {
  if (misfitsIn(bytes, WINDOWS_1252) < LEAST_LETTERS) return undefined
  const fitting = WESTERN.filter(([, high]) => misfitsIn(bytes, high) === 0)
  return fitting.length === 1 ? fitting[0]![0] : undefined
}

const LETTER = /^[à-öø-ýœšž]$/i
const isLower = within(0x61, 0x7a)
const isUpper = within(0x41, 0x5a)
const isAscii = (byte: number): boolean => isLower(byte) || isUpper(byte)
/** Between letters there can be apostrophes, dashes and blanks. */
const JOINS: ReadonlySet<string> = new Set(['’', '–', '—', '·', '\u00a0', '\u00ad'])

/** How many bytes in or at words are no letters there, or large ones among small ones, or the other way around. */
function misfitsIn(bytes: Uint8Array, high: readonly string[]): number {
  let misfits = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    const before = bytes[at - 1] ?? 0
    const after = bytes[at + 1] ?? 0
    if (!isAscii(before) && !isAscii(after)) continue
    const character = high[byte - 128]!
    if (LETTER.test(character) || character === 'ß') {
      const isSmall = character === character.toLowerCase()
      const isAmongSmall = isLower(before) || (isUpper(before) && isLower(after))
      const isAmongLarge = isUpper(after)
      if (isSmall ? isAmongLarge && !isLower(before) : isAmongSmall) misfits++
    } else if (isUndefined(character) || /[‚„“‘]/.test(character)) {
      if (isAscii(before) || isUndefined(character)) misfits++
    } else if (isAscii(before) && isAscii(after) && !JOINS.has(character)) misfits++
  }
  return misfits
}
