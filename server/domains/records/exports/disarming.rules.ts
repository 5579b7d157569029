/**
 * What a spreadsheet may run as a formula when it opens a CSV: text that starts, after anything that is trimmed there,
 * with `=`, `+`, `-` or `@`, also in full width, or with a tab or line break, which some programs take for the next
 * cell. Apostrophes in front are skipped, so that disarmed text can be told from text that only looks like it.
 */
const RUNS = /^'*(?:[\t\r\n]|[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** The text, with an apostrophe in front if a spreadsheet might run it: every program reads that as text. */
export const disarmed = (text: string): string => (RUNS.test(text) ? `'${text}` : text)

/** Undoes `disarmed`: an import removes the apostrophe that an export added. */
export const rearmed = (text: string): string =>
  text.startsWith("'") && RUNS.test(text.slice(1)) ? text.slice(1) : text
