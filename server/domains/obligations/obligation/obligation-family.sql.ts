import type { Tx } from '../../../platform/database/tx.ts'

export async function findParentId(tx: Tx, id: number): Promise<number | null> {
  const [found] = await tx.run<{ parentId: number | null }>(
    `SELECT parent_id AS "parentId" FROM obligations
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
  return found?.parentId ?? null
}

export async function listOpenChildren(tx: Tx, id: number, limit: number): Promise<number[]> {
  const found = await tx.run<{ id: number }>(
    `SELECT id FROM obligations
     WHERE workspace_id = current_workspace() AND parent_id = $1 AND closed_at IS NULL
     ORDER BY id LIMIT $2`,
    [id, limit],
  )
  return found.map((child) => child.id)
}

/** The open obligations below one, at any depth, including those under closed ones. */
export async function listOpenDescendants(tx: Tx, id: number): Promise<number[]> {
  const found = await tx.run<{ id: number }>(
    `WITH RECURSIVE below AS (
       SELECT id, closed_at FROM obligations
       WHERE workspace_id = current_workspace() AND parent_id = $1
       UNION
       SELECT o.id, o.closed_at FROM below
       JOIN obligations o ON o.workspace_id = current_workspace() AND o.parent_id = below.id)
     SELECT id FROM below WHERE closed_at IS NULL`,
    [id],
  )
  return found.map((descendant) => descendant.id)
}

/** An obligation and everything above it, up to the root. */
export async function listLineage(tx: Tx, id: number): Promise<number[]> {
  const found = await tx.run<{ id: number }>(
    `WITH RECURSIVE above AS (
       SELECT id, parent_id FROM obligations WHERE workspace_id = current_workspace() AND id = $1
       UNION
       SELECT o.id, o.parent_id FROM above
       JOIN obligations o ON o.workspace_id = current_workspace() AND o.id = above.parent_id)
     SELECT id FROM above`,
    [id],
  )
  return found.map((ancestor) => ancestor.id)
}
