/** What shows whether a row has changed. */
export interface MarkedRow {
  position: number
  /** The transaction that last wrote the row. */
  written: string
  /** The definition's version, and when the server started; null if the definition was deleted. */
  state: string | null
}

/**
 * The mark of a page, which changes whenever its rows do: when the server started, and the positions and writers of the
 * rows, in PostgreSQL's notation for arrays. `findMark` gets the same from the database. The page must not be empty.
 */
export const markOf = (rows: readonly MarkedRow[]): string =>
  [
    rows[0]!.state?.split(' ')[1],
    `{${rows.map(({ position }) => position)}}`,
    `{${rows.map(({ written }) => written)}}`,
  ].join(' ')

/** The definition's version when the rows were read; undefined if it was deleted. */
export const versionOf = (rows: readonly MarkedRow[]): string | undefined =>
  rows[0]!.state?.split(' ')[0]
