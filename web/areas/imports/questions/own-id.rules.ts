import type { Data } from '../../../service/api.ts'

type Definition = Data<'definitions.get'>

export const OWN_ID = 'external_id'

/** A page with its records’ own ids as the last column, which a file can fill like the others. */
export function withOwnId(definition: Definition): Definition {
  const { kind, columns } = definition
  if (kind !== 'page' || columns.some(({ key }) => key === OWN_ID)) return definition
  const ownId = {
    id: OWN_ID,
    key: OWN_ID,
    name: 'External ID',
    type: 'text',
    unique: true,
    required: false,
    readOnly: false,
    settings: {},
  }
  return { ...definition, columns: [...columns, ownId as Definition['columns'][number]] }
}
