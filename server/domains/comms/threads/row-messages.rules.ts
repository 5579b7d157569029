/** A place among what happened has an id of that form; a message has a number. */
export const placeIdOf = (messageId: number): string =>
  `00000000-0000-0000-0000-${messageId.toString(16).padStart(12, '0')}`

/** The number that stands at the end of such an id; of any other, what stands there. */
export const numberOf = (placeId: string): number => Number.parseInt(placeId.slice(-12), 16)

const MOST_CHARS = 300

/** How a message begins. */
export const excerptOf = (content: string): string =>
  [...content.slice(0, MOST_CHARS * 2)].slice(0, MOST_CHARS).join('')
