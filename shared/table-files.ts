/**
 * The encodings in which a CSV file can be read, by their names in the WHATWG’s standard; two of DOS have the names that
 * IANA gives them.
 */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'macintosh',
  'ibm437',
  'ibm850',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The delimiters that are guessed. A file can name any other in its first line, as `sep=^`. */
export const DELIMITERS = [',', ';', '\t', '|'] as const

/**
 * How a CSV file can be written otherwise than most: blanks before quotation marks, as in `a, "b"`; a backslash before
 * characters that would mean something else; apostrophes for quotation marks; words such as `\N` or `NULL` for no value;
 * and `="007"` or `'007` for digits that are text.
 */
export const QUIRKS = ['blanks', 'backslashes', 'apostrophes', 'nulls', 'kept_texts'] as const
export type Quirk = (typeof QUIRKS)[number]
