import type { Tx } from '../../../platform/database/tx.ts'
import { unknownReference } from '../../../platform/refusal.ts'
import { findRowOf } from '../../records/rows/live-rows.ts'

/**
 * The record that a body names with both members, or undefined.
 *
 * @throws Refusal unknown_reference.
 */
export async function recordOf(
  tx: Tx,
  body: { definition_key?: string | null; row_id?: string | null },
): Promise<{ definitionId: string; rowId: string } | undefined> {
  const { definition_key: key, row_id: rowId } = body
  if (key == null || rowId == null) return undefined
  const { definitionId, isLive } = await findRowOf(tx, key, rowId)
  if (definitionId === undefined) throw unknownReference('definition_key')
  if (!isLive) throw unknownReference('row_id')
  return { definitionId, rowId }
}
