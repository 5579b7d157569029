import type { SeenMoney } from '../../../../contract/accounting/accounting.ts'
import { majorOf } from '../../../../shared/amounts.ts'
import { csvLine } from '../../records/exports/csv.rules.ts'
import { disarmed } from '../../records/exports/disarming.rules.ts'

/** An entry and one of its parts, or an entry without parts. */
export interface LedgerLine {
  /** Null if it would reveal how many other entries there are. */
  position: number | null
  id: string
  kind: string
  occurred_at: Date
  created_at: Date
  created_by: string
  /** Null if the reader sees only a part. */
  amount_minor: number | null
  reference: string | null
  reason: string | null
  notes: string | null
  draw_id: string | null
  reverses_id: string | null
  /** The split of a part (0 is the house), or of a draw. */
  deal_split_id: number | null
  party_kind: string | null
  /** The party's name or id, whatever its kind; null for the house. */
  party: string | null
  /** Null if the entry has no parts. */
  part_minor: number | null
}

const COLUMNS = [
  'position',
  'entryId',
  'kind',
  'occurredAt',
  'createdAt',
  'createdBy',
  'currency',
  'amount',
  'dealSplitId',
  'partyKind',
  'party',
  'part',
  'drawId',
  'reverses',
  'reference',
  'reason',
  'notes',
]

export const ledgerHead = csvLine(COLUMNS)

export function ledgerLine(line: SeenMoney<LedgerLine>, currency: string): string {
  const inMajor = (minor: number | null) => (minor === null ? '' : majorOf(minor, currency))
  return csvLine([
    line.position === null ? '' : String(line.position),
    line.id,
    line.kind,
    line.occurred_at.toISOString(),
    line.created_at.toISOString(),
    line.created_by,
    currency,
    inMajor(line.amount_minor),
    line.deal_split_id ? String(line.deal_split_id) : '',
    line.deal_split_id === 0 ? 'house' : (line.party_kind ?? ''),
    disarmed(line.party ?? ''),
    inMajor(line.part_minor),
    line.draw_id ?? '',
    line.reverses_id ?? '',
    ...[line.reference, line.reason, line.notes].map((text) => disarmed(text ?? '')),
  ])
}
