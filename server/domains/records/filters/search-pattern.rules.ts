import { plainText, UNHEARD } from '../../../../shared/plain-text.ts'

/** How many letters of a text its pattern has: matching takes longer with each. */
export const MOST_LETTERS = 32
/** Where alphabets with capitals, accents and blanks are; ligatures and one more blank are far behind. */
const RANGES = [
  [0x41, 0x31ff],
  [0xfb00, 0xfb4f],
  [0xffa0, 0xffa0],
] as const

/** How the letters of a plain text may be written. */
interface Written {
  /** By plain letter, all letters that are it in a plain text. */
  as: ReadonlyMap<string, string>
  /** By several plain letters, all letters that stand for them. */
  asOne: ReadonlyMap<string, string>
}
let found: Written | undefined

/**
 * A pattern for PostgreSQL that matches every text that has the beginning of a plain text, with whatever capitals and
 * accents. It matches some others too: where a letter that stands for several may be, it takes their letters in any order.
 */
export function patternOf(plain: string): string {
  found ??= findWritten()
  const written = found
  const letters = [...plain].slice(0, MOST_LETTERS)
  const isPart = partsIn(letters, written)
  let pattern = ''
  for (let at = 0; at < letters.length; at++) {
    if (!isPart[at]) {
      pattern += `${oneOf(letters[at]!, written)}${UNHEARD}*`
      continue
    }
    const first = at
    while (isPart[at + 1]) at++
    pattern += `(?:[${allOf(letters.slice(first, at + 1), written)}]${UNHEARD}*){1,${at - first + 1}}`
  }
  return pattern
}

/** Which letters may be part of one that stands for several; the others of it may be before the first or after the last. */
function partsIn(letters: readonly string[], { asOne }: Written): boolean[] {
  const isPart = letters.map(() => false)
  for (const parts of asOne.keys()) {
    for (let at = 0; at < letters.length; at++) {
      const isHere = letters.slice(at, at + parts.length).join('') === parts
      if (isHere) isPart.fill(true, at, at + parts.length)
    }
    if (letters[0] === parts.at(-1)) isPart[0] = true
    if (letters.at(-1) === parts[0]) isPart[letters.length - 1] = true
  }
  return isPart
}

/** The pattern of a letter, also as some programs write it: in parts, as Hangul and kana have them. */
function oneOf(letter: string, { as }: Written): string {
  const all = as.get(letter)
  if (all) return `[${all}]`
  const apart = letter.normalize('NFD')
  if (apart !== letter) return `(?:${letter}|${apart})`
  return /[\p{L}\p{N}]/u.test(letter) ? letter : escaped(letter)
}

/** The inside of a class of letters and of all that stand for some of them. */
function allOf(letters: readonly string[], { as, asOne }: Written): string {
  const others = [...asOne].filter(([parts]) => letters.some((letter) => parts.includes(letter)))
  return [
    ...letters.map((letter) => as.get(letter) ?? escaped(letter)),
    ...others.map(([, all]) => all),
  ].join('')
}

const escaped = (letter: string): string =>
  `\\U${letter.codePointAt(0)!.toString(16).padStart(8, '0')}`

function findWritten(): Written {
  const as = new Map<string, string>()
  const asOne = new Map<string, string>()
  for (const [first, last] of RANGES) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCharCode(code)
      const plain = plainText(letter)
      if (plain.length > 1) asOne.set(plain, (asOne.get(plain) ?? '') + letter)
      else if (plain !== '' && plain !== letter) as.set(plain, (as.get(plain) ?? plain) + letter)
    }
  }
  return { as, asOne }
}
