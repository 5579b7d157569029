import { keyRef } from '../../../platform/actor.ts'
import type { Keys } from '../../records/policies/keys.ts'
import { findKey, listKeyIds } from './keys.sql.ts'

/** Tells records about keys, so that an admin can see a board as one of its keys does. */
export const knownKeys: Keys = {
  async findScopes(tx, definitionId, keyId) {
    const key = await findKey(tx, definitionId, keyId)
    return key && !key.revoked_at && !key.has_expired ? key.scopes : undefined
  },
  listRefs: async (tx, definitionId) => (await listKeyIds(tx, definitionId)).map(keyRef),
}
