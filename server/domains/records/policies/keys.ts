import type { KeyScope } from '../../../../contract/language/operation.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Port } from '../../../platform/port.ts'

/** What records need to know about the keys of boards and pages. */
export interface Keys {
  /** The scopes of a key of the definition; undefined if it is revoked or belongs to another definition. */
  findScopes(tx: Tx, definitionId: string, keyId: string): Promise<KeyScope[] | undefined>
  /** All keys of a definition, including revoked ones, in the form in which rows name them: `key:<id>`. */
  listRefs(tx: Tx, definitionId: string): Promise<string[]>
}

export const keys = new Port<Keys>('keys')

export const findKeyScopes: Keys['findScopes'] = (tx, definitionId, keyId) =>
  keys.filled.findScopes(tx, definitionId, keyId)

export const listKeyRefs: Keys['listRefs'] = (tx, definitionId) =>
  keys.filled.listRefs(tx, definitionId)
