import type { Values, ValuesOf } from '../../shared/sentences.ts'
import type { Reason } from './reason.ts'

/** Every reason why a value is not stored in a cell, or is not an address that messages can go to. */
export const cellReasons = {
  // Any column
  unknown_column: { is: 'no such column', apart: true },
  misnamed_column: { is: 'no such column', do: 'the nearest is {nearest}', apart: true },
  computed_column: { is: 'filled by the service', apart: true },
  locked_column: { is: 'this column cannot be written here', apart: true },
  filled_by_service: {
    is: 'the service fills this column with {what}',
    do: 'leave it out',
    apart: true,
  },
  sent_twice: { is: 'sent twice, as {first} and as {second}', send: 'it once', apart: true },
  required: { is: 'is required', send: 'a value for it', type: 'a value' },
  not_unique: { is: 'must be unique, and another row already has this value' },
  twin_in_request: {
    is: 'must be unique, and row {row} of this request has the same value',
    people: { is: 'must be unique, and another of these rows has the same value' },
  },
  twin_in_file: {
    is: 'must be unique, and the row at line {line} of the file has the same value',
  },
  several_matches: {
    is: 'several rows have this value',
    do: 'make it unique, or match on another column',
    apart: true,
  },
  links_to_itself: { is: 'a row cannot link to itself', do: 'remove it', apart: true },
  /** For a value that an import leaves out, such as `n/a`. */
  stands_for_nothing: { is: '{sent} means that there is no value' },
  /** For the error of a formula in a workbook. */
  sheet_error: {
    is: '{sent} is an error in the workbook',
    do: 'correct it there, or leave the cell empty',
    apart: true,
  },
  /** For a formula that a program wrote and no spreadsheet has computed. `formula` is the name of its cell. */
  formula_without_value: {
    is: '{formula} has a formula without a value',
    do: 'open the workbook in a spreadsheet program and save it there',
    apart: true,
  },
  /** For a value that is converted to another type. */
  nothing_left: { is: 'nothing would be left of it', apart: true },
  // Text
  not_text: { is: '{sent} is not text', send: 'a string', type: 'text' },
  too_long: {
    is: '{sent} has {chars} characters',
    send: 'at most {most} characters',
  },
  not_an_email: { is: '{sent} is not an email address', send: 'one, such as name@example.com' },
  not_a_phone: {
    is: '{sent} is not a phone number',
    send: 'it with its country code, such as {example}',
  },
  not_a_phone_here: {
    is: '{sent} is not a phone number in {country}',
    send: 'the whole number, such as {example}, or begin with + and the country code',
  },
  digits_left_out: {
    is: '{sent} is in powers of ten, as a spreadsheet shows a long number, and has lost digits',
    send: 'all of them, such as {example}',
  },
  not_a_web_address: {
    is: '{sent} is not a web address',
    send: 'one that begins with https:// or http://',
  },
  web_address_unsafe: {
    is: '{sent} has a space or a backslash',
    send: 'it as a browser shows it, with %20',
  },
  web_address_user: { is: '{sent} has a user name before its host', send: 'it without' },
  web_address_too_long: {
    is: '{sent} has {chars} characters',
    send: 'a web address of at most {most}',
  },
  // Emails that make no row
  email_is_a_report: { is: 'a mail server’s report makes no row', apart: true },
  email_is_automatic: { is: 'an automatic reply or notice makes no row', apart: true },
  email_is_from_a_list: {
    is: 'what a mailing list passes on makes no row',
    do: 'write to the address directly',
    apart: true,
  },
  email_is_from_here: {
    is: 'this email has been here before, or comes from this desk, and would go round in circles',
    apart: true,
  },
  form_blank: { is: 'nothing was filled in', apart: true },
  hook_unreadable: { is: 'the body cannot be read: {problem}', apart: true },
  email_unreadable: { is: 'the email cannot be read: {problem}', apart: true },
  email_too_large: { is: 'the email is larger than {most}', do: 'make it smaller', apart: true },
  too_many_emails: {
    is: 'more than {most} emails came {whose} within an hour',
    do: 'the others come again later',
    apart: true,
  },
  // Addresses of messages
  address_empty: { is: 'is empty', send: 'an email address or a phone number' },
  more_than_an_address: {
    is: '{sent} is more than an address',
    send: 'it bare, such as {address}',
  },
  // Numbers
  not_a_number: { is: '{sent} is not a number', send: 'digits such as 1234.5' },
  not_an_amount: {
    is: '{sent} is not an amount',
    send: 'digits such as 1250',
    type: 'an amount such as 1250, 25k or 1.2m',
  },
  not_a_percentage: {
    is: '{sent} is not a percentage',
    send: 'digits such as 12.5 for 12.5%',
  },
  is_a_percentage: {
    is: '{sent} is a percentage, but this column takes plain numbers',
    send: '0.12 or 12, whichever you mean',
  },
  other_currency: {
    is: '{sent} is not in {currency}, the currency of this column',
    send: 'the amount in {currency}',
  },
  two_numbers: {
    is: '{sent} could be {readings}',
    send: 'the one you mean as a JSON number',
    type: 'the one you mean, in digits alone',
  },
  /** For a column of a file, whose values are all written in one way. */
  other_decimal_mark: {
    is: '{sent} is not written with a decimal {mark}, as this column of the file is read',
    do: 'write it like the others',
  },
  too_many_digits: {
    is: '{sent} has more digits than a number can keep',
    send: 'at most 15, or use a text column for long codes',
  },
  beyond_exact: {
    is: '{sent} is beyond ±9,007,199,254,740,991, where digits get lost',
    do: 'use a text column for long codes',
  },
  too_many_decimals: {
    is: '{sent} has more decimals than the {decimals} of {whose}',
    do: 'round it before sending',
    people: { do: 'round it' },
  },
  below_least: { is: '{sent} is less than {least}, the least this column takes' },
  above_most: { is: '{sent} is more than {most}, the most this column takes' },
  too_large_to_be_exact: {
    is: '{sent} is too large to keep exactly to {decimals} decimals',
  },
  neither_yes_nor_no: { is: '{sent} is neither yes nor no', send: 'true or false' },
  // Dates
  not_a_date: {
    is: '{sent} is not a date',
    send: 'YYYY-MM-DD, such as 2026-11-20',
    type: 'one such as Nov 20 2026',
  },
  not_a_time: { is: '{sent} is not a time', send: 'text such as 2026-11-20T14:30:00Z' },
  time_unread: {
    is: '{sent} has a time that cannot be read',
    send: 'one such as 2026-11-20T14:30:00Z',
    type: 'one such as 2:30 pm',
  },
  wrong_weekday: {
    is: '{sent} names the wrong day of the week: that date is a {weekday}',
    send: 'YYYY-MM-DD',
    type: 'the date without its weekday',
  },
  short_year: {
    is: '{sent} has a two-digit year, and could be several days',
    send: 'YYYY-MM-DD',
    type: 'the whole year, such as 2026',
  },
  no_such_day: {
    is: '{sent} is not a day of the calendar',
    send: 'YYYY-MM-DD',
    type: 'one such as Nov 20 2026',
  },
  outside_years: { is: '{sent} is outside the years {years}' },
  day_or_month_first: {
    is: '{sent} could have the day or the month first',
    send: 'YYYY-MM-DD',
    type: 'the name of the month, such as Nov 20 2026',
  },
  /** For a column of a file, whose values are all written in one way. */
  other_date_order: {
    is: '{sent} is not a date with the {first} first, as this column of the file is read',
    do: 'write it like the others',
  },
  zone_in_letters: {
    is: '{sent} names its time zone in letters that could mean several',
    send: 'an offset instead, such as 2026-11-20T14:30:00-05:00',
  },
  maybe_seconds: {
    is: '{sent} could be seconds or milliseconds',
    send: 'milliseconds since 1970, or YYYY-MM-DD',
  },
  time_skipped: {
    is: '{sent} does not exist in {zone}, whose clocks skip it',
    send: 'it with an offset, such as {offset}',
  },
  time_twice: {
    is: '{sent} happens twice in {zone}',
    send: 'it with its offset, {first} or {second}',
  },
  // Options
  unknown_option: { is: '{sent} is not an option of this column', send: 'one of: {options}' },
  unknown_options: { is: '{sent} are not options of this column', send: 'one of: {options}' },
  no_options_yet: { is: '{sent} is not an option of this column, which has none yet' },
  option_too_long: {
    is: '{sent} is too long for an option',
    send: 'at most {most} characters',
  },
  one_option_too_many: {
    is: '{sent} would be one option too many: a column has at most {most}',
    send: 'an existing one',
  },
  too_many_options: { is: 'would have {count} options; a column can have at most {most}' },
  not_a_label: { is: '{sent} is not an option', send: 'the label of one as text' },
  not_in_a_list: { is: '{sent} in the list is not an option', send: 'a list of labels' },
  not_a_list: { is: '{sent} is not a list of options', send: 'a list of labels' },
  too_many_labels: { is: '{count} labels are too many', send: 'each once, at most {most}' },
  // People
  not_a_person: {
    is: '{sent} is not a person',
    send: 'a crmUserId, an email address or a name',
    type: 'an email address or a name',
  },
  unknown_person_id: {
    is: '{sent} is nobody’s crmUserId in this workspace',
    send: 'another, or an email address',
    type: 'an email address or a name',
    people: { is: '{sent} is nobody in this workspace' },
  },
  unknown_person: {
    is: '{sent} is nobody in this workspace',
    send: 'the crmUserId, email address or full name of a member',
    type: 'the email address or full name of a member',
  },
  several_people: {
    is: '{sent} is more than one person',
    send: 'the email address or crmUserId',
    type: 'the email address',
  },
  // Links and files
  not_row_ids: {
    is: '{sent} names no row',
    send: 'row ids, own ids or values of a unique column',
    people: { is: '{sent} is not a list of rows', do: 'choose the rows' },
  },
  too_many_rows: { is: '{count} row ids are too many', send: 'at most {most}' },
  too_many_names: {
    is: 'one row too many: a request can name {most} rows other than by their ids',
    send: 'row ids, or fewer rows at once',
    people: { do: 'use row ids, or fewer rows at once' },
  },
  one_row_only: { is: '{count} rows are too many', do: 'this column links to one' },
  no_such_row: { is: '{sent} is not a row of {board}' },
  several_rows: {
    is: '{sent} could be any of {count} rows of {board}',
    send: 'the id of one, or name the unique column that you mean',
    people: { do: 'choose one' },
  },
  no_unique_column: { is: '{column} is not a unique column of {board}', send: 'one that is' },
  row_not_made: {
    is: '{sent} is not a row of {board}, and cannot be made: {why}',
    do: 'make the row there first',
  },
  linked_deleted: {
    is: '{board}, which this column links to, was deleted',
    do: 'empty the cell or leave it out',
    people: { do: 'empty the cell' },
  },
  not_file_ids: {
    is: '{sent} is not a list of files',
    send: 'a list of the ids that POST /v1/files answered',
    people: { do: 'upload the files instead' },
  },
  too_many_files: { is: '{count} files are too many', send: 'at most {most}' },
  no_such_file: {
    is: '{sent} is not a file here',
    do: 'upload it with POST /v1/files first',
    people: { do: 'upload it first' },
  },
  no_such_upload: {
    is: '{sent} is not an upload of this key',
    do: 'upload the file with POST /v1/ingest/files; an upload is used once, within 24 hours',
    people: { do: 'upload the file again' },
  },
  file_used_twice: {
    is: '{sent} is used twice in this request',
    do: 'upload it once for each cell',
  },
  file_not_taken: {
    is: '{sent} is a file',
    do: 'send it to a file column',
    people: { do: 'this column takes no files' },
  },
  file_too_large: {
    is: '{sent} is larger than {most}',
    send: 'a smaller file',
    people: { do: 'choose a smaller file' },
  },
  other_file_kind: {
    is: '{sent} is {kind}',
    do: 'this column takes {kinds}',
    people: { is: '{sent} is not a kind of file that this column takes', do: 'it takes {kinds}' },
  },
} as const satisfies Record<string, Reason>

export type CellReason = keyof typeof cellReasons

/** The reasons of cells that name a row, a file or a person that is not here. */
export const unknownInCells: readonly string[] = [
  'no_such_row',
  'row_not_made',
  'linked_deleted',
  'no_such_file',
  'no_such_upload',
  'unknown_person_id',
  'unknown_person',
] satisfies CellReason[]

/** Why a value is not stored: the reason, and the values that its sentence names. */
export interface CellRefusal {
  reason: CellReason
  values: Values
}

export const cellRefusal = <R extends CellReason>(
  reason: R,
  values: ValuesOf<(typeof cellReasons)[R]>,
): CellRefusal => ({ reason, values })
