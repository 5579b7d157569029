import type { Tx } from '../../../platform/database/tx.ts'

export interface Person {
  crmUserId: number
  name: string
  email: string
}

export function listActivePeople(tx: Tx): Promise<Person[]> {
  return tx.run<Person>(
    `SELECT crm_user_id AS "crmUserId", name, email FROM seats
     WHERE workspace_id = current_workspace() AND status = 'active' ORDER BY crm_user_id`,
  )
}
