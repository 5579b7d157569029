import { holdsRole, keyRef } from '../../../platform/actor.ts'
import type { SenderNamer } from '../../records/exports/senders.ts'
import { listKeyNames } from './keys.sql.ts'

/** Keys have names only for people who can list them. */
export const keyNames: SenderNamer = async (tx, actor, definitionId) => {
  if (!holdsRole(actor, 'admin')) return []
  const keys = await listKeyNames(tx, definitionId)
  return keys.map(({ id, name }) => ({ ref: keyRef(id), name }))
}
