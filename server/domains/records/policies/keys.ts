import type { KeyScope } from '../../../../contract/operation.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { Port } from '../../../platform/port.ts'

/** The keys of boards and pages, as records must know them. */
export interface Keys {
  /** The scopes of a key of the definition; nothing for one that is revoked or another definition's. */
  findScopes(tx: Tx, definitionId: string, keyId: string): Promise<KeyScope[] | undefined>
  /** All keys of a definition, revoked ones too, as rows name their makers: `key:<id>`. */
  listRefs(tx: Tx, definitionId: string): Promise<string[]>
}

export const keys = new Port<Keys>('keys')

export const findKeyScopes: Keys['findScopes'] = (tx, definitionId, keyId) =>
  keys.filled.findScopes(tx, definitionId, keyId)

export const listKeyRefs: Keys['listRefs'] = (tx, definitionId) =>
  keys.filled.listRefs(tx, definitionId)
