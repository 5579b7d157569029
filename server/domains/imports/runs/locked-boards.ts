import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Definition } from '../../records/definitions/definition.rules.ts'
import { lockDefinition } from '../../records/definitions/locate.ts'

/** A board or page under its lock; undefined if it was deleted. */
export const findLocked = (tx: Tx, id: string): Promise<Definition | undefined> =>
  lockDefinition(tx, id).catch((error) => {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  })
