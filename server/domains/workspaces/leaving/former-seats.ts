import { why } from '../../../../contract/refusals/reasons.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { invalid } from '../../../platform/refusal.ts'
import * as sql from './leaving.sql.ts'

/**
 * The numbers of seats that an earlier release removed without keeping whose they were.
 *
 * @param name what the person was called then; null for anybody.
 */
export async function unknownSeats(tx: Tx, name: string | null): Promise<number[]> {
  const known = new Set((await sql.listFormer(tx)).map(({ crmUserId }) => crmUserId))
  const removed = await sql.listRemoved(tx, name)
  return removed.map(({ crmUserId }) => crmUserId).filter((crmUserId) => !known.has(crmUserId))
}

/** Says whose such a seat was. @throws Refusal invalid_request if it is none of those. */
export async function claimSeat(
  tx: Tx,
  { slug, crmUserId }: { slug: string; crmUserId: number },
  accountId: string,
): Promise<void> {
  const isUnknown = (await unknownSeats(tx, null)).includes(crmUserId)
  if (!isUnknown) throw invalid('seat', why('no_removed_seat', { sent: `${slug}:${crmUserId}` }))
  sql.rememberSeat(tx, crmUserId, accountId)
}
