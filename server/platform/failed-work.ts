import { type Failed, failed } from '../../contract/refusals/reasons.ts'

/** Ends work that was taken on, with the reason, which is stored with the work, for the people who look at it later. */
export class FailedWork extends Error {
  readonly why: Failed
  constructor(why: Failed) {
    super(why.error)
    this.why = why
  }
}

/** Why work failed. Of an error that nobody foresaw, its message. */
export const whyFailed = (error: unknown): Failed =>
  error instanceof FailedWork
    ? error.why
    : failed('unforeseen', { problem: (error as Error).message })
