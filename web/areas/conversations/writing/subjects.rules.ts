const PREFIX = /^(?:(?:re|aw|fwd?|wg)\s*:\s*)+/i
const bare = (subject: string): string => subject.trim().replace(PREFIX, '').toLowerCase()

/** Whether a subject says no more than the one before it. */
export const isSameSubject = (subject: string, before: string | null): boolean =>
  before !== null && bare(subject) === bare(before)

/** The subject that an answer gets by itself. */
export const answerTo = (subject: string): string => `Re: ${subject.trim().replace(PREFIX, '')}`
