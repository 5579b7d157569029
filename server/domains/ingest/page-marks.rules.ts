/** What tells of a row whether it is still what it was. */
export interface MarkedRow {
  position: number
  /** The transaction that wrote the row as it is. */
  written: string
  /** What its page depends on beside its rows; null if the definition was deleted. */
  state: string | null
}

/**
 * Differs if anything in a page differs. As `findMark` finds it, of a page that is not empty: its state, and the rows'
 * positions and writers, as PostgreSQL writes lists.
 */
export const markOf = (rows: readonly MarkedRow[]): string =>
  [
    rows[0]!.state,
    `{${rows.map(({ position }) => position)}}`,
    `{${rows.map(({ written }) => written)}}`,
  ].join(' ')

/** The definition's version in the moment that the rows are from; undefined if it was deleted. */
export const versionOf = (rows: readonly MarkedRow[]): string | undefined =>
  rows[0]!.state?.split(' ')[0]
