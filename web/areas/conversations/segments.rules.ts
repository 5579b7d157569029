// How a text is cut up on its way, as the service and the carriers count it (3GPP TS 23.038): 160 characters of 7 bits,
// or 70 of 16 where one of them has no 7 bits; 153 and 67 in each of several.

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Written as an escape and another character. */
const EXTENDED = '\f^{}\\[~]|€'
const widths = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...EXTENDED].map((character) => [character, 2] as const),
])

/** The longest text that the service takes. */
export const MOST_CHARACTERS = 1600

export interface Segments {
  count: number
  /** What still fits into the last one. */
  left: number
  /** The characters for which each segment holds 70 and not 160, each once. */
  wide: string[]
}

/** How many segments a text takes. */
export function segmentsOf(text: string): Segments {
  const characters = [...text]
  const wide = [...new Set(characters.filter((character) => !widths.has(character)))]
  const isNarrow = wide.length === 0
  const widthOf = (character: string) => (isNarrow ? widths.get(character)! : character.length)
  const [alone, joined] = isNarrow ? [160, 153] : [70, 67]
  const width = characters.reduce((sum, character) => sum + widthOf(character), 0)
  if (width <= alone) return { count: 1, left: alone - width, wide }
  let [count, filled] = [1, 0]
  for (const character of characters) {
    const wanted = widthOf(character)
    if (filled + wanted > joined) {
      count++
      filled = 0
    }
    filled += wanted
  }
  return { count, left: joined - filled, wide }
}
