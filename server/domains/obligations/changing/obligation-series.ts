import { isOpen } from '../../../../shared/obligation-states.ts'
import { nextDue } from '../../../../shared/recurrence.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { getWorkspace } from '../../workspaces/workspace/workspaces.ts'
import { placeInSeries, successorOf } from '../history/obligation-changes.rules.ts'
import { hasSuccessor, type ObligationRow, readNow } from '../obligation/obligations.sql.ts'
import { makeObligation } from './obligations.ts'

/** Makes the next of a series, unless it was made before or the series has ended. Lock `row` and `parent` first. */
export async function makeSuccessor(
  tx: Tx,
  row: ObligationRow,
  parent: ObligationRow | undefined,
): Promise<ObligationRow | undefined> {
  const { recurrenceRule, seriesStart, dueAt, seriesDueAt } = row
  if (recurrenceRule === null || !seriesStart || !dueAt || !seriesDueAt) return undefined
  if (await hasSuccessor(tx, row.id)) return undefined
  const { timeZone } = await getWorkspace(tx)
  const after = placeInSeries({ dueAt, seriesDueAt })
  const next = nextDue(recurrenceRule, seriesStart, after, timeZone)
  if (!next) return undefined
  const isUnderParent = parent !== undefined && isOpen(parent.status)
  const createdAt = await readNow(tx)
  return makeObligation(tx, successorOf(row, { dueAt: next, createdAt, isUnderParent }), row.id)
}
