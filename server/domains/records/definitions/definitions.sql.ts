import { type ColumnType, isComputed } from '../../../../shared/column-types.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Locale } from '../../../platform/locale.rules.ts'
import type { ColumnPolicy, PolicyPart } from '../../policies/columns.rules.ts'
import { unrestricted } from '../../policies/columns.rules.ts'
import type { ColumnSettings, Linked } from '../cells/column.ts'
import { type Column, type Definition, versionSeen } from './definition.rules.ts'
import { defaultLook, type Look } from './looks.rules.ts'

export interface ColumnRow {
  id: string
  slot: number
  key: string
  name: string
  type: ColumnType
  description: string
  required: boolean
  unique: boolean
  position: number
  settings: ColumnSettings
  pastSlots: number[] | null
  linked: Linked | null
  visible_to: PolicyPart | null
  editable_by: PolicyPart | null
}

interface DefinitionRow {
  workspace_id: string
  id: string
  kind: 'board' | 'page'
  key: string
  name: string
  description: string
  icon: Look['icon'] | null
  color: Look['color'] | null
  settings: Partial<Locale>
  locale: Locale
  version: number
  columns: ColumnRow[]
  row_count: number
  created_at: Date
  created_by: string
  updated_at: Date
}

/** A definition with its number of rows. */
export interface CountedDefinition extends Definition {
  rowCount: number
}

/** A column as JSON; for tables aliased `c` and `p`. */
export const COLUMN = `jsonb_build_object(
        'id', c.id, 'slot', c.slot, 'key', c.key, 'name', c.name, 'type', c.type,
        'description', c.description, 'required', c.required, 'unique', c."unique",
        'position', c.position, 'settings', c.settings,
        'pastSlots', (SELECT jsonb_agg(s.slot ORDER BY s.slot) FROM column_slots s
          WHERE s.workspace_id = current_workspace() AND s.column_id = c.id),
        'linked', (SELECT jsonb_build_object('key', l.key, 'name', l.name, 'deleted', l.deleted_at IS NOT NULL)
          FROM definitions l WHERE l.workspace_id = current_workspace() AND l.id = (c.settings ->> 'definitionId')::uuid),
        'visible_to', p.visible_to, 'editable_by', p.editable_by)`

const COLUMNS = `(SELECT coalesce(jsonb_agg(${COLUMN} ORDER BY c.position, c.slot), '[]')
      FROM columns c
      LEFT JOIN column_policies p ON p.workspace_id = c.workspace_id AND p.column_id = c.id
      WHERE c.workspace_id = current_workspace() AND c.definition_id = d.id AND c.deleted_at IS NULL)`

const HEAD = `
  SELECT d.workspace_id, d.id, d.kind, d.key, d.name, d.description, d.icon, d.color, n.version,
    d.created_at, d.created_by, d.updated_at, n.row_count,
    jsonb_build_object('region', w.region, 'timeZone', w.time_zone, 'currency', w.currency)
      || d.settings AS locale`

const FROM = `
  FROM definitions d
  JOIN workspaces w ON w.id = d.workspace_id
  JOIN row_counters n ON n.workspace_id = d.workspace_id AND n.definition_id = d.id
  WHERE d.workspace_id = current_workspace() AND d.deleted_at IS NULL`

const DEFINITION = `${HEAD}, ${COLUMNS} AS columns ${FROM}`

/** Enough to tell whether a definition in memory is still current. */
export interface CurrentVersion {
  version: string
  rowCount: number
  now: Date
}

/** Undefined if it was deleted. */
export async function findVersion(tx: Tx, id: string): Promise<CurrentVersion | undefined> {
  const [row] = await tx.run<{ version: number; rowCount: number; now: Date }>(
    `SELECT version, row_count AS "rowCount", now() AS now FROM row_counters
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND version IS NOT NULL`,
    [id],
  )
  return row && { ...row, version: versionSeen(row.version, tx.definitionIds) }
}

export async function findDefinition(tx: Tx, id: string): Promise<CountedDefinition | undefined> {
  const [row] = await tx.run<DefinitionRow>(`${DEFINITION} AND d.id = $1`, [id])
  return row && fromRow(tx, row)
}

