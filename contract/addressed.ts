import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { closed, uuid } from './common.ts'

/** Where the definition-bound routes hang: boards by id, any definition by key. */
export type DefinitionBase = '/v1/boards/{id}' | '/v1/definitions/{key}'
/** The path parameters of those routes: one of the two is there. */
export type DefinitionAddress = { id?: string; key?: string }

/** The path parameters under a base, and more. */
export function addressed<P extends TProperties>(base: DefinitionBase, more: P) {
  const address =
    base === '/v1/boards/{id}' ? { id: uuid() } : { key: Type.String({ maxLength: 64 }) }
  return Type.Unsafe<DefinitionAddress & Static<TObject<P>>>(closed({ ...address, ...more }))
}
