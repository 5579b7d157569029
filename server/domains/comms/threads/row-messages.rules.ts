/** Places in a timeline have ids of this form; a message has a number. */
export const placeIdOf = (messageId: number): string =>
  `00000000-0000-0000-0000-${messageId.toString(16).padStart(12, '0')}`

/** The number at the end of such an id; for any other id, whatever is there. */
export const numberOf = (placeId: string): number => Number.parseInt(placeId.slice(-12), 16)

const MOST_CHARS = 300

/** The beginning of a message. */
export const excerptOf = (content: string): string =>
  [...content.slice(0, MOST_CHARS * 2)].slice(0, MOST_CHARS).join('')
