import type { Tx } from '../../../platform/database/tx.ts'
import { listActivePeople, type Person } from './people.sql.ts'

export type { Person }

/** The people with an active seat here, who can be put into cells. */
export const listPeople = (tx: Tx): Promise<Person[]> => listActivePeople(tx)
