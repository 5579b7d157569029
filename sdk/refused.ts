import type { Failure } from './result.ts'

/** A refusal as an exception, for where no answer can be returned: between two pages of a list. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly code: Failure['code']
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.code = failure.code
    this.failure = failure
  }
}
