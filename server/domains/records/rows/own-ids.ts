import type { Tx } from '../../../platform/database/tx.ts'
import { Port } from '../../../platform/port.ts'

/** The row of a page that has one of the sender's own ids. A row in the trash has it until another row takes it. */
export interface OwnIdHolder {
  externalId: string
  rowId: string
  trashed: boolean
}

/** The domain that stores senders' own ids. */
export interface OwnIdKeeper {
  find(tx: Tx, definitionId: string, externalIds: readonly string[]): Promise<OwnIdHolder[]>
  /** Gives new rows of a page their own ids. */
  claim(tx: Tx, definitionId: string, rows: readonly { externalId: string; rowId: string }[]): void
}

export const ownIds = new Port<OwnIdKeeper>('own ids')

export const findOwnIds: OwnIdKeeper['find'] = (tx, definitionId, externalIds) =>
  ownIds.filled.find(tx, definitionId, externalIds)

export const claimOwnIds: OwnIdKeeper['claim'] = (tx, definitionId, rows) =>
  ownIds.filled.claim(tx, definitionId, rows)
