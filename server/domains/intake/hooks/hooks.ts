import { randomBytes } from 'node:crypto'
import type { EventVerb } from '../../../../contract/events/events.ts'
import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { type MisfitRule, MOST_HOOKS, type SignatureKind } from '../../../../shared/hooks.ts'
import { type Actor, actorRef, holdsRole } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import { type Issue, issueAt, notFound, Refusal, refusalWith } from '../../../platform/refusal.ts'
import { opens, type Reseal, type Seal, type Sealed } from '../../../platform/secrets/seal.ts'
import { appendEvent } from '../../events/events.ts'
import { type DefinitionView, viewOf } from '../../records/definitions/definition.rules.ts'
import { locate } from '../../records/definitions/locate.ts'
import { readFields, type SentField, secretFault, shownFields } from './hooks.rules.ts'
import * as sql from './hooks.sql.ts'
import { parsePath } from './paths.rules.ts'

export interface HookOptions {
  seal: Seal
  /** Can be a getter: a port that the system chooses is known only once the server listens. */
  publicUrl: string
}

export interface HookBody {
  name?: string
  fields?: readonly SentField[]
  misfits?: MisfitRule
  signature?: SignatureKind
  secret?: string
  eventPath?: string | null
  enabled?: boolean
}

export type HookAddress = DefinitionAddress & { hookId: string }

export async function listHooks(
  tx: Tx,
  options: HookOptions,
  actor: Actor,
  address: DefinitionAddress,
  query: { limit?: number; cursor?: string },
) {
  const view = viewOf(await locate(tx, address), actor)
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const { items, nextCursor } = page(
    await sql.listHooks(tx, view.definition.id, after, limit + 1),
    limit,
    ({ id }) => [id],
  )
  return { data: items.map((hook) => hookOut(view, hook, options)), nextCursor }
}

/** @throws Refusal invalid_request (the fields, the secret, too many). */
export async function createHook(
  tx: Tx,
  options: HookOptions,
  actor: Actor,
  address: DefinitionAddress,
  body: HookBody & { name: string },
) {
  const view = viewOf(await locate(tx, address), actor)
  const { id: definitionId, name } = view.definition
  const id = newId()
  const settings = settingsWith(options.seal, view, { ...NEW, id }, body)
  if ((await sql.listHooks(tx, definitionId, null, MOST_HOOKS)).length === MOST_HOOKS) {
    throw new Refusal('invalid_request', 'too_many_hooks', { name, most: MOST_HOOKS })
  }
  const publicId = randomBytes(24).toString('base64url')
  sql.insertHookLink(tx, publicId, id)
  const made = await sql.insertHook(tx, {
    ...settings,
    id,
    definitionId,
    publicId,
    createdBy: actorRef(actor),
  })
  appendHookEvent(tx, 'created', actor, id, made.name)
  return hookOut(view, made, options)
}

/** @throws Refusal not_found, invalid_request (the fields, the secret). */
export async function updateHook(
  tx: Tx,
  options: HookOptions,
  actor: Actor,
  address: HookAddress,
  body: HookBody,
) {
  const view = viewOf(await locate(tx, address), actor)
  const before = await sql.lockHook(tx, view.definition.id, address.hookId)
  if (!before) throw notFound()
  const settings = settingsWith(options.seal, view, before, body)
  const changed = await sql.updateHook(tx, before.id, settings)
  appendHookEvent(tx, 'updated', actor, before.id, changed.name)
  return hookOut(view, changed, options)
}

/** @throws Refusal not_found. */
export async function removeHook(tx: Tx, actor: Actor, address: HookAddress): Promise<void> {
  const { id } = await locate(tx, address)
  const hook = await sql.lockHook(tx, id, address.hookId)
  if (!hook) throw notFound()
  sql.removeHook(tx, hook.id)
  appendHookEvent(tx, 'deleted', actor, hook.id, hook.name)
}

