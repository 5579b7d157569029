import type { EventVerb } from '../../../../contract/events/events.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { invalid } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import {
  type PolicyPart,
  partFault,
  partOf,
  restrictsNothing,
  type SentPart,
  unrestricted,
} from '../../policies/columns.rules.ts'
import { requireAccounts } from '../../workspaces/seats/seats.ts'
import { requireTeams } from '../../workspaces/seats/teams.ts'
import { type Column, type Definition, viewOf } from '../definitions/definition.rules.ts'
import { visibleColumn } from '../definitions/definition-views.ts'
import { touchDefinition } from '../definitions/definitions.sql.ts'
import { locate, locateForChange } from '../definitions/locate.ts'
import * as sql from './column-policies.sql.ts'

export interface PolicyBody {
  editableBy?: SentPart
  visibleTo?: SentPart
}

type ColumnAddress = { key: string; column: string }

export async function listPolicies(
  tx: Tx,
  actor: Actor,
  { key }: { key: string },
  query: { limit?: number; cursor?: string },
) {
  const definition = await locate(tx, { key })
  const limit = query.limit ?? DEFAULT_LIMIT
  const [position, slot] = query.cursor ? decodeCursor(query.cursor, ['number', 'number']) : [0, 0]
  const rest = viewOf(definition, actor).columns.filter(
    (c) => c.position > position || (c.position === position && c.slot > slot),
  )
  const { items, nextCursor } = page(rest, limit, (c) => [c.position, c.slot])
  const stamps = await sql.listPolicyStamps(tx, definition.id)
  return { data: items.map((column) => policyOut(column, stamps)), nextCursor }
}

/** @throws Refusal not_found */
export async function getPolicy(tx: Tx, actor: Actor, { key, column: ref }: ColumnAddress) {
  const definition = await locate(tx, { key })
  const column = visibleColumn(definition, actor, ref)
  return policyOut(column, await sql.listPolicyStamps(tx, definition.id))
}

/**
 * Replaces a column's policy; one that restricts nothing is deleted.
 *
 * @throws Refusal invalid_request, unknown_reference, not_found.
 */
export async function putPolicy(tx: Tx, actor: Actor, address: ColumnAddress, body: PolicyBody) {
  const policy = { visibleTo: partOf(body.visibleTo), editableBy: partOf(body.editableBy) }
  for (const name of ['visibleTo', 'editableBy'] as const) {
    const fault = partFault(policy[name])
    if (fault) throw invalid(`body.${name}`, fault)
  }
  for (const name of ['visibleTo', 'editableBy'] as const) {
    await requireAccounts(tx, body[name]?.accountIds ?? [], `${name}.accountIds`)
    await requireTeams(tx, body[name]?.teamIds ?? [], `${name}.teamIds`)
  }
  const definition = await locateForChange(tx, { key: address.key })
  const column = visibleColumn(definition, actor, address.column)
  if (!restrictsNothing(policy)) {
    sql.putPolicy(tx, column.id, policy, actorRef(actor))
    await announceChange(tx, actor, definition, column, 'updated')
  } else if (await sql.deletePolicy(tx, column.id)) {
    await announceChange(tx, actor, definition, column, 'deleted')
  }
  return policyOut({ id: column.id, policy }, await sql.listPolicyStamps(tx, definition.id))
}

/** Makes writers that planned with the old policy plan again; the event only names the column. */
async function announceChange(
  tx: Tx,
  actor: Actor,
  { id }: Definition,
  column: Column,
  verb: EventVerb<'column_policy'>,
) {
  await touchDefinition(tx, id)
  appendEvent(tx, {
    type: `column_policy.${verb}`,
    actor: actorRef(actor),
    subject: `column:${column.id}`,
    data: {},
  })
}

function policyOut(
  { id, policy }: Pick<Column, 'id' | 'policy'>,
  stamps: readonly sql.PolicyStamp[],
) {
  const stamp = stamps.find(({ columnId }) => columnId === id)
  const { editableBy, visibleTo } = stamp ? policy : unrestricted
  return {
    columnId: id,
    editableBy: partOut(editableBy),
    visibleTo: partOut(visibleTo),
    updatedAt: stamp?.updatedAt.toISOString() ?? null,
    updatedBy: stamp?.updatedBy ?? null,
  }
}

const partOut = ({ mode, roles, accountIds, teamIds }: PolicyPart) => ({
  mode,
  roles: [...roles],
  accountIds: [...accountIds],
  teamIds: [...teamIds],
})
