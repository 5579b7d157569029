/** The encodings in which a CSV file can be read. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The delimiters that are guessed. A file can name any other in its first line, as `sep=^`. */
export const DELIMITERS = [',', ';', '\t', '|'] as const