/** A board by its id; undefined for the id of a page. */
export async function findBoard(tx: Tx, id: string): Promise<CountedDefinition | undefined> {
  const [row] = await tx.run<DefinitionRow>(`${DEFINITION} AND d.id = $1 AND d.kind = 'board'`, [
    id,
  ])
  return row && fromRow(tx, row)
}

export async function findDefinitionByKey(
  tx: Tx,
  key: string,
): Promise<CountedDefinition | undefined> {
  const [row] = await tx.run<DefinitionRow>(`${DEFINITION} AND d.key = $1`, [key])
  return row && fromRow(tx, row)
}

/** Which definitions a list has. */
export interface DefinitionFilter {
  kind?: 'board' | 'page' | null
  search?: string | null
  /** The last id seen. */
  after?: string | null
  /** Whether they have their columns; without them, their lists of columns are empty. */
  columns?: boolean
}

/** In the order of their ids, which is the order in which they were made. */
export async function listDefinitions(
  tx: Tx,
  { kind = null, search = null, after = null, columns = true }: DefinitionFilter,
  limit: number,
): Promise<CountedDefinition[]> {
  const rows = await tx.run<DefinitionRow>(
    `${HEAD}, CASE WHEN $5::boolean THEN ${COLUMNS} ELSE '[]' END AS columns ${FROM}
       AND ($1::text IS NULL OR d.kind = $1)
       AND ($2::text IS NULL OR strpos(plain_text(d.name), plain_text($2)) > 0)
       AND ($3::uuid IS NULL OR d.id > $3)
     ORDER BY d.id LIMIT $4`,
    [kind, search, after, limit, columns],
  )
  return rows.map((row) => fromRow(tx, row))
}

/** Takes the lock that keeps writes of rows and changes of the definition apart. A deleted definition has no version. */
export async function lockCounter(
  tx: Tx,
  definitionId: string,
): Promise<{ nextPosition: number; version: string | undefined } | undefined> {
  const [row] = await tx.run<{ nextPosition: number; version: number | null }>(
    `SELECT next_position AS "nextPosition", version FROM row_counters
     WHERE workspace_id = current_workspace() AND definition_id = $1 FOR UPDATE`,
    [definitionId],
  )
  if (!row) return undefined
  const { nextPosition, version } = row
  return {
    nextPosition,
    version: version === null ? undefined : versionSeen(version, tx.definitionIds),
  }
}

/** Raises the definition's version, so that writers that planned with the old one plan again. The caller holds its lock. */
export function raiseVersion(tx: Tx, id: string): void {
  tx.queue(
    `UPDATE row_counters SET version = version + 1
     WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [id],
  )
}

/** The same for all definitions: what they have of the workspace has changed. */
export function raiseVersions(tx: Tx): void {
  tx.queue('UPDATE row_counters SET version = version + 1 WHERE workspace_id = current_workspace()')
}

/** A deleted definition has no version. */
export function endVersion(tx: Tx, id: string): void {
  tx.queue(
    `UPDATE row_counters SET version = NULL
     WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [id],
  )
}

/** Notes a change of the definition. */
export function touchDefinition(tx: Tx, id: string): Promise<unknown> {
  raiseVersion(tx, id)
  return tx.run(
    `UPDATE definitions SET updated_at = now() WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
}

const fromRow = (tx: Tx, row: DefinitionRow): CountedDefinition => ({
  workspaceId: row.workspace_id,
  id: row.id,
  kind: row.kind,
  key: row.key,
  name: row.name,
  description: row.description,
  icon: row.icon ?? defaultLook(row).icon,
  color: row.color ?? defaultLook(row).color,
  locale: row.locale,
  version: versionSeen(row.version, tx.definitionIds),
  columns: row.columns.map(columnOf),
  rowCount: row.row_count,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
})

export const columnOf = ({
  visible_to,
  editable_by,
  pastSlots,
  linked,
  ...column
}: ColumnRow): Column => ({
  ...column,
  pastSlots: pastSlots ?? [],
  ...(linked && { linked }),
  readOnly: isComputed(column.type),
  policy: policyOf(visible_to, editable_by),
})

const policyOf = (visibleTo: PolicyPart | null, editableBy: PolicyPart | null): ColumnPolicy =>
  visibleTo && editableBy ? { visibleTo, editableBy } : unrestricted
