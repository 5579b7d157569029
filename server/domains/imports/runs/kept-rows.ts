import type { Tx } from '../../../platform/database/tx.ts'
import { listMoneyRows } from '../../records/trash/money-rows.ts'
import { stampsOf, type Written } from './stamps.rules.ts'

/** The rows that a run made and an undo keeps for their money. */
export async function moneyRowsOf(tx: Tx, run: Written): Promise<string[]> {
  const kept: string[] = []
  for (const { definitionId, ...stamp } of stampsOf(run)) {
    kept.push(...(await listMoneyRows(tx, definitionId, stamp)))
  }
  return kept
}
