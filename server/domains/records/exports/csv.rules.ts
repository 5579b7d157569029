/** In front of a file: by it spreadsheets know that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One record of RFC 4180, its line break included. Quotes stand where white space or a separator asks for them. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(quoted).join(',')}\r\n`

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

const quoted = (field: string): string =>
  NEEDS_QUOTES.test(field) ? `"${field.replaceAll('"', '""')}"` : field
