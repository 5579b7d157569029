import { dealColumns, leadColumns } from '../../../../shared/desk-columns.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { createDefinition } from './boards.ts'

/** Every new workspace starts with the two pages that a desk needs most. */
export async function makeFirstPages(tx: Tx, actor: Actor): Promise<void> {
  await createDefinition(tx, actor, 'page', { name: 'Leads', key: 'leads', columns: leadColumns })
  await createDefinition(tx, actor, 'page', { name: 'Deals', key: 'deals', columns: dealColumns })
}
