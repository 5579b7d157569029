import type { RowPurger } from '../records/trash/trash-purge.ts'
import { deletePageRecords } from './page-records.sql.ts'

/** Once a row is purged, its own id can make a new record. */
export const purgeOwnIds: RowPurger = deletePageRecords
