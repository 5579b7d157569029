/** In SQL, when the server started. Transactions are numbered anew on another one, or in one that was restored. */
export const STARTED = 'extract(epoch FROM pg_postmaster_start_time())'

/** What shows whether a row has changed. */
export interface MarkedRow {
  position: number
  /** The transaction that last wrote the row. */
  written: string
  /** When the server started. */
  started: string
}

/**
 * The mark of a page, which changes whenever its rows do: when the server started, and the positions and writers of the
 * rows, in PostgreSQL's notation for arrays. The database makes the same for `findMark`. The page must not be empty.
 */
export const markOf = (rows: readonly MarkedRow[]): string =>
  [
    rows[0]!.started,
    `{${rows.map(({ position }) => position)}}`,
    `{${rows.map(({ written }) => written)}}`,
  ].join(' ')
