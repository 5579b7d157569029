import type { Tx } from '../../../platform/database/db.ts'
import type { KnownDefinitions } from '../../workspaces/tokens/reach.ts'
import {
  type ColumnHead,
  type DefinitionHead,
  listColumnHeads,
  listDefinitionHeads,
  listHeadsByKeys,
} from './definition-heads.sql.ts'

export type { ColumnHead, DefinitionHead }

/** Includes deleted ones. */
export const definitionHeads = (tx: Tx, ids: readonly string[]): Promise<DefinitionHead[]> =>
  listDefinitionHeads(tx, ids)

/** Includes deleted ones. */
export const columnHeads = (tx: Tx, ids: readonly string[]): Promise<ColumnHead[]> =>
  listColumnHeads(tx, ids)

/** Tells tokens which boards and pages there are. */
export const definitionsForTokens: KnownDefinitions = {
  findByKeys: listHeadsByKeys,
  findByIds: async (tx, ids) =>
    (await listDefinitionHeads(tx, ids)).filter(({ deleted }) => !deleted),
}
