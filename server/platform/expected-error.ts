/** An error whose message tells the operator what is wrong: it is printed without a stack. */
export class ExpectedError extends Error {
  override name = 'ExpectedError'
}
