const PREFIX = /^(?:(?:re|aw|fwd?|wg)\s*:\s*)+/i
const bare = (subject: string): string => subject.trim().replace(PREFIX, '').toLowerCase()

/** Whether two subjects are the same apart from prefixes such as `Re:`. */
export const isSameSubject = (subject: string, before: string | null): boolean =>
  before !== null && bare(subject) === bare(before)

/** The default subject of a reply. */
export const answerTo = (subject: string): string => `Re: ${subject.trim().replace(PREFIX, '')}`
