import { keyRef } from '../../platform/actor.ts'
import type { Keys } from '../records/policies/keys.ts'
import { findKey, listKeyIds } from './keys.sql.ts'

/** The keys as records must know them: an admin may see a board as one of them does. */
export const knownKeys: Keys = {
  async findScopes(tx, definitionId, keyId) {
    const key = await findKey(tx, definitionId, keyId)
    return key && !key.revoked_at ? key.scopes : undefined
  },
  listRefs: async (tx, definitionId) => (await listKeyIds(tx, definitionId)).map(keyRef),
}
