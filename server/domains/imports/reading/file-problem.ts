/** A file that cannot be read as a table; the message says what is wrong, and where. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
}
