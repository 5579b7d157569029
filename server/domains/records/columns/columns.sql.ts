import type { Tx } from '../../../platform/database/tx.ts'
import type { ColumnSettings } from '../cells/column.ts'
import { raiseVersion } from '../definitions/definitions.sql.ts'

export interface NewColumn {
  id: string
  definitionId: string
  key: string
  name: string
  type: string
  description: string
  required: boolean
  unique: boolean
  settings: ColumnSettings
}

/** Gives the column the definition's next slot and puts it last. */
export function insertColumn(tx: Tx, column: NewColumn): Promise<unknown> {
  raiseVersion(tx, column.definitionId)
  return tx.run(
    `WITH slotted AS (
       UPDATE definitions SET next_slot = next_slot + 1, updated_at = now()
       WHERE workspace_id = current_workspace() AND id = $2 RETURNING workspace_id, next_slot - 1 AS slot)
     INSERT INTO columns (workspace_id, id, definition_id, slot, key, name, type, description,
       required, "unique", settings, position)
     SELECT workspace_id, $1, $2, slot, $3, $4, $5, $6, $7, $8, $9, slot FROM slotted
     RETURNING 1`,
    [
      column.id,
      column.definitionId,
      column.key,
      column.name,
      column.type,
      column.description,
      column.required,
      column.unique,
      JSON.stringify(column.settings),
    ],
  )
}

export function updateColumn(
  tx: Tx,
  id: string,
  change: {
    name?: string
    description?: string
    required?: boolean
    unique?: boolean
    settings?: ColumnSettings
  },
): Promise<unknown> {
  return tx.run(
    `UPDATE columns SET name = coalesce($2, name), description = coalesce($3, description),
       required = coalesce($4, required), "unique" = coalesce($5, "unique"),
       settings = coalesce($6, settings), updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [
      id,
      change.name ?? null,
      change.description ?? null,
      change.required ?? null,
      change.unique ?? null,
      change.settings ? JSON.stringify(change.settings) : null,
    ],
  )
}

export function deleteColumn(tx: Tx, id: string, by: string): Promise<unknown> {
  return tx.run(
    `UPDATE columns SET deleted_at = now(), deleted_by = $2
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, by],
  )
}

/** A slot's stored cells after position `after`, in order: a column that becomes unique must check them. */
export function listSlot(
  tx: Tx,
  definitionId: string,
  slot: number,
  after: number,
  limit: number,
): Promise<{ id: string; position: number; value: unknown }[]> {
  return tx.run(
    `SELECT id, position, cells -> $2::text AS value FROM rows
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND position > $3
       AND deleted_at IS NULL AND cells ? $2::text
     ORDER BY position LIMIT $4`,
    [definitionId, String(slot), after, limit],
  )
}

/** Places the columns in the order of `ids`, from 1. */
export function placeColumns(tx: Tx, ids: readonly string[]): void {
  tx.queue(
    `UPDATE columns c SET position = o.place, updated_at = now()
     FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, place)
     WHERE c.workspace_id = current_workspace() AND c.id = o.id`,
    [ids],
  )
}
