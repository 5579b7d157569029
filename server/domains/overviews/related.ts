import type { DefinitionAddress } from '../../../contract/language/addressed.ts'
import { hasScope, type UserActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { listDeals } from '../accounting/deals/deals.ts'
import { listConversations } from '../comms/conversations/conversations.ts'
import { listObligations } from '../obligations/listing/obligation-listing.ts'
import { listRowFiles } from '../records/history/row-files.ts'
import { listLinks } from '../records/links/links.ts'

const MOST_FILES = 1_000
const NOTHING = { data: [], nextCursor: null }

/**
 * What belongs to a row, as this reader may see it: the first page of each list. A list that a token’s scopes do not read
 * is empty.
 *
 * @throws Refusal not_found.
 */
export async function getRelated(
  tx: Tx,
  actor: UserActor,
  address: DefinitionAddress & { rowId: string },
) {
  const { rowId } = address
  const [links, files, conversations, obligations, { data, nextCursor }] = await Promise.all([
    listLinks(tx, actor, address),
    listRowFiles(tx, address, { limit: MOST_FILES }),
    hasScope(actor, 'conversations:read')
      ? listConversations(tx, actor, { row_id: rowId })
      : NOTHING,
    hasScope(actor, 'obligations:read')
      ? listObligations(tx, { dealRowId: rowId, sort: 'deadlineAt' })
      : NOTHING,
    hasScope(actor, 'accounting:read') ? listDeals(tx, actor, { dealRowId: rowId }) : NOTHING,
  ])
  return { links: links.data, files, conversations, obligations, deals: { data, nextCursor } }
}
