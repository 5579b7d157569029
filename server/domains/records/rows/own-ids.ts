import type { Tx } from '../../../platform/database/db.ts'
import { Port } from '../../../platform/port.ts'

/** A sender's own id for a row of a page. */
export interface OwnId {
  definitionId: string
  externalId: string
}

/** The domain that stores senders' own ids. */
export interface OwnIdKeeper {
  find(tx: Tx, ids: readonly OwnId[]): Promise<(OwnId & { rowId: string; trashed: boolean })[]>
  /** Gives new rows of a page their own ids. */
  claim(tx: Tx, definitionId: string, rows: readonly { externalId: string; rowId: string }[]): void
}

export const ownIds = new Port<OwnIdKeeper>('own ids')

export const findOwnIds: OwnIdKeeper['find'] = (tx, ids) => ownIds.filled.find(tx, ids)

export const claimOwnIds: OwnIdKeeper['claim'] = (tx, definitionId, rows) =>
  ownIds.filled.claim(tx, definitionId, rows)
