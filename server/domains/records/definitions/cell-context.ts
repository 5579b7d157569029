import type { Tx } from '../../../platform/database/db.ts'
import { listPeople } from '../../workspaces/people.ts'
import type { CellContext } from '../cells/column.ts'
import type { Definition } from './definition.rules.ts'

/** What cells are read against; people are looked up only where a column holds them. */
export async function cellContext(tx: Tx, definition: Definition): Promise<CellContext> {
  return contextWithoutPeople(definition) ?? { ...definition.locale, people: await listPeople(tx) }
}

/** The context of a definition without person columns: needs no look-up. */
export const contextWithoutPeople = (definition: Definition): CellContext | undefined =>
  definition.columns.some((column) => column.type === 'person')
    ? undefined
    : { ...definition.locale, people: [] }
