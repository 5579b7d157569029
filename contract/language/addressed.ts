import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { MOST_KEY_CHARS } from '../../shared/limits.ts'
import { closed, uuid } from './common.ts'
import { parameter } from './named.ts'

/** The paths of boards and pages: boards by id, boards and pages by key. */
export type DefinitionBase = '/v1/boards/{id}' | '/v1/definitions/{key}'
/** The path parameters of those routes. One of the two is set. */
export type DefinitionAddress = { id?: string; key?: string }

/** The path parameters of a base, with more of an operation's own. */
export function addressed<P extends TProperties>(base: DefinitionBase, more: P) {
  const address = base === '/v1/boards/{id}' ? { id: boardId } : { key: definitionKey }
  return Type.Unsafe<DefinitionAddress & Static<TObject<P>>>(closed({ ...address, ...more }))
}

const boardId = parameter('BoardId', uuid('The board’s id.'))
export const definitionKey = parameter(
  'DefinitionKey',
  Type.String({ maxLength: MOST_KEY_CHARS, description: 'The key of the board or page.' }),
)

/** The path parameter that names a column. */
export const column = parameter(
  'ColumnRef',
  Type.String({ maxLength: MOST_KEY_CHARS, description: 'The column’s id or key.' }),
)
/** The path parameter that names a row. */
export const rowId = parameter('RowId', uuid('The row’s id.'))
/** The path parameter that names an import run. */
export const runId = parameter('ImportRunId', uuid('The import run’s id.'))
/** The path parameter that names a key. */
export const keyId = parameter('KeyId', uuid('The key’s id. It is not the secret.'))
