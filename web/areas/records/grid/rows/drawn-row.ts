import type { Row } from '../../list/types.ts'
import type { RowSource } from './row-source.ts'

/** A row as it was read, or as it was last written here if that is newer. */
export function latestRow(source: RowSource, row: Row): Row {
  const saved = source.saved(row.id)
  return saved && saved.version > row.version ? { ...saved, links: row.links } : row
}

/** The same with what waits to be written. */
export const drawnRow = (source: RowSource, row: Row): Row =>
  source.drafts.shown(latestRow(source, row))
