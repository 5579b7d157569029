/** A file that cannot be read as a table; the message says what is wrong, and where. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
  /** The names of the sheets, if it is a workbook that has some. */
  sheets: readonly string[] | undefined
}

/** `why` is what a library for ZIP or XML says of a file that is damaged, or that arrived only in part. */
export const damagedWorkbook = (why: string): FileProblem =>
  new FileProblem(
    `cannot be read as a workbook: it is damaged or incomplete (${why.slice(0, 200).replace(/\.$/, '')}); save it as XLSX again, or as CSV`,
  )
