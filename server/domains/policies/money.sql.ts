import type { MoneyVisibleTo } from '../../../contract/workspaces/money-visibility.ts'
import type { Tx } from '../../platform/database/tx.ts'

/** Whom the workspace shows money to. */
export async function findMoneyVisibility(tx: Tx): Promise<MoneyVisibleTo> {
  const [found] = await tx.run<{ visibleTo: MoneyVisibleTo }>(
    `SELECT coalesce(money_visible_to, 'everyone') AS "visibleTo"
     FROM workspaces WHERE id = current_workspace()`,
  )
  return found!.visibleTo
}
