/** Words for yes and no, as lists and spreadsheets have them, in the languages of the desks that we know. */
const words = new Map<string, boolean>([
  ...['true', 't', 'yes', 'y', 'on', '1', 'x', '✓', 'checked', 'ja', 'oui', 'sí', 'si'].map(
    (word) => [word, true] as const,
  ),
  ...['false', 'f', 'no', 'n', 'off', '0', 'unchecked', 'nein', 'non'].map(
    (word) => [word, false] as const,
  ),
])

const MOST_CHARS = Math.max(...[...words.keys()].map((word) => word.length))

/** Whether a trimmed word in any case says yes or no; undefined if it says neither. */
export const readYesNo = (word: string): boolean | undefined =>
  word.length > MOST_CHARS ? undefined : words.get(word.normalize('NFC').toLowerCase())
