import type { EntryKind } from '../../../../contract/accounting/accounting.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { LedgerLine } from './ledger-export.rules.ts'

export interface LedgerHead {
  name: string
  currency: string
  /** The position of the last entry. */
  entry_count: number
}

export async function findLedger(tx: Tx, dealId: number): Promise<LedgerHead | undefined> {
  const [found] = await tx.run<LedgerHead>(
    `SELECT name, currency, entry_count FROM deals
     WHERE workspace_id = current_workspace() AND id = $1::bigint`,
    [dealId],
  )
  return found
}

/**
 * The lines of the entries with `after` < position ≤ `until`, of one kind if given, in order. The house's part is the
 * last line of its entry.
 */
export function listLedgerLines(
  tx: Tx,
  dealId: number,
  splits: readonly number[] | null,
  after: number,
  until: number,
  kind: EntryKind | undefined,
): Promise<LedgerLine[]> {
  return tx.run(
    `SELECT e.position, e.id, e.kind, e.occurred_at, e.created_at, e.created_by, e.amount_minor,
       e.reference, e.reason, e.notes, e.draw_id, e.reverses_id,
       coalesce(a.deal_split_id, e.deal_split_id) AS deal_split_id, s.party_kind,
       coalesce(s.account_id::text, s.crm_user_id::text, s.external_party) AS party,
       a.amount_minor AS part_minor
     FROM deal_entries e
     LEFT JOIN deal_allocations a ON a.workspace_id = e.workspace_id AND a.deal_id = e.deal_id
       AND a.position = e.position
     LEFT JOIN deal_splits s ON s.workspace_id = e.workspace_id
       AND s.id = coalesce(a.deal_split_id, e.deal_split_id)
     WHERE e.workspace_id = current_workspace() AND e.deal_id = $1::bigint
       AND e.position > $2 AND e.position <= $3 AND ($4::text IS NULL OR e.kind = $4)
       AND ($5::integer[] IS NULL OR coalesce(a.deal_split_id, e.deal_split_id) = ANY($5))
     ORDER BY e.position, nullif(a.deal_split_id, 0) NULLS LAST`,
    [dealId, after, until, kind ?? null, splits],
  )
}
