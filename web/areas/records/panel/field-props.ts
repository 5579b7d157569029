import type { TextContext } from '../cells/cell-text.rules.ts'
import type { Column, Row } from '../list/types.ts'

/** What the input of a record's value is given. */
export interface FieldProps {
  /** The id of the input; its label’s is the same with `-label`. */
  id: string
  column: Column
  row: Row
  context: TextContext
  /** Why it is read-only; `null` if it is not. */
  lock: string | null
  /** The problem with the last value. */
  error: string | null
  /**
   * Writes a value; false if it was refused.
   *
   * @param over what the field held when the typing began, if that may be long ago.
   */
  onCommit: (value: unknown, over?: unknown) => Promise<boolean>
  /** Writes to an email address in the record's own composer. */
  onEmail?: ((address: string) => void) | undefined
  /** Logs a call with a number. */
  onCall?: ((number: string) => void) | undefined
}
