import type { ColumnType } from '../../../../shared/column-types.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { ColumnPolicy, PolicyPart } from '../../policies/columns.rules.ts'
import { versionSeen } from './definition.rules.ts'

/** What identifies a definition, even a deleted one; its version tells whether a cached one is still current. */
export interface DefinitionHead {
  id: string
  key: string
  kind: 'board' | 'page'
  deleted: boolean
  version: string
}

export async function listDefinitionHeads(
  tx: Tx,
  ids: readonly string[],
): Promise<DefinitionHead[]> {
  const heads = await tx.run<DefinitionHead & { version: number }>(
    `SELECT d.id, d.key, d.kind, d.deleted_at IS NOT NULL AS deleted, coalesce(n.version, 0) AS version
     FROM definitions d JOIN row_counters n ON n.workspace_id = d.workspace_id AND n.definition_id = d.id
     WHERE d.workspace_id = current_workspace() AND d.id = ANY ($1::uuid[])`,
    [ids],
  )
  return heads.map((head) => ({ ...head, version: versionSeen(head.version, tx.definitionIds) }))
}

/** Only those that are not deleted. */
export function listHeadsByKeys(
  tx: Tx,
  keys: readonly string[],
): Promise<Pick<DefinitionHead, 'id' | 'key'>[]> {
  return tx.run(
    `SELECT id, key FROM definitions
     WHERE workspace_id = current_workspace() AND key = ANY ($1::text[]) AND deleted_at IS NULL`,
    [keys],
  )
}

/** The keys of up to 500 boards and pages. */
export async function listKeys(tx: Tx): Promise<string[]> {
  const found = await tx.run<{ key: string }>(
    `SELECT key FROM definitions
     WHERE workspace_id = current_workspace() AND deleted_at IS NULL ORDER BY key LIMIT 500`,
  )
  return found.map(({ key }) => key)
}

/** What identifies a column, even a deleted one. */
export interface ColumnHead {
  id: string
  definitionId: string
  key: string
  type: ColumnType
  deleted: boolean
  visibleTo: ColumnPolicy['visibleTo'] | null
}

export function listColumnHeads(tx: Tx, ids: readonly string[]): Promise<ColumnHead[]> {
  return tx.run<ColumnHead & { visibleTo: PolicyPart | null }>(
    `SELECT c.id, c.definition_id AS "definitionId", c.key, c.type,
       c.deleted_at IS NOT NULL AS deleted, p.visible_to AS "visibleTo"
     FROM columns c
     LEFT JOIN column_policies p ON p.workspace_id = c.workspace_id AND p.column_id = c.id
     WHERE c.workspace_id = current_workspace() AND c.id = ANY ($1::uuid[])`,
    [ids],
  )
}
