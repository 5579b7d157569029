import type { Tx } from '../../../platform/database/tx.ts'
import { Port } from '../../../platform/port.ts'

/** The rows that an import run stamped, between two positions, both included. */
export interface Stamp {
  runId: string
  from: number
  to: number
}

/**
 * The ids of rows outside the trash that have posted money. An undo keeps them: they go to the trash only if somebody
 * deletes them by hand. Expected money does not count; reversed money does, because it stays in the books.
 */
export type ListMoneyRows = (tx: Tx, definitionId: string, stamp: Stamp) => Promise<string[]>

export const moneyRows = new Port<ListMoneyRows>('rows with posted money')

export const listMoneyRows: ListMoneyRows = (tx, definitionId, stamp) =>
  moneyRows.filled(tx, definitionId, stamp)
