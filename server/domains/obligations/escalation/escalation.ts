import type { Tx } from '../../../platform/database/tx.ts'
import { findEscalationTarget } from './escalation.sql.ts'

/** The seat that late obligations are escalated to; null if the workspace has nobody for them. */
export const escalationTarget = async (tx: Tx): Promise<number | null> =>
  (await findEscalationTarget(tx)) ?? null
