import type { Tx } from '../../../platform/database/db.ts'
import {
  type ColumnHead,
  type DefinitionHead,
  listColumnHeads,
  listDefinitionHeads,
} from './definition-heads.sql.ts'

export type { ColumnHead, DefinitionHead }

/** Definitions by name, deleted ones too. */
export const definitionHeads = (tx: Tx, ids: readonly string[]): Promise<DefinitionHead[]> =>
  listDefinitionHeads(tx, ids)

/** Columns by name, deleted ones too. */
export const columnHeads = (tx: Tx, ids: readonly string[]): Promise<ColumnHead[]> =>
  listColumnHeads(tx, ids)
