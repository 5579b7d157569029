// Bounds that the contract states, the service keeps, and the app says before anything is sent.

const MIB = 1024 * 1024

/** How many rows one request makes, changes or removes. */
export const MOST_ROWS = 500
/** The columns of one sort. */
export const MOST_SORTS = 5
/** The columns that are summed at once. */
export const MOST_SUMS = 10
/** The characters of a search. */
export const MOST_SEARCH_CHARS = 200
/** How many days from today a filter can tell, ten years. */
export const MOST_DAYS = 3660
/** The rows whose titles are asked for at once. */
export const MOST_TITLES = 100

/** The options of a column, and the characters of the label of one. */
export const MOST_OPTIONS = 1000
export const MOST_LABEL_CHARS = 200
/** The characters of a formula. */
export const MOST_EXPRESSION_CHARS = 2000

/** A file that is uploaded, and one that is imported. */
export const MOST_FILE_BYTES = 25 * MIB
export const MOST_IMPORT_BYTES = 64 * MIB

/** The characters of a text message. */
export const MOST_TEXT_CHARS = 1600
/** The files of a message. */
export const MOST_ATTACHMENTS = 10
/** What the files of a message come to; providers send no more. */
export const MOST_ATTACHED_BYTES = { text: 5_000_000, email: 20 * MIB } as const
