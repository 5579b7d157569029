import type { Tx } from '../../../platform/database/db.ts'
import { listActivePeople, type Person } from './people.sql.ts'

export type { Person }

/** Those who have an active seat in this workspace: whom a cell may name. */
export const listPeople = (tx: Tx): Promise<Person[]> => listActivePeople(tx)
