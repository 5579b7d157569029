/** A text with a capital first letter, to begin a sentence or a label. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A key as a label: `bank_statement` as `Bank statement`. */
export const keyWords = (key: string): string => capital(key.replaceAll('_', ' ').trim())

/** The beginning of a text that is longer than that many characters, with a mark for the rest. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text
