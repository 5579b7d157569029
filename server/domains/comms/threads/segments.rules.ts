// How a text is cut up on its way: by 3GPP TS 23.038 into 160 characters of 7 bits, or 70 of 16, where one of its
// characters has no 7 bits; of several parts, each gives up 6 bytes for the header that joins them.

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Written as an escape and another character. */
const EXTENDED = '\f^{}\\[~]|€'
const widths = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...EXTENDED].map((character) => [character, 2] as const),
])

/** In how many parts a text goes out. */
export function segmentsOf(text: string): number {
  const characters = [...text]
  const narrow = characters.every((character) => widths.has(character))
  const widthOf = (character: string) => (narrow ? widths.get(character)! : character.length)
  const [alone, joined] = narrow ? [160, 153] : [70, 67]
  const width = characters.reduce((sum, character) => sum + widthOf(character), 0)
  if (width <= alone) return 1
  // No character is cut in two: one that does not fit begins the next part.
  let [parts, filled] = [1, 0]
  for (const character of characters) {
    const wanted = widthOf(character)
    if (filled + wanted > joined) {
      parts++
      filled = 0
    }
    filled += wanted
  }
  return parts
}
