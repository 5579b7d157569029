/** At the start of a file, it tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One record of RFC 4180, with its line break. A field gets quotes only if white space or a separator needs them. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(quoted).join(',')}\r\n`

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

const quoted = (field: string): string =>
  NEEDS_QUOTES.test(field) ? `"${field.replaceAll('"', '""')}"` : field
