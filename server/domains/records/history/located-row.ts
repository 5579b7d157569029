import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { notFound } from '../../../platform/refusal.ts'
import type { Definition } from '../definitions/definition.rules.ts'
import { locateToRead } from '../definitions/locate.ts'
import { findRow } from '../rows/rows.sql.ts'

export type OfRow = DefinitionAddress & { rowId: string }

/**
 * A row outside the trash, and its board or page.
 *
 * @throws Refusal not_found.
 */
export async function locateRow(
  tx: Tx,
  address: OfRow,
): Promise<{ definition: Definition; rowId: string }> {
  const { definition } = await locateToRead(tx, address)
  const row = await findRow(tx, definition.id, address.rowId)
  if (!row) throw notFound()
  return { definition, rowId: row.id }
}
