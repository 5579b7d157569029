import type { OwnIdKeeper } from '../../records/rows/own-ids.ts'
import type { RowPurger } from '../../records/trash/trash-purge.ts'
import { deletePageRecords, findOwnIds, insertPageRecords } from './page-records.sql.ts'

/** Once a row is purged, its own id can make a new record. */
export const purgeOwnIds: RowPurger = deletePageRecords

/** A row that a link makes was sent without cells, and that is what a retry of it answers. */
export const pageOwnIds: OwnIdKeeper = {
  find: findOwnIds,
  claim: (tx, definitionId, rows) =>
    insertPageRecords(
      tx,
      definitionId,
      rows.map(({ externalId, rowId }) => ({
        externalId,
        rowId,
        answer: { cells: {}, filled: [], coerced: [], ignored: [] },
      })),
    ),
}
