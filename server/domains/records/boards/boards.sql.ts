import type { Tx } from '../../../platform/database/tx.ts'
import type { Locale } from '../../../platform/locale.rules.ts'
import { endVersion, raiseVersion } from '../definitions/definitions.sql.ts'
import type { Look } from '../definitions/looks.rules.ts'

/** Keeps others from making definitions until the transaction ends, so that two with one name get different keys. */
export function lockKeys(tx: Tx): void {
  tx.queue(
    "SELECT pg_advisory_xact_lock(hashtextextended('definitions ' || current_workspace(), 0))",
  )
}

export async function takenKeys(tx: Tx): Promise<string[]> {
  const rows = await tx.run<{ key: string }>(
    'SELECT key FROM definitions WHERE workspace_id = current_workspace() AND deleted_at IS NULL',
  )
  return rows.map((row) => row.key)
}

export interface NewDefinition {
  id: string
  kind: 'board' | 'page'
  key: string
  name: string
  description: string
  icon: Look['icon'] | null
  color: Look['color'] | null
  settings: Partial<Locale>
  createdBy: string
}

export function insertDefinition(tx: Tx, d: NewDefinition): Promise<unknown> {
  return tx.run(
    `WITH made AS (
       INSERT INTO definitions
         (workspace_id, id, kind, key, name, description, icon, color, settings, created_by)
       VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING workspace_id, id)
     INSERT INTO row_counters (workspace_id, definition_id) SELECT workspace_id, id FROM made
     RETURNING 1`,
    [
      d.id,
      d.kind,
      d.key,
      d.name,
      d.description,
      d.icon,
      d.color,
      JSON.stringify(d.settings),
      d.createdBy,
    ],
  )
}

export interface DefinitionChange extends Partial<Look> {
  name?: string
  description?: string
  settings?: Partial<Locale>
}

export function updateDefinition(tx: Tx, id: string, change: DefinitionChange): Promise<unknown> {
  raiseVersion(tx, id)
  return tx.run(
    `UPDATE definitions SET name = coalesce($2, name), description = coalesce($3, description),
       settings = settings || coalesce($4::jsonb, '{}'), icon = coalesce($5, icon),
       color = coalesce($6, color), updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [
      id,
      change.name ?? null,
      change.description ?? null,
      change.settings ? JSON.stringify(change.settings) : null,
      change.icon ?? null,
      change.color ?? null,
    ],
  )
}

/** Raises the versions of definitions that link to this one, since they show its name and whether it is deleted. */
export function touchLinking(tx: Tx, id: string): void {
  tx.queue(
    `UPDATE row_counters SET version = version + 1 WHERE workspace_id = current_workspace()
     AND definition_id IN (SELECT definition_id FROM columns WHERE workspace_id = current_workspace()
       AND type = 'link' AND settings ->> 'definitionId' = $1::text)`,
    [id],
  )
}

export function deleteDefinition(tx: Tx, id: string): Promise<unknown> {
  endVersion(tx, id)
  return tx.run(
    `UPDATE definitions SET deleted_at = now() WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
}
