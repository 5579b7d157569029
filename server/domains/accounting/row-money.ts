import type { Moment } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db.ts'
import { entryOut } from './ledger.ts'
import * as sql from './row-money.sql.ts'

/** The entries of a row's deals, by when they were posted, newest first from before that moment. */
export async function moneyOfRow(tx: Tx, rowId: string, before: Moment, limit: number) {
  const found = await sql.listOfRow(tx, rowId, before, limit)
  return found.map(({ dealName, currency, atUs, ...record }) => {
    const entry = entryOut(record)
    return {
      ...{ id: entry.id, atUs, at: entry.createdAt, actor: entry.createdBy },
      money: { dealName, currency, entry },
    }
  })
}

/** Whether money of a deal is kept for the row. */
export const rowHasDeal = (tx: Tx, rowId: string): Promise<boolean> => sql.hasDeal(tx, rowId)
