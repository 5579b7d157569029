// Bounds that the contract states, the service keeps, and the app knows before it sends anything.

/** How many rows a request makes, changes or removes. */
export const MOST_ROWS = 500
/** By how many columns a list is sorted. */
export const MOST_SORTS = 5
/** How many columns of a list are summed. */
export const MOST_SUMS = 10
/** How long the text of a search is. */
export const MOST_SEARCH_CHARS = 200
/** How many days a filter looks back or ahead: ten years. */
export const MOST_DAYS = 3660
/** Of how many rows one request asks the titles. */
export const MOST_TITLES = 100

/** How many options a column has, and how long the label of one is, in UTF-16 units. */
export const MOST_OPTIONS = 1000
export const MOST_LABEL_CHARS = 200
/** How long a formula is. */
export const MOST_FORMULA_CHARS = 2000

/** The largest amount and the largest sum of money, in minor units: what a JSON number tells exactly. */
export const MOST_MINOR = Number.MAX_SAFE_INTEGER
/** Shares of deals are in parts per million: all of it. */
export const WHOLE_PPM = 1_000_000

/** How large a file to import is. */
export const MOST_IMPORT_MIB = 64

/** How many characters a text message has. */
export const MOST_TEXT_CHARS = 1600
/** How many files a message has, and what they come to; providers send no more. */
export const MOST_ATTACHMENTS = 10
export const MOST_ATTACHED_BYTES = { text: 5_000_000, email: 20 * 1024 * 1024 } as const

/** How long a name is: of a workspace, a person, a team, a board or page, a column, a key, a view, a template, a channel. */
export const MOST_NAME_CHARS = 200
/** How long the key of a board, page or column is. */
export const MOST_KEY_CHARS = 64
/** How long the description of a board, page or column is. */
export const MOST_DESCRIPTION_CHARS = 2000
/** How long an obligation's title is, and the name or reference of a deal, a party or a document. */
export const MOST_TITLE_CHARS = 300
/** How long the type of a document is. */
export const MOST_DOCUMENT_TYPE_CHARS = 100
/** How long a reason is. */
export const MOST_REASON_CHARS = 2000
/** How long notes are, and the description of an obligation. */
export const MOST_NOTES_CHARS = 20_000
/** How long a comment is. */
export const MOST_COMMENT_CHARS = 10_000
/** How long the subject of an email is; a line of one is no longer (RFC 5322). */
export const MOST_SUBJECT_CHARS = 998
/** How long a remark on a webhook or an opt-out is. */
export const MOST_REMARK_CHARS = 500
/** How long a link to a document or the address of a webhook is. */
export const MOST_URL_CHARS = 2000
