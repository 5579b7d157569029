import type { Tx } from '../../../platform/database/tx.ts'
import type { SavedQuery } from './saved-views.rules.ts'

export interface SavedViewRow {
  id: string
  name: string
  kind: 'grid' | 'kanban' | 'calendar'
  private: boolean
  position: number
  query: SavedQuery
  created_by: string
  created_at: Date
  updated_at: Date
}

/** Whose views a person's or a token's own are: those made in one of the names, or by a token of the seat. */
export interface Owner {
  names: readonly string[]
  /** Null for what has no seat, and for a token, whose names are all of it. */
  seat: number | null
}

/** Whether a view is an owner's, whose names are $2 and whose seat is $3. */
const OWNED = `(created_by = ANY ($2::text[]) OR created_by IN (SELECT 'token:' || t.id FROM api_tokens t
  WHERE t.workspace_id = current_workspace() AND t.crm_user_id = $3::integer))`

const VIEW = 'id, name, kind, private, position, query, created_by, created_at, updated_at'

/** Shared views and the owner's, in order, after a place. */
export function listViews(
  tx: Tx,
  definitionId: string,
  owner: Owner,
  after: { position: number; id: string | null },
  limit: number,
): Promise<SavedViewRow[]> {
  return tx.run(
    `SELECT ${VIEW} FROM saved_views WHERE workspace_id = current_workspace() AND definition_id = $1
       AND (NOT private OR ${OWNED})
       AND ($5::uuid IS NULL OR (position, id) > ($4::integer, $5::uuid))
     ORDER BY position, id LIMIT $6`,
    [definitionId, owner.names, owner.seat, after.position, after.id, limit],
  )
}

export async function findView(
  tx: Tx,
  definitionId: string,
  id: string,
  owner: Owner,
): Promise<(SavedViewRow & { own: boolean }) | undefined> {
  const [row] = await tx.run<SavedViewRow & { own: boolean }>(
    `SELECT ${VIEW}, ${OWNED} AS own FROM saved_views WHERE workspace_id = current_workspace() AND definition_id = $1
       AND id = $4 AND (NOT private OR ${OWNED})`,
    [definitionId, owner.names, owner.seat, id],
  )
  return row
}

export type SavedView = Pick<SavedViewRow, 'id' | 'name' | 'kind' | 'private' | 'query'> & {
  /** Null puts it last. */
  position: number | null
}

export async function insertView(
  tx: Tx,
  definitionId: string,
  view: SavedView,
  createdBy: string,
): Promise<SavedViewRow> {
  const [row] = await tx.run<SavedViewRow>(
    `INSERT INTO saved_views (workspace_id, id, definition_id, name, kind, private, query, created_by, position)
     SELECT current_workspace(), $2, $1, $3, $4, $5, $6, $7,
       coalesce($8::integer, (SELECT coalesce(max(position) + 1, 0) FROM saved_views
         WHERE workspace_id = current_workspace() AND definition_id = $1))
     RETURNING ${VIEW}`,
    [
      definitionId,
      view.id,
      view.name,
      view.kind,
      view.private,
      JSON.stringify(view.query),
      createdBy,
      view.position,
    ],
  )
  return row!
}

export async function updateView(tx: Tx, view: SavedView): Promise<SavedViewRow> {
  const [row] = await tx.run<SavedViewRow>(
    `UPDATE saved_views SET name = $2, kind = $3, private = $4, query = $5, position = $6, updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1 RETURNING ${VIEW}`,
    [view.id, view.name, view.kind, view.private, JSON.stringify(view.query), view.position],
  )
  return row!
}

export function deleteView(tx: Tx, id: string): Promise<unknown> {
  return tx.run('DELETE FROM saved_views WHERE workspace_id = current_workspace() AND id = $1', [
    id,
  ])
}

/** How many views a definition has, including everybody's private ones. */
export async function countViews(tx: Tx, definitionId: string): Promise<number> {
  const [row] = await tx.run<{ count: number }>(
    `SELECT count(*) AS count FROM saved_views
     WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [definitionId],
  )
  return row!.count
}
