/** The id of a message in a timeline, where every entry has a UUID. */
export const placeIdOf = (messageId: number): string =>
  `00000000-0000-0000-0000-${messageId.toString(16).padStart(12, '0')}`

/** The message's number at the end of such an id. For any other id the result means nothing. */
export const numberOf = (placeId: string): number => Number.parseInt(placeId.slice(-12), 16)

const MOST_CHARS = 300

/** The beginning of a message. */
export const excerptOf = (content: string): string =>
  [...content.slice(0, MOST_CHARS * 2)].slice(0, MOST_CHARS).join('')
