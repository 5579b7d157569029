import type { Tx } from '../../../platform/database/tx.ts'
import { Port } from '../../../platform/port.ts'

/** What tokens need to know about boards and pages. */
export interface KnownDefinitions {
  /** Of these keys, the boards and pages that there are. */
  findByKeys(tx: Tx, keys: readonly string[]): Promise<{ id: string; key: string }[]>
  /** Of these ids, the boards and pages that are not deleted. */
  findByIds(tx: Tx, ids: readonly string[]): Promise<{ id: string; key: string }[]>
}

export const knownDefinitions = new Port<KnownDefinitions>('boards and pages')
