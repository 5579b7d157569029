import { type ColumnPolicy, unrestricted } from '../../policies/columns.rules.ts'
import type { Column, Definition } from '../../records/definitions/definition.rules.ts'

const nobody = { mode: 'roles', roles: [], accountIds: [], teamIds: [] } as const
const closedToIt: ColumnPolicy = {
  visibleTo: { ...nobody, roles: [], accountIds: [], teamIds: [] },
  editableBy: { ...nobody, roles: [], accountIds: [], teamIds: [] },
}

/**
 * A definition's columns as a form, an address or a hook writes them: it can write the columns with these ids, whatever their
 * policies, adds no options, and sees no other.
 *
 * @param required the ids of columns that it must have, besides those that every row must have.
 */
export function arrivalColumns(
  { columns }: Pick<Definition, 'columns'>,
  ids: readonly string[],
  required: readonly string[],
): Column[] {
  const open = new Set(ids)
  return columns.map((column) => ({
    ...column,
    required: column.required || required.includes(column.id),
    // Options are the desk's own.
    settings: { ...column.settings, allowNewOptions: false },
    policy: open.has(column.id) ? unrestricted : closedToIt,
  }))
}
