import type { Tx } from '../../../platform/database/tx.ts'
import { notFound } from '../../../platform/refusal.ts'
import * as family from './obligation-family.sql.ts'
import { lockObligations, type ObligationRow } from './obligations.sql.ts'

// A change locks the obligations that it depends on, in the order of their ids. It looks up which those are, locks
// them, and looks again under the lock. If there are others then, it starts over.
// A child is opened only while its parent is locked, so a transaction that holds the parent knows its open children.

/** @throws Refusal not_found */
export async function lockOne(tx: Tx, id: number): Promise<ObligationRow> {
  return rowOf(await lockObligations(tx, [id]), id)
}

/**
 * Locks an obligation and its parent.
 *
 * @throws Refusal not_found
 */
export async function lockWithParent(
  tx: Tx,
  id: number,
): Promise<{ row: ObligationRow; parent: ObligationRow | undefined }> {
  for (let parentId = await family.findParentId(tx, id); ; ) {
    const locked = await lockObligations(tx, parentId === null ? [id] : [id, parentId])
    const row = rowOf(locked, id)
    if (row.parentObligationId === parentId) {
      return { row, parent: locked.find((other) => other.id === parentId) }
    }
    parentId = row.parentObligationId
  }
}

/**
 * Locks an obligation and the open ones below it, and returns those in the order of their ids.
 *
 * @throws Refusal not_found
 */
export async function lockTree(
  tx: Tx,
  id: number,
): Promise<{ row: ObligationRow; below: ObligationRow[] }> {
  for (let ids = await family.listOpenDescendants(tx, id); ; ) {
    const locked = await lockObligations(tx, [id, ...ids])
    const row = rowOf(locked, id)
    const held = new Set(ids)
    ids = await family.listOpenDescendants(tx, id)
    if (ids.every((below) => held.has(below))) {
      const open = new Set(ids)
      return { row, below: locked.filter((other) => open.has(other.id)) }
    }
  }
}

/**
 * Locks an obligation, its new parent and everything above that, so that two moves at once cannot form a circle.
 *
 * @throws Refusal not_found
 */
export async function lockWithLineage(
  tx: Tx,
  id: number,
  parentId: number,
): Promise<{ row: ObligationRow; parent: ObligationRow; isCircle: boolean }> {
  for (let ids = await family.listLineage(tx, parentId); ; ) {
    const locked = await lockObligations(tx, [id, ...ids])
    const row = rowOf(locked, id)
    const held = new Set(ids)
    ids = await family.listLineage(tx, parentId)
    if (ids.every((above) => held.has(above))) {
      return { row, parent: rowOf(locked, parentId), isCircle: ids.includes(id) }
    }
  }
}

function rowOf(locked: readonly ObligationRow[], id: number): ObligationRow {
  const row = locked.find((other) => other.id === id)
  if (!row) throw notFound()
  return row
}
