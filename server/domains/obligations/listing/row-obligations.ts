import type { Tx } from '../../../platform/database/tx.ts'
import type { Moment } from '../../../platform/http/cursor.ts'
import * as sql from './row-obligations.sql.ts'

/** The acts on the obligations of a row before that moment, newest first. */
export async function obligationsOfRow(tx: Tx, rowId: string, before: Moment, limit: number) {
  const found = await sql.listOfRow(tx, rowId, before, limit)
  return found.map((entry) => ({
    id: entry.id,
    atUs: entry.at_us,
    at: entry.at.toISOString(),
    actor: entry.actor,
    obligation: {
      obligationId: entry.obligation_id,
      title: entry.title,
      action: entry.action,
      status: entry.status,
      reason: entry.reason,
    },
  }))
}
