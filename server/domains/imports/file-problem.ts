import { why } from '../../../contract/reasons.ts'
import { invalid, type Refusal } from '../../platform/refusal.ts'

/** A file that cannot be read as a table; the message says what is wrong, and where. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
}

/** The refusal of the upload. */
export const refusalOf = (problem: FileProblem): Refusal =>
  invalid('body.file', why('file_unread', { problem: problem.message }))
