// How a text is cut up on its way: by 3GPP TS 23.038 into 160 characters of 7 bits, or 70 of 16, where one of its
// characters has no 7 bits; of several segments, each gives up 6 bytes for the header that joins them.

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Written as an escape and another character. */
const EXTENDED = '\f^{}\\[~]|€'
const widths = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...EXTENDED].map((character) => [character, 2] as const),
])

/** How many characters a text has, by which its length is bounded: one of two UTF-16 units is one. */
export const charactersOf = (text: string): number => [...text].length

export interface Segments {
  count: number
  /** What still fits into the last one. */
  left: number
  /** The characters for which each segment holds 70 and not 160, each once. */
  wide: string[]
}

/** In how many segments a text goes out. */
export function segmentsOf(text: string): Segments {
  const characters = [...text]
  const wide = [...new Set(characters.filter((character) => !widths.has(character)))]
  const isNarrow = wide.length === 0
  const widthOf = (character: string) => (isNarrow ? widths.get(character)! : character.length)
  const [alone, joined] = isNarrow ? [160, 153] : [70, 67]
  const width = characters.reduce((sum, character) => sum + widthOf(character), 0)
  if (width <= alone) return { count: 1, left: alone - width, wide }
  // No character is cut in two: one that does not fit begins the next segment.
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
