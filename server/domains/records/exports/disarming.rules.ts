/**
 * What a spreadsheet may run as a formula when it opens a CSV: text that starts, after whatever is trimmed there, with
 * `=`, `+`, `-` or `@`, in full width too, or with a tab or line break, which some programs take for the next cell.
 * Apostrophes in front are looked past, so that what is disarmed can be told from what only looks so.
 */
const RUNS = /^'*(?:[\t\r\n]|[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** The text with an apostrophe in front if a spreadsheet might run it: with one it is text to every program. */
export const disarmed = (text: string): string => (RUNS.test(text) ? `'${text}` : text)

/** What `disarmed` was given: an import takes back the apostrophe that an export set. */
export const rearmed = (text: string): string =>
  text.startsWith("'") && RUNS.test(text.slice(1)) ? text.slice(1) : text
