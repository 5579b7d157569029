import type { Tx } from '../../platform/database/db.ts'
import { findEscalationTarget } from './escalation.sql.ts'

/** Who gets late obligations; null if the workspace has nobody for it. */
export const escalationTarget = async (tx: Tx): Promise<number | null> =>
  (await findEscalationTarget(tx)) ?? null
