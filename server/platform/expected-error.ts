/** What went wrong for a reason that its message tells the operator: it is printed without a stack. */
export class ExpectedError extends Error {
  override name = 'ExpectedError'
}
