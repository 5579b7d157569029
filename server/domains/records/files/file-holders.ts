import type { Tx } from '../../../platform/database/db.ts'
import { Port } from '../../../platform/port.ts'

/** A domain that holds on to files, as cells do. */
export interface FileHolder {
  /** Which of these files every seat may read for its sake. */
  listShared(tx: Tx, fileIds: readonly string[]): Promise<string[]>
  /** Which of these files it holds: they are not purged. It never lets go of a file. */
  listHeld(tx: Tx, fileIds: readonly string[]): Promise<string[]>
}

export const fileHolders = new Port<readonly FileHolder[]>('file holders')

export const sharedAmong = (tx: Tx, fileIds: readonly string[]): Promise<Set<string>> =>
  union(fileHolders.filled.map((holder) => holder.listShared(tx, fileIds)))

export const heldAmong = (tx: Tx, fileIds: readonly string[]): Promise<Set<string>> =>
  union(fileHolders.filled.map((holder) => holder.listHeld(tx, fileIds)))

const union = async (lists: readonly Promise<string[]>[]): Promise<Set<string>> =>
  new Set((await Promise.all(lists)).flat())
