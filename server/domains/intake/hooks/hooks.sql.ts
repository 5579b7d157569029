import type { MisfitRule, Reading, SignatureKind } from '../../../../shared/hooks.ts'
import type { Tx } from '../../../platform/database/tx.ts'

/** Which column, by its id, gets the value at a path. */
export interface HookField {
  path: string
  column: string
  as: Reading | null
}

export interface HookSettings {
  name: string
  fields: readonly HookField[]
  misfits: MisfitRule
  signature: SignatureKind
  /** Sealed. */
  secret: Uint8Array | null
  event_path: string | null
  enabled: boolean
}

export interface HookRecord extends HookSettings {
  id: string
  public_id: string
  created_at: Date
  created_by: string
  last_received_at: Date | null
  wrong_signatures: number
  wrong_signature_at: Date | null
}

const HOOK = `id, public_id, name, fields, misfits, signature, secret, event_path, enabled, created_at, created_by,
  last_received_at, wrong_signatures, wrong_signature_at`

/** By id, so the oldest comes first. */
export function listHooks(
  tx: Tx,
  definitionId: string,
  after: string | null,
  limit: number,
): Promise<HookRecord[]> {
  return tx.run(
    `SELECT ${HOOK} FROM intake_hooks
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND removed_at IS NULL
       AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [definitionId, after, limit],
  )
}

/** What the hooks of a definition are called, including removed ones. */
export function listHookNames(
  tx: Tx,
  definitionId: string,
): Promise<{ id: string; name: string }[]> {
  return tx.run(
    `SELECT id, name FROM intake_hooks WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [definitionId],
  )
}

export async function findHook(
  tx: Tx,
  definitionId: string,
  id: string,
): Promise<HookRecord | undefined> {
  const [found] = await tx.run<HookRecord>(
    `SELECT ${HOOK} FROM intake_hooks
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND id = $2 AND removed_at IS NULL`,
    [definitionId, id],
  )
  return found
}

/** Locks a hook of a definition until the transaction ends. */
export async function lockHook(
  tx: Tx,
  definitionId: string,
  id: string,
): Promise<HookRecord | undefined> {
  const [found] = await tx.run<HookRecord>(
    `SELECT ${HOOK} FROM intake_hooks
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND id = $2
       AND removed_at IS NULL FOR NO KEY UPDATE`,
    [definitionId, id],
  )
  return found
}

export interface NewHook extends HookSettings {
  id: string
  definitionId: string
  publicId: string
  createdBy: string
}

/** Stores in the directory which workspace a hook's address belongs to. */
export function insertHookLink(tx: Tx, publicId: string, id: string): void {
  tx.queue(
    `INSERT INTO hook_links (public_id, workspace_id, hook_id) VALUES ($1, current_workspace(), $2)`,
    [publicId, id],
  )
}

export async function insertHook(tx: Tx, hook: NewHook): Promise<HookRecord> {
  const [made] = await tx.run<HookRecord>(
    `INSERT INTO intake_hooks (workspace_id, id, definition_id, created_by, public_id, name, fields, misfits,
       signature, secret, event_path, enabled)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${HOOK}`,
    [hook.id, hook.definitionId, hook.createdBy, hook.publicId, ...valuesOf(hook)],
  )
  return made!
}

export async function updateHook(tx: Tx, id: string, hook: HookSettings): Promise<HookRecord> {
  const [changed] = await tx.run<HookRecord>(
    `UPDATE intake_hooks SET name = $2, fields = $3, misfits = $4, signature = $5, secret = $6, event_path = $7,
       enabled = $8
     WHERE workspace_id = current_workspace() AND id = $1 RETURNING ${HOOK}`,
    [id, ...valuesOf(hook)],
  )
  return changed!
}

const valuesOf = (hook: HookSettings) => [
  hook.name,
  JSON.stringify(hook.fields),
  hook.misfits,
  hook.signature,
  hook.secret,
  hook.event_path,
  hook.enabled,
]

/** Removes a hook, and the bodies that it kept. */
export function removeHook(tx: Tx, id: string): void {
  tx.queue(
    `WITH samples AS (
       DELETE FROM hook_samples WHERE workspace_id = current_workspace() AND hook_id = $1)
     UPDATE intake_hooks SET removed_at = now(), secret = NULL, signature = 'none'
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
}

/** Some of the sealed secrets of the workspace. */
export function listSecrets(tx: Tx): Promise<{ id: string; secret: Uint8Array }[]> {
  return tx.run(
    `SELECT id, secret FROM intake_hooks
     WHERE workspace_id = current_workspace() AND secret IS NOT NULL LIMIT 10`,
  )
}

/** The sealed secrets of the workspace, locked. */
export function lockSecrets(tx: Tx): Promise<{ id: string; secret: Uint8Array }[]> {
  return tx.run(
    `SELECT id, secret FROM intake_hooks
     WHERE workspace_id = current_workspace() AND secret IS NOT NULL ORDER BY id FOR UPDATE`,
  )
}

export function setSecret(tx: Tx, id: string, secret: Uint8Array): void {
  tx.queue(
    `UPDATE intake_hooks SET secret = $2 WHERE workspace_id = current_workspace() AND id = $1`,
    [id, secret],
  )
}

export interface SampleRecord {
  id: string
  /** As JSON. */
  body: string
  received_at: Date
}

/** Newest first. */
export function listSamples(tx: Tx, hookId: string): Promise<SampleRecord[]> {
  return tx.run(
    `SELECT id, body::text, received_at FROM hook_samples
     WHERE workspace_id = current_workspace() AND hook_id = $1 ORDER BY id DESC`,
    [hookId],
  )
}
