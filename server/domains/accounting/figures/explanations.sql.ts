import type { EntryKind } from '../../../../contract/accounting/accounting.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { EntrySum } from './explanations.rules.ts'

/** A reversal adds to the figure of the entry that it cancels. */
const FIGURE_OF_PART = `CASE coalesce(o.kind, e.kind) WHEN 'commission_collected' THEN 'collectedMinor'
  ELSE 'clawbackShareMinor' END`
/** A draw counts as drawn from its request on, so paying it changes no figure. */
const DRAWING = `'draw_requested', 'draw_voided'`
const DRAWN = `CASE WHEN e.kind = 'draw_requested' THEN e.amount_minor ELSE -e.amount_minor END`

/** The sums of a split's entries after a position and up to another, by figure and kind. They do not use the stored sums. */
export function sumEntries(
  tx: Tx,
  dealId: number,
  splitId: number,
  after: number,
  until: number,
): Promise<EntrySum[]> {
  return tx.run(
    `SELECT ${FIGURE_OF_PART} AS figure, e.kind, sum(a.amount_minor)::bigint AS "amountMinor",
       count(*) AS "entryCount"
     FROM deal_allocations a
     JOIN deal_entries e ON e.workspace_id = a.workspace_id AND e.deal_id = a.deal_id
       AND e.position = a.position
     LEFT JOIN deal_entries o ON o.workspace_id = e.workspace_id AND o.id = e.reverses_id
     WHERE a.workspace_id = current_workspace() AND a.deal_id = $1 AND a.deal_split_id = $2
       AND a.position > $3 AND a.position <= $4
     GROUP BY 1, 2
     UNION ALL
     SELECT 'drawnMinor', e.kind, sum(${DRAWN})::bigint, count(*)
     FROM deal_entries e
     WHERE e.workspace_id = current_workspace() AND e.deal_id = $1 AND e.deal_split_id = $2
       AND e.kind IN (${DRAWING}) AND e.position > $3 AND e.position <= $4
     GROUP BY 2`,
    [dealId, splitId, after, until],
  )
}

/** An entry, the figure of a split that it changes, and by how much. */
export interface AddingEntry {
  id: string
  position: number
  kind: EntryKind
  occurredAt: Date
  createdAt: Date
  amountMinor: number
  figure: EntrySum['figure']
  adds: number
}

const POSITION_AFTER = `coalesce((SELECT seen.position FROM deal_entries seen
  WHERE seen.workspace_id = current_workspace() AND seen.deal_id = $1 AND seen.id = $3::uuid), 0)`

/** The entries after the entry `after` with a position ≤ `until`, in order. */
export function listAdding(
  tx: Tx,
  dealId: number,
  splitId: number,
  { after, until, limit }: { after: string | null; until: number; limit: number },
): Promise<AddingEntry[]> {
  return tx.run(
    `SELECT e.id, e.position, e.kind, e.occurred_at AS "occurredAt", e.created_at AS "createdAt",
       e.amount_minor AS "amountMinor", coalesce(p.part, ${DRAWN}) AS adds,
       CASE WHEN p.part IS NULL THEN 'drawnMinor' ELSE ${FIGURE_OF_PART} END AS figure
     FROM (
       (SELECT position, amount_minor AS part FROM deal_allocations
        WHERE workspace_id = current_workspace() AND deal_id = $1 AND deal_split_id = $2
          AND position > ${POSITION_AFTER} AND position <= $4 ORDER BY position LIMIT $5)
       UNION ALL
       (SELECT position, NULL FROM deal_entries
        WHERE workspace_id = current_workspace() AND deal_id = $1 AND deal_split_id = $2
          AND kind IN (${DRAWING}) AND position > ${POSITION_AFTER} AND position <= $4
        ORDER BY position LIMIT $5)
     ) p
     JOIN deal_entries e ON e.workspace_id = current_workspace() AND e.deal_id = $1
       AND e.position = p.position
     LEFT JOIN deal_entries o ON o.workspace_id = e.workspace_id AND o.id = e.reverses_id
     ORDER BY e.position LIMIT $5`,
    [dealId, splitId, after, until, limit],
  )
}
