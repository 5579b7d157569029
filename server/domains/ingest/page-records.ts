import type { RowPurger } from '../records/trash/trash-purge.ts'
import { deletePageRecords } from './page-records.sql.ts'

/** Once a row is gone for good, its own id makes a new record. */
export const purgeOwnIds: RowPurger = deletePageRecords
