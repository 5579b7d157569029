import type { Scope } from '../../../../shared/token-scopes.ts'
import { type Actor, hasScope } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Port } from '../../../platform/port.ts'

/** A domain that holds files, as cells do. */
export interface FileHolder {
  /** What a token needs, besides the scope of files, to read what this domain shares. */
  scope?: Scope
  /** Which of these files every seat can read because this domain shares them. */
  listShared(tx: Tx, fileIds: readonly string[]): Promise<string[]>
  /** Which of these files it holds, so that they are not purged. It holds a file for good. */
  listHeld(tx: Tx, fileIds: readonly string[]): Promise<string[]>
}

export const fileHolders = new Port<readonly FileHolder[]>('file holders')

export const sharedAmong = (
  tx: Tx,
  actor: Actor,
  fileIds: readonly string[],
): Promise<Set<string>> =>
  union(
    fileHolders.filled
      .filter(({ scope }) => scope === undefined || hasScope(actor, scope))
      .map((holder) => holder.listShared(tx, fileIds)),
  )

export const heldAmong = (tx: Tx, fileIds: readonly string[]): Promise<Set<string>> =>
  union(fileHolders.filled.map((holder) => holder.listHeld(tx, fileIds)))

const union = async (lists: readonly Promise<string[]>[]): Promise<Set<string>> =>
  new Set((await Promise.all(lists)).flat())