const NEW: sql.HookSettings = {
  name: '',
  fields: [],
  misfits: 'leave_empty',
  signature: 'none',
  secret: null,
  event_path: null,
  enabled: true,
}

/** The settings of a hook with those of a body. @throws Refusal invalid_request */
function settingsWith(
  seal: Seal,
  view: DefinitionView,
  before: sql.HookSettings & { id: string },
  body: HookBody,
): sql.HookSettings {
  const { fields, issues } = body.fields
    ? readFields(view, body.fields)
    : { fields: before.fields, issues: [] as Issue[] }
  const signature = body.signature ?? before.signature
  // A secret of another kind of signature is of no use.
  const keeps = body.secret === undefined && signature === before.signature
  const fault = keeps ? undefined : secretFault(signature, body.secret ?? null)
  if (fault) issues.push(fault)
  const eventPath = body.eventPath === undefined ? before.event_path : body.eventPath
  if (body.eventPath && !parsePath(body.eventPath)) {
    issues.push(issueAt('body.eventPath', why('hook_path_unread', {})))
  }
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
  const context = sealOf(view.definition.workspaceId, before.id)
  const sealed = signature === 'none' || keeps ? null : seal.seal(body.secret!, context)
  return {
    name: body.name?.trim() ?? before.name,
    fields,
    misfits: body.misfits ?? before.misfits,
    signature,
    secret: keeps ? before.secret : sealed,
    event_path: eventPath,
    enabled: body.enabled ?? before.enabled,
  }
}

/** A hook as somebody sees it: without columns that they cannot see, and below admin without its address. */
const hookOut = (view: DefinitionView, hook: sql.HookRecord, { publicUrl }: HookOptions) => ({
  id: hook.id,
  name: hook.name,
  url: holdsRole(view.actor, 'admin') ? `${publicUrl}/v1/ingest/hooks/${hook.public_id}` : null,
  fields: shownFields(view, hook.fields),
  misfits: hook.misfits,
  signature: hook.signature,
  eventPath: hook.event_path,
  enabled: hook.enabled,
  createdAt: hook.created_at.toISOString(),
  createdBy: hook.created_by,
  lastReceivedAt: hook.last_received_at?.toISOString() ?? null,
  wrongSignatures: hook.wrong_signatures,
  lastWrongSignatureAt: hook.wrong_signature_at?.toISOString() ?? null,
})

export const appendHookEvent = (
  tx: Tx,
  verb: EventVerb<'hook'>,
  actor: Actor,
  id: string,
  name: string,
): void =>
  appendEvent(tx, {
    type: `hook.${verb}`,
    actor: actorRef(actor),
    subject: `hook:${id}`,
    data: { name },
  })

/** What the sender of a hook signs with; null if nothing, or if it was sealed with a key that is lost. */
export function secretOf(
  seal: Seal,
  workspaceId: string,
  { id, secret }: { id: string; secret: Uint8Array | null },
): string | null {
  const context = sealOf(workspaceId, id)
  return secret && opens(seal, { bytes: secret, context }) ? seal.open(secret, context) : null
}

/** The context that a hook's secret is sealed with; the secret cannot be opened in any other. */
export const sealOf = (workspaceId: string, id: string): string => `hook ${workspaceId} ${id}`

/** The sealed secrets of a workspace's hooks. */
export async function sealedHookSecrets(tx: Tx, workspaceId: string): Promise<Sealed[]> {
  const kept = await sql.listSecrets(tx)
  return kept.map(({ id, secret }) => ({ bytes: secret, context: sealOf(workspaceId, id) }))
}

/** Seals the secrets of a workspace's hooks with the current key. @returns how many were sealed with another. */
export async function resealHookSecrets(
  tx: Tx,
  workspaceId: string,
  reseal: Reseal,
): Promise<number> {
  let count = 0
  for (const { id, secret } of await sql.lockSecrets(tx)) {
    const again = reseal({ bytes: secret, context: sealOf(workspaceId, id) })
    if (again === null) continue
    sql.setSecret(tx, id, again)
    count++
  }
  return count
}
