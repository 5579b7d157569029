import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { nearest } from '../../../../shared/nearest.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { issueAt, refusalWith } from '../../../platform/refusal.ts'
import type { KnownDefinitions } from '../../workspaces/tokens/reach.ts'
import {
  type ColumnHead,
  type DefinitionHead,
  listColumnHeads,
  listDefinitionHeads,
  listHeadsByKeys,
  listKeys,
} from './definition-heads.sql.ts'

export type { ColumnHead, DefinitionHead }

/** Includes deleted ones. */
export const definitionHeads = (tx: Tx, ids: readonly string[]): Promise<DefinitionHead[]> =>
  listDefinitionHeads(tx, ids)

/** Includes deleted ones. */
export const columnHeads = (tx: Tx, ids: readonly string[]): Promise<ColumnHead[]> =>
  listColumnHeads(tx, ids)

/**
 * The ids of the boards and pages with these keys, in the same order.
 *
 * @param pathOf the field with the key at an index.
 * @throws Refusal unknown_reference: for each key that is none it says which one is nearest.
 */
export async function idsOfKeys(
  tx: Tx,
  keys: readonly string[],
  pathOf: (index: number) => string,
): Promise<string[]> {
  const heads = await listHeadsByKeys(tx, keys)
  const ids = new Map(heads.map(({ id, key }) => [key, id]))
  if (keys.some((key) => !ids.has(key))) {
    const known = await listKeys(tx)
    const issues = keys.flatMap((key, i) =>
      ids.has(key) ? [] : [issueAt(pathOf(i), noDefinition(key, known))],
    )
    throw refusalWith('unknown_reference', issues)
  }
  return keys.map((key) => ids.get(key)!)
}

function noDefinition(key: string, known: readonly string[]): Why {
  const near = nearest(key, known)
  return near === undefined
    ? why('no_such_definition', {})
    : why('definition_misnamed', { nearest: near })
}

/** Tells tokens which boards and pages there are. */
export const definitionsForTokens: KnownDefinitions = {
  findByKeys: listHeadsByKeys,
  findByIds: async (tx, ids) =>
    (await listDefinitionHeads(tx, ids)).filter(({ deleted }) => !deleted),
}
