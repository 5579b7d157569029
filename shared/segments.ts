// How a text message is split into segments (3GPP TS 23.038). A segment holds 160 characters of 7 bits, or 70 of 16
// bits if any character has no 7-bit code. If there are several segments, a header of 6 bytes in each joins them.

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Sent as an escape and another character, so each takes the space of two. */
const EXTENDED = '\f^{}\\[~]|€'
const widths = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...EXTENDED].map((character) => [character, 2] as const),
])

/** How many characters a text has, as its length limit counts them: one of two UTF-16 units counts once. */
export const charactersOf = (text: string): number => [...text].length

export interface Segments {
  count: number
  /** How much still fits into the last segment. */
  left: number
  /** The characters that limit a segment to 70 characters instead of 160, each once. */
  wide: string[]
}

/** How many segments a text is sent as. */
export function segmentsOf(text: string): Segments {
  const characters = [...text]
  const wide = [...new Set(characters.filter((character) => !widths.has(character)))]
  const isNarrow = wide.length === 0
  const widthOf = (character: string) => (isNarrow ? widths.get(character)! : character.length)
  const [alone, joined] = isNarrow ? [160, 153] : [70, 67]
  const width = characters.reduce((sum, character) => sum + widthOf(character), 0)
  if (width <= alone) return { count: 1, left: alone - width, wide }
  // Characters are not split: one that does not fit begins the next segment.
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
