import type { Tx } from '../../../platform/database/db.ts'
import {
  type ColumnHead,
  type DefinitionHead,
  listColumnHeads,
  listDefinitionHeads,
} from './definition-heads.sql.ts'

export type { ColumnHead, DefinitionHead }

/** Includes deleted ones. */
export const definitionHeads = (tx: Tx, ids: readonly string[]): Promise<DefinitionHead[]> =>
  listDefinitionHeads(tx, ids)

/** Includes deleted ones. */
export const columnHeads = (tx: Tx, ids: readonly string[]): Promise<ColumnHead[]> =>
  listColumnHeads(tx, ids)
