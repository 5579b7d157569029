import type { Actor } from '../../../platform/actor.ts'
import { unrestricted } from '../../policies/columns.rules.ts'
import type { CellValue } from '../cells/column.ts'
import { ownIdOf } from '../cells/references.ts'
import {
  type Column,
  type Definition,
  type DefinitionView,
  type StoredCells,
  viewOf,
} from '../definitions/definition.rules.ts'

/** What requests and files call the sender's own id of a record. */
export const OWN_ID = 'external_id'

/** The own ids of a page's rows as a unique column, for files, which have them beside cells. No cell is stored for it. */
export const ownIdColumn: Column = {
  id: OWN_ID,
  slot: -1,
  key: OWN_ID,
  name: 'External ID',
  type: 'text',
  description: '',
  position: 0,
  required: false,
  unique: true,
  readOnly: false,
  settings: {},
  policy: unrestricted,
}

/** A page as somebody sees it, with the own id as its last column; a column with that key takes its place. */
export function viewWithOwnId(definition: Definition, actor: Actor): DefinitionView {
  const view = viewOf(definition, actor)
  if (definition.kind !== 'page' || view.find(OWN_ID)) return view
  const columns = [...definition.columns, ownIdColumn]
  // Storing and linking go by the definition, which has no such column.
  return { ...viewOf({ ...definition, columns }, actor), definition }
}

/** The own id among planned cells. */
export const ownIdIn = (cells: StoredCells): string | undefined => ownIdOf(cells[ownIdColumn.slot])

export function withoutOwnId(cells: StoredCells): StoredCells {
  const { [ownIdColumn.slot]: _, ...others } = cells as Record<string | number, CellValue>
  return others
}
