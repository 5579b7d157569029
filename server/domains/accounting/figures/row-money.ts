import type { Tx } from '../../../platform/database/tx.ts'
import type { Moment } from '../../../platform/http/cursor.ts'
import { dealsSeen, type MoneySight, splitsSeen } from '../../policies/money.rules.ts'
import type { ListMoneyRows } from '../../records/trash/money-rows.ts'
import { entryOut } from './projection.rules.ts'
import * as sql from './row-money.sql.ts'

/** The entries of a row's deals from before a moment, newest first. */
export async function moneyOfRow(
  tx: Tx,
  sight: MoneySight,
  rowId: string,
  before: Moment,
  limit: number,
) {
  const found = await sql.listOfRow(tx, rowId, splitsSeen(sight), before, limit)
  return found.map(({ dealName, currency, atUs, ...record }) => {
    const entry = entryOut(sight, record)
    return {
      id: entry.id,
      atUs,
      at: entry.createdAt,
      actor: entry.createdBy,
      money: { dealName, currency, entry },
    }
  })
}

/** Whether the row has a deal that the reader sees. */
export const rowHasDeal = (tx: Tx, sight: MoneySight, rowId: string): Promise<boolean> =>
  sql.hasDeal(tx, rowId, dealsSeen(sight))

/** The rows that undoing an import keeps because their deals have money. */
export const rowsWithMoney: ListMoneyRows = sql.listRowsWithMoney
