import type { Definition, GridState } from '../../list/types.ts'
import { gridFields } from '../state/grid-state.rules.ts'

/** The export of what the grid shows. */
export function exportQuery(
  definition: Pick<Definition, 'columns'>,
  state: GridState,
  format: 'csv' | 'xlsx',
) {
  const { filter, sort, search } = state
  const fields = gridFields(definition, state)
  return {
    format,
    ...(filter ? { filter: JSON.stringify(filter) } : {}),
    ...(sort.length > 0 ? { sort: sort.join(',') } : {}),
    ...(search ? { search } : {}),
    ...(fields ? { fields: fields.join(',') } : {}),
  }
}
