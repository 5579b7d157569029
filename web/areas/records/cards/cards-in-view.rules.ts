/** Every card has this height, with the gap below it, so that its place follows from its number. */
export const CARD_HEIGHT = 76
/** Browsers stop drawing at about 17.8 million pixels. Nobody scrolls that far on a phone. */
const MOST_CARDS = 200_000
const OVERSCAN = 5

/** How many cards can be scrolled to. */
export const cardsIn = (total: number): number => Math.min(total, MOST_CARDS)

/** The cards to draw: the first, and the one after the last. */
export function cardsInView(
  total: number,
  { top, height }: { top: number; height: number },
): { from: number; to: number } {
  const from = Math.max(0, Math.floor(top / CARD_HEIGHT) - OVERSCAN)
  const to = Math.min(cardsIn(total), Math.ceil((top + height) / CARD_HEIGHT) + OVERSCAN)
  return { from: Math.min(from, to), to }
}
