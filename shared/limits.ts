// Limits that the contract states, the service enforces, and the app knows before it sends anything.

/** How many rows one request can add, change or delete. */
export const MOST_ROWS = 500
/** How many columns a list can be sorted by. */
export const MOST_SORTS = 5
/** How many columns of a list can be summed. */
export const MOST_SUMS = 10
/** How many totals a list can have. */
export const MOST_TOTALS = 30
/** How many columns of a view can stay while the others scroll. */
export const MOST_FROZEN = 50
/** How long the text of a search can be. */
export const MOST_SEARCH_CHARS = 200
/** How many days a filter can look back or ahead: ten years. */
export const MOST_DAYS = 3660
/** How many rows' titles one request can ask for. */
export const MOST_TITLES = 100

/** How many options a column can have, and how long an option's label can be, in UTF-16 units. */
export const MOST_OPTIONS = 1000
export const MOST_LABEL_CHARS = 200
/** How many options can decide the order of groups. */
export const MOST_RANKED = 100
/** How long a formula can be. */
export const MOST_FORMULA_CHARS = 2000
/** How many characters of texts and items of lists the formulas of one row read in all. */
export const MOST_FORMULA_WORK = 2_000_000

/** The largest amount and the largest sum of money, in minor units: JSON numbers are exact up to here. */
export const MOST_MINOR = Number.MAX_SAFE_INTEGER
/** The whole of a deal, in parts per million, as shares are counted. */
export const WHOLE_PPM = 1_000_000

/** How large a file to import can be. */
export const MOST_IMPORT_MIB = 64

/** How many characters a text message can have. */
export const MOST_TEXT_CHARS = 1600
/** How many recipients one request can send a template to. */
export const MOST_RECIPIENTS = 100
/** How many files a message can have, and how large they can be together. Providers send no more. */
export const MOST_ATTACHMENTS = 10
export const MOST_ATTACHED_BYTES = { text: 5_000_000, email: 20 * 1024 * 1024 } as const

/** How long a name can be: of a workspace, person, team, board, page, column, key, view, template or channel. */
export const MOST_NAME_CHARS = 200
/** For so many hours after a sign-in, nobody is asked for the password again. */
export const RECENT_HOURS = 2
/** How short and how long a new password can be. */
export const LEAST_PASSWORD_CHARS = 8
export const MOST_PASSWORD_CHARS = 256
/** How long the key of a board, page or column can be. */
export const MOST_KEY_CHARS = 64
/** How long the description of a board, page or column can be. */
export const MOST_DESCRIPTION_CHARS = 2000
/** How long an obligation's title can be, and the name or reference of a deal, a party or a document. */
export const MOST_TITLE_CHARS = 300
/** How long the type of a document can be. */
export const MOST_DOCUMENT_TYPE_CHARS = 100
/** How long a reason can be. */
export const MOST_REASON_CHARS = 2000
/** How long notes can be, and the description of an obligation. */
export const MOST_NOTES_CHARS = 20_000
/** How long a comment can be. */
export const MOST_COMMENT_CHARS = 10_000
/** How long the subject of an email can be: the limit for a line in RFC 5322. */
export const MOST_SUBJECT_CHARS = 998
/** How long a remark on a webhook or an opt-out can be. */
export const MOST_REMARK_CHARS = 500
/** How long a link to a document or the address of a webhook can be. */
export const MOST_URL_CHARS = 2000
/** How many values of a file an import can replace. */
export const MOST_CORRECTIONS = 10_000

/** How many columns a form can ask for, how many sites can frame it, and how many people it can notify. */
export const MOST_FORM_COLUMNS = 100
export const MOST_FORM_ORIGINS = 20
export const MOST_FORM_NOTIFIED = 20
/** How long a form's title, its texts, and the label and help of a question can be. */
export const MOST_FORM_TITLE_CHARS = 200
export const MOST_FORM_TEXT_CHARS = 2000
export const MOST_FORM_LABEL_CHARS = 200
export const MOST_FORM_HELP_CHARS = 500
/** The highest daily limit of a form. */
export const MOST_FORM_ROWS = 100_000
