import type { Tx } from '../../platform/database/db.ts'
import { listMoneyRows } from '../records/trash/money-rows.ts'
import { stampOf } from './stamps.rules.ts'

/** The rows that a run made and an undo keeps for their money. */
export async function moneyRowsOf(
  tx: Tx,
  definitionId: string,
  run: Parameters<typeof stampOf>[0],
): Promise<string[]> {
  const whole = stampOf(run)
  return whole ? listMoneyRows(tx, definitionId, whole) : []
}
