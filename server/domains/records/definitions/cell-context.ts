import { inputOf } from '../../../../shared/column-types.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import type { CellContext } from '../cells/column.ts'
import type { Definition } from './definition.rules.ts'

/** The context in which cells are read; looks up people only if a column holds them. */
export async function cellContext(tx: Tx, definition: Definition): Promise<CellContext> {
  return contextWithoutPeople(definition) ?? { ...definition.locale, people: await listPeople(tx) }
}

/** The context of a definition without person columns: it needs no query. */
export const contextWithoutPeople = (definition: Definition): CellContext | undefined =>
  definition.columns.some((column) => inputOf(column.type) === 'person')
    ? undefined
    : { ...definition.locale, people: [] }
