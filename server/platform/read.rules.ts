import type { Why } from '../../contract/refusals/reasons.ts'

/**
 * A part of what was sent, as its reader understood it, and all that is wrong with it. The function that reads the whole puts the
 * problems of the parts together. If there are any, it refuses the whole, so the value of a part that is wrong only fills a place.
 */
export interface Read<T, P> {
  value: T
  problems: readonly P[]
}

/** A problem of a part, and its place in what was sent. */
export interface Fault {
  path: string
  why: Why
}

export const fine = <T>(value: T): Read<T, never> => ({ value, problems: [] })

/** @param value fills the place of the part. */
export const wrong = <T>(value: T, refused: Why, path = ''): Read<T, Fault> => ({
  value,
  problems: [{ path, why: refused }],
})

export const mapped = <T, U, P>(
  { value, problems }: Read<T, P>,
  to: (value: T) => U,
): Read<U, P> => ({ value: to(value), problems })

export const allRead = <T, P>(parts: readonly Read<T, P>[]): Read<T[], P> => ({
  value: parts.map(({ value }) => value),
  problems: parts.flatMap(({ problems }) => problems),
})

/** Puts the path of a part before the paths of its problems, which begin within the part. */
export const inside = <T, P extends { path: string }>(
  path: string,
  { value, problems }: Read<T, P>,
): Read<T, P> => ({
  value,
  problems: problems.map((problem) => ({ ...problem, path: `${path}${problem.path}` })),
})
