import { plainText } from '../../../../shared/plain-text.ts'

/** How many letters of a text its pattern has: matching takes longer with each. `contains_text` has the same number. */
export const MOST_LETTERS = 32
/** Where the alphabets with capitals or accents end. */
const LAST = 0x2fff
const ACCENTS = '[\\u0300-\\u036f]*'

/** By plain letter, all letters that are it in a plain text. */
let written: ReadonlyMap<string, string> | undefined

/** A pattern for PostgreSQL that finds the beginning of a plain text, with whatever capitals and accents. */
export function patternOf(plain: string): string {
  written ??= writtenAs()
  return [...plain]
    .slice(0, MOST_LETTERS)
    .map((letter) => {
      const all = written?.get(letter)
      if (all) return `[${all}]${ACCENTS}`
      return (/[\p{L}\p{N}]/u.test(letter) ? letter : escaped(letter)) + ACCENTS
    })
    .join('')
}

const escaped = (letter: string): string =>
  `\\U${letter.codePointAt(0)!.toString(16).padStart(8, '0')}`

function writtenAs(): ReadonlyMap<string, string> {
  const all = new Map<string, string>()
  for (let code = 0x41; code <= LAST; code++) {
    const letter = String.fromCharCode(code)
    const plain = plainText(letter)
    if (plain.length === 1 && plain !== letter) all.set(plain, (all.get(plain) ?? plain) + letter)
  }
  return all
}
